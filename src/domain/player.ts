/** Rules of the sign player: what a key does, where a loop jumps, how far a frame is. */

export const speeds = [0.25, 0.5, 0.75, 1] as const
export type Speed = (typeof speeds)[number]

/** A video file plays in our own player; any other address of a video host is a page of that host's, in a frame. */
export const isVideoFile = (address: string): boolean => /\.(mp4|m4v|webm|mov)([?#]|$)/i.test(address)

const playerKeys = {
  ' ': 'play',
  k: 'play',
  ',': 'frame-back',
  '.': 'frame-on',
  '-': 'slower',
  '+': 'faster',
  '=': 'faster',
  m: 'mirror',
  a: 'mark-a',
  b: 'mark-b',
  l: 'no-loop',
  g: 'ground',
} as const

export type PlayerAction = (typeof playerKeys)[keyof typeof playerKeys]

const actions = new Map<string, PlayerAction>(Object.entries(playerKeys))

export const actionOfKey = (key: string): PlayerAction | null => actions.get(key.toLowerCase()) ?? null

/** One step slower or faster, and no further than the ends. */
export const nextSpeed = (speed: Speed, step: -1 | 1): Speed => speeds[speeds.indexOf(speed) + step] ?? speed

/** The part that is repeated; either end may still be open. */
export interface Loop {
  a: number | null
  b: number | null
}

/** Marks an end. A beginning behind the end, or an end before the beginning, opens the other one again. */
export const mark = ({ a, b }: Loop, end: 'a' | 'b', at: number): Loop =>
  end === 'a' ? { a: at, b: b !== null && b > at ? b : null } : { a: a !== null && a < at ? a : null, b: at }

/** Where playing jumps to at this moment; null where it goes on. A loop needs both ends. */
export const jump = ({ a, b }: Loop, at: number): number | null => (a !== null && b !== null && at >= b ? a : null)

/** Where the repeated part lies in the whole, from 0 to 1; with one end marked a line, without any nothing. */
export const band = ({ a, b }: Loop, duration: number): { from: number; to: number } | null => {
  const [from, to] = [a ?? b, b ?? a]
  if (from === null || to === null || !(duration > 0)) return null
  const share = (at: number) => Math.min(1, Math.max(0, at / duration))
  return { from: share(from), to: share(to) }
}

const USUAL_FRAME = 1 / 30

const SURE = 8

/**
 * The length of a frame, from the times of frames that were shown one after the other. A busy browser leaves frames out,
 * so that only the shortest of several steps is believed; until there are several it is the usual length.
 */
export const frameLength = (times: number[]): number => {
  const steps = times.slice(1).flatMap((at, i) => {
    const step = at - (times[i] ?? at)
    return step > 1 / 130 && step < 1 / 9 ? [step] : []
  })
  return steps.length < SURE ? USUAL_FRAME : Math.min(...steps)
}

/** The middle of the frame beside this moment, kept inside the video: a middle is never read as the frame before. */
export const nextFrameTime = (at: number, step: -1 | 1, frame: number, duration: number): number => {
  const frames = Math.floor(at / frame + 1e-6) + step
  return Math.min(Math.max((frames + 0.5) * frame, 0), Math.max(duration - frame / 2, 0))
}

/** 0:02.4 */
export const clock = (seconds: number): string => {
  const tenths = Math.floor(Math.max(0, Number.isFinite(seconds) ? seconds : 0) * 10 + 1e-6)
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`
}
