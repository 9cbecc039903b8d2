import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PlayedClip } from '#src/signs/rules/clip-media.ts'
import {
  actionOfKey,
  jump,
  keptSpeed,
  type Loop,
  mark,
  nextFrameTime,
  nextSpeed,
  type PlayerAction,
  type Speed,
  USUAL_FPS,
} from '#src/signs/rules/sign-player.ts'
import { keepInBrowser, readKept, wantsStill } from '../ui/hydrated.ts'

/** Pauses all other videos of the page, so that never two play at once. */
export const playAlone = (video: HTMLVideoElement): void => {
  for (const other of document.querySelectorAll('video')) if (other !== video) other.pause()
}

/** Full screen in older Safari: iPhones support it for a video only; before 16.4 the functions have a prefix. */
interface OldSafari {
  webkitRequestFullscreen?(): void
  webkitEnterFullscreen?(): void
}

/** Shows the player on the whole screen, or ends that. Does nothing where a frame does not allow it. */
const toggleFullScreen = (player: HTMLElement, video: HTMLVideoElement): void => {
  const [oldPlayer, oldVideo]: OldSafari[] = [player as OldSafari, video as OldSafari]
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else if ('requestFullscreen' in player) player.requestFullscreen().catch(() => {})
  else if (oldPlayer?.webkitRequestFullscreen) oldPlayer.webkitRequestFullscreen()
  else oldVideo?.webkitEnterFullscreen?.()
}

/** The space bar presses or changes these. */
const TAKES_SPACE = 'button, summary, input, select, textarea'

/**
 * Keys of a player. Letters and signs work while the focus is in the player (WCAG 2.1.4). The space bar and the arrows of
 * a dialog around it work in all of the dialog; of several players there, they go to the first.
 */
export const usePlayerKeys = (root: RefObject<HTMLElement | null>, act: (action: PlayerAction) => void) => {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const player = root.current
    if (!player) return
    const scope = player.closest('dialog') ?? player
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return
      const { target } = event
      const isCharacter = event.key.length === 1 && event.key !== ' '
      if (isCharacter && !player.contains(target)) return
      if ((target.closest('.player') ?? scope.querySelector('.player') ?? player) !== player) return
      // The focused slider or speed control uses the arrow keys. They do not change the sign.
      if (/^Arrow/.test(event.key) && target.matches('input')) return event.stopPropagation()
      if (event.key === ' ' && target.closest(TAKES_SPACE)) return
      const action = actionOfKey(event.key)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(action)
    }
    scope.addEventListener('keydown', onKeyDown)
    return () => scope.removeEventListener('keydown', onKeyDown)
  }, [root])
}

const SPEED_KEY = 'signbook-player-speed'

/**
 * State of a video element for the player's buttons and keys. The element owns the state; this hook follows its events.
 */
export const usePlayback = (
  root: RefObject<HTMLElement | null>,
  element: RefObject<HTMLVideoElement | null>,
  { fps }: PlayedClip,
  { starts, once }: { starts: boolean; once: boolean },
) => {
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [duration, setDuration] = useState(0)
  const [speed, setSpeed] = useState<Speed>(1)
  const [loop, setLoop] = useState<Loop>({ a: null, b: null })
  const [repeats, setRepeats] = useState(!once)
  const [captioned, setCaptioned] = useState(true)
  const [mirrored, setMirrored] = useState(false)
  const [background, setBackground] = useState<'light' | 'dark'>('light')
  const currentLoop = useRef(loop)
  currentLoop.current = loop

  useEffect(() => {
    const video = element.current
    if (!video) return
    const sync = () => {
      const loopStart = video.paused ? null : jump(currentLoop.current, video.currentTime)
      if (loopStart !== null) video.currentTime = loopStart
      setAt(video.currentTime)
      setPlaying(!video.paused)
      setDuration(Number.isFinite(video.duration) ? video.duration : 0)
    }
    const events = ['play', 'pause', 'timeupdate', 'seeked', 'loadedmetadata', 'durationchange', 'ended']
    for (const name of events) video.addEventListener(name, sync)
    const alone = () => playAlone(video)
    video.addEventListener('play', alone)
    // Check every frame where the browser can report them. `timeupdate` alone would overrun the loop by up to 250 ms.
    let stopped = false
    const onFrame = () => {
      if (stopped) return
      sync()
      video.requestVideoFrameCallback?.(onFrame)
    }
    video.requestVideoFrameCallback?.(onFrame)
    sync()
    return () => {
      stopped = true
      for (const name of events) video.removeEventListener(name, sync)
      video.removeEventListener('play', alone)
    }
  }, [element])

  // A new source resets the rate, so the default rate is set, too.
  useEffect(() => {
    const video = element.current
    if (!video) return
    const kept = keptSpeed(readKept(SPEED_KEY))
    video.defaultPlaybackRate = kept
    video.playbackRate = kept
    setSpeed(kept)
    if (starts && !wantsStill()) video.play().catch(() => {})
  }, [element, starts])

  useEffect(() => {
    for (const track of element.current?.textTracks ?? []) track.mode = captioned ? 'showing' : 'hidden'
  }, [element, captioned])

  const seek = (to: number) => {
    if (element.current) element.current.currentTime = to
    setAt(to)
  }
  const changeSpeed = (to: Speed) => {
    if (element.current) element.current.playbackRate = to
    keepInBrowser(SPEED_KEY, String(to))
    setSpeed(to)
  }
  const step = (direction: -1 | 1) => {
    const video = element.current
    if (!video) return
    video.pause()
    seek(nextFrameTime(video.currentTime, direction, 1 / (fps ?? USUAL_FPS), video.duration || 0))
  }
  const togglePlay = () => {
    const video = element.current
    if (!video) return
    if (!video.paused) return video.pause()
    const { a, b } = loop
    if (a !== null && b !== null && (video.currentTime < a || video.currentTime >= b)) video.currentTime = a
    // `play` may be refused (data saver, missing file). The player then stays paused.
    video.play().catch(() => {})
  }
  const now = () => element.current?.currentTime ?? 0
  const actions: Record<PlayerAction, () => void> = {
    play: togglePlay,
    'frame-back': () => step(-1),
    'frame-on': () => step(1),
    slower: () => changeSpeed(nextSpeed(speed, -1)),
    faster: () => changeSpeed(nextSpeed(speed, 1)),
    mirror: () => setMirrored(!mirrored),
    'mark-a': () => setLoop(mark(loop, 'a', now())),
    'mark-b': () => setLoop(mark(loop, 'b', now())),
    'no-loop': () => setLoop({ a: null, b: null }),
    repeat: () => setRepeats(!repeats),
    captions: () => setCaptioned(!captioned),
    full: () => root.current && element.current && toggleFullScreen(root.current, element.current),
    ground: () => setBackground(background === 'light' ? 'dark' : 'light'),
  }
  const act = (action: PlayerAction) => actions[action]()
  return { playing, at, duration, speed, loop, repeats, captioned, mirrored, background, act, seek, changeSpeed }
}
