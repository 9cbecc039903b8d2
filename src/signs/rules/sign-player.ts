/** Rules of the sign player: keys, loops and frame steps. Times are in seconds. */

export const speeds = [0.25, 0.5, 0.75, 1] as const
export type Speed = (typeof speeds)[number]

/**
 * Returns true for a video file, which our own player plays. Other video addresses are embedded pages of a video host.
 */
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
  r: 'repeat',
  c: 'captions',
  f: 'full',
  g: 'ground',
} as const

export type PlayerAction = (typeof playerKeys)[keyof typeof playerKeys]

const actions = new Map<string, PlayerAction>(Object.entries(playerKeys))

export const actionOfKey = (key: string): PlayerAction | null => actions.get(key.toLowerCase()) ?? null

/** Returns the next slower or faster speed, within the limits. */
export const nextSpeed = (speed: Speed, step: -1 | 1): Speed => speeds[speeds.indexOf(speed) + step] ?? speed

/** The repeated part; either end may be unset. */
export interface Loop {
  a: number | null
  b: number | null
}

/** Sets one end of the loop. If the ends cross, the other one is cleared. */
export const mark = ({ a, b }: Loop, end: 'a' | 'b', at: number): Loop =>
  end === 'a' ? { a: at, b: b !== null && b > at ? b : null } : { a: a !== null && a < at ? a : null, b: at }

/** Returns the time to jump to, or null. A loop needs both ends. */
export const jump = ({ a, b }: Loop, at: number): number | null => (a !== null && b !== null && at >= b ? a : null)

/** Returns the loop as fractions of the duration, from 0 to 1. With one end set, both are equal; null without any. */
export const band = ({ a, b }: Loop, duration: number): { from: number; to: number } | null => {
  const [from, to] = [a ?? b, b ?? a]
  if (from === null || to === null || !(duration > 0)) return null
  const share = (at: number) => Math.min(1, Math.max(0, at / duration))
  return { from: share(from), to: share(to) }
}

/** Frames a second of a video that does not say so. */
export const USUAL_FPS = 30

/**
 * Returns the middle of the next or previous frame, within the video. A middle is never rounded to the frame before.
 */
export const nextFrameTime = (at: number, step: -1 | 1, frame: number, duration: number): number => {
  const frames = Math.floor(at / frame + 1e-6) + step
  return Math.min(Math.max((frames + 0.5) * frame, 0), Math.max(duration - frame / 2, 0))
}

/** Reads the speed that this browser kept; 1 if there is none. */
export const keptSpeed = (kept: string | null): Speed => speeds.find(speed => String(speed) === kept) ?? 1

/** Formats seconds as 0:02.4. */
export const clock = (seconds: number): string => {
  const tenths = Math.floor(Math.max(0, Number.isFinite(seconds) ? seconds : 0) * 10 + 1e-6)
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`
}
