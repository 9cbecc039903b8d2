import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  frameLength,
  jump,
  type Loop,
  mark,
  nextFrameTime,
  nextSpeed,
  type PlayerAction,
  type Speed,
} from '#src/domain/player.ts'

/** As many frames as tell how long one is. */
const REMEMBERED = 60

type FrameWatch = (told: (now: number, frame: { mediaTime: number }) => void) => number

/** A video element as the player's buttons and keys see it. The browser keeps the truth; this follows its events. */
export const usePlayback = (element: RefObject<HTMLVideoElement | null>) => {
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [duration, setDuration] = useState(0)
  const [speed, setSpeed] = useState<Speed>(1)
  const [loop, setLoop] = useState<Loop>({ a: null, b: null })
  const [mirrored, setMirrored] = useState(false)
  const [ground, setGround] = useState<'light' | 'dark'>('light')
  const looping = useRef(loop)
  const shown = useRef<number[]>([])
  looping.current = loop

  useEffect(() => {
    const video = element.current
    if (!video) return
    const follow = () => {
      const back = video.paused ? null : jump(looping.current, video.currentTime)
      if (back !== null) video.currentTime = back
      setAt(video.currentTime)
      setPlaying(!video.paused)
      setDuration(Number.isFinite(video.duration) ? video.duration : 0)
    }
    const events = ['play', 'pause', 'timeupdate', 'seeked', 'loadedmetadata', 'durationchange', 'ended']
    for (const name of events) video.addEventListener(name, follow)
    // Frame by frame where the browser tells of frames: a loop turns on its frame and not up to a quarter second later.
    const watch = (video as { requestVideoFrameCallback?: FrameWatch }).requestVideoFrameCallback?.bind(video)
    let gone = false
    const told = (_now: number, { mediaTime }: { mediaTime: number }) => {
      if (gone) return
      if (!video.paused) shown.current = [...shown.current.slice(-REMEMBERED), mediaTime]
      follow()
      watch?.(told)
    }
    watch?.(told)
    follow()
    return () => {
      gone = true
      for (const name of events) video.removeEventListener(name, follow)
    }
  }, [element])

  const seek = (to: number) => {
    if (element.current) element.current.currentTime = to
    setAt(to)
  }
  const changeSpeed = (to: Speed) => {
    if (element.current) element.current.playbackRate = to
    setSpeed(to)
  }
  const step = (way: -1 | 1) => {
    const video = element.current
    if (!video) return
    video.pause()
    seek(nextFrameTime(video.currentTime, way, frameLength(shown.current), video.duration || 0))
  }
  const togglePlay = () => {
    const video = element.current
    if (!video) return
    if (!video.paused) return video.pause()
    const { a, b } = loop
    if (a !== null && b !== null && (video.currentTime < a || video.currentTime >= b)) video.currentTime = a
    // A refused start (a data saver, a missing file) leaves the player as it stands.
    video.play().catch(() => {})
  }
  const act = (action: PlayerAction) => {
    const now = element.current?.currentTime ?? 0
    switch (action) {
      case 'play':
        return togglePlay()
      case 'frame-back':
        return step(-1)
      case 'frame-on':
        return step(1)
      case 'slower':
        return changeSpeed(nextSpeed(speed, -1))
      case 'faster':
        return changeSpeed(nextSpeed(speed, 1))
      case 'mirror':
        return setMirrored(!mirrored)
      case 'mark-a':
        return setLoop(mark(loop, 'a', now))
      case 'mark-b':
        return setLoop(mark(loop, 'b', now))
      case 'no-loop':
        return setLoop({ a: null, b: null })
      case 'ground':
        return setGround(ground === 'light' ? 'dark' : 'light')
      default:
        return action satisfies never
    }
  }
  return { playing, at, duration, speed, loop, mirrored, ground, act, seek, changeSpeed }
}
