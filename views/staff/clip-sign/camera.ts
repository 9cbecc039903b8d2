import { useEffect, useRef, useState } from 'react'
import { MAX_SECONDS } from '#src/signs/rules/clips/clip.ts'

export type CameraState = 'off' | 'asking' | 'ready' | 'counting' | 'recording' | Trouble
type Trouble = 'refused' | 'absent' | 'busy' | 'lost' | 'insecure' | 'empty'

const COUNT_FROM = 3
const BITS_PER_SECOND = 8_000_000
const TYPES = ['video/mp4;codecs=avc1.640028', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm']

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 }, facingMode: 'user' },
}

const troubleOf = (error: unknown): Trouble => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'refused'
}

/** The camera of the studio. It stays on between recordings, and its sound is never asked for. */
export const useCamera = (onTake: (blob: Blob) => void) => {
  const [state, setState] = useState<CameraState>('off')
  const [count, setCount] = useState(0)
  const preview = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const after = useRef<CameraState>('ready')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const take = useRef(onTake)
  take.current = onTake

  /** Returns whether the camera is on. */
  const turnOn = async (): Promise<boolean> => {
    const trouble = !isSecureContext
      ? 'insecure'
      : navigator.mediaDevices && 'MediaRecorder' in window
        ? null
        : 'absent'
    setState(trouble ?? 'asking')
    if (trouble) return false
    try {
      stream.current = await navigator.mediaDevices.getUserMedia(WANTED)
      for (const track of stream.current.getTracks()) track.onended = () => end('lost')
      if (preview.current) preview.current.srcObject = stream.current
      setState('ready')
    } catch (error) {
      setState(troubleOf(error))
      return false
    }
    return true
  }
  /** Ends the countdown, or a recording: the state changes once its take is there. */
  const end = (next: CameraState) => {
    clearTimeout(timer.current)
    after.current = next
    if (!recorder.current) setState(next)
    else if (recorder.current.state === 'recording') recorder.current.stop()
  }
  const begin = (seconds: number | null) => {
    const source = stream.current
    if (!source) return
    const mimeType = TYPES.find(type => MediaRecorder.isTypeSupported(type))
    const made = new MediaRecorder(source, { ...(mimeType ? { mimeType } : {}), videoBitsPerSecond: BITS_PER_SECOND })
    const parts: Blob[] = []
    made.ondataavailable = event => void parts.push(event.data)
    made.onstop = () => {
      const blob = new Blob(parts, { type: made.mimeType.split(';')[0] || 'video/webm' })
      recorder.current = null
      if (blob.size > 0) take.current(blob)
      setState(blob.size > 0 ? after.current : 'empty')
    }
    recorder.current = made
    after.current = 'ready'
    made.start()
    setState('recording')
    timer.current = setTimeout(() => end('ready'), (seconds ?? MAX_SECONDS) * 1000)
  }
  /** Counts 3, 2, 1 on the picture, without a sound. Ends by itself after some seconds, or the most that a clip may have. */
  const record = (seconds: number | null) => {
    setState('counting')
    const tick = (left: number) => {
      setCount(left)
      if (left === 0) return begin(seconds)
      timer.current = setTimeout(() => tick(left - 1), 1000)
    }
    tick(COUNT_FROM)
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      for (const track of stream.current?.getTracks() ?? []) track.stop()
    },
    [],
  )
  return { state, count, preview, turnOn, record, stop: () => end('ready') }
}
