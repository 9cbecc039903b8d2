import { useEffect, useRef, useState } from 'react'
import { MAX_SECONDS } from '#src/signs/rules/clips/clip.ts'
import { clock } from '#src/signs/rules/sign-player.ts'
import { Button } from '../../ui/button.tsx'

/** A recording or a chosen file, kept in this page until it is sent. */
interface Take {
  id: number
  blob: Blob
  url: string
  name: string
}

export type CameraState = 'off' | 'asking' | 'ready' | 'counting' | 'recording' | 'refused' | 'absent'

const COUNT_FROM = 3
const BITS_PER_SECOND = 8_000_000
const TYPES = ['video/mp4;codecs=avc1.640028', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm']

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 }, facingMode: 'user' },
}

/** The camera with its recordings. Sound is never asked for. */
export const useCamera = (name: string) => {
  const [state, setState] = useState<CameraState>('off')
  const [count, setCount] = useState(0)
  const [takes, setTakes] = useState<Take[]>([])
  const preview = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const nextId = useRef(1)

  const add = (blob: Blob, given: string) =>
    setTakes(before => [...before, { id: nextId.current++, blob, url: URL.createObjectURL(blob), name: given }])

  const turnOn = async () => {
    if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') return setState('absent')
    setState('asking')
    try {
      stream.current = await navigator.mediaDevices.getUserMedia(WANTED)
      if (preview.current) preview.current.srcObject = stream.current
      setState('ready')
    } catch (error) {
      setState(error instanceof DOMException && error.name === 'NotFoundError' ? 'absent' : 'refused')
    }
  }
  const begin = () => {
    const source = stream.current
    if (!source) return
    const mimeType = TYPES.find(type => MediaRecorder.isTypeSupported(type))
    const made = new MediaRecorder(source, { ...(mimeType ? { mimeType } : {}), videoBitsPerSecond: BITS_PER_SECOND })
    const parts: Blob[] = []
    made.ondataavailable = event => void parts.push(event.data)
    made.onstop = () => {
      clearTimeout(timer.current)
      const type = made.mimeType.split(';')[0] || 'video/webm'
      if (parts.length > 0) add(new Blob(parts, { type }), `${name}.${type === 'video/mp4' ? 'mp4' : 'webm'}`)
      setState('ready')
    }
    recorder.current = made
    made.start()
    setState('recording')
    timer.current = setTimeout(() => made.stop(), MAX_SECONDS * 1000)
  }
  /** Counts 3, 2, 1 on the picture, without a sound. */
  const record = () => {
    setState('counting')
    const tick = (left: number) => {
      setCount(left)
      if (left === 0) return begin()
      timer.current = setTimeout(() => tick(left - 1), 1000)
    }
    tick(COUNT_FROM)
  }
  const stop = () => {
    if (recorder.current?.state === 'recording') return recorder.current.stop()
    clearTimeout(timer.current)
    setState('ready')
  }
  const remove = (id: number) =>
    setTakes(before => {
      const gone = before.find(take => take.id === id)
      if (gone) URL.revokeObjectURL(gone.url)
      return before.filter(take => take !== gone)
    })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      for (const track of stream.current?.getTracks() ?? []) track.stop()
    },
    [],
  )
  return { state, count, takes, preview, turnOn, record, stop, add, remove }
}

/** The part to keep and the frame of the picture, in seconds. Null: the end, the middle. */
export interface Cut {
  from: number
  to: number | null
  posterAt: number | null
}

interface TakeEditorProps {
  take: Take
  onCut(cut: Cut): void
}

/** Plays a take in a loop, and chooses the part to keep and the frame of the picture. */
export const TakeEditor = ({ take, onCut }: TakeEditorProps) => {
  const video = useRef<HTMLVideoElement>(null)
  const [duration, setDuration] = useState(0)
  const [cut, setCut] = useState<Cut>({ from: 0, to: null, posterAt: null })
  const current = useRef(cut)
  current.current = cut
  const change = (part: Partial<Cut>) => {
    const next = { ...cut, ...part }
    setCut(next)
    onCut(next)
  }
  useEffect(() => {
    const shown = video.current
    if (!shown) return
    const onLength = () => {
      // A browser's own recording does not say how long it is until it was read to its end.
      if (shown.duration === Number.POSITIVE_INFINITY) shown.currentTime = 1e7
      else if (shown.duration > 0) setDuration(shown.duration)
    }
    const onTime = () => {
      const { from, to } = current.current
      if (shown.paused || !(shown.duration < 1e6)) return
      if (shown.currentTime >= (to ?? shown.duration) - 0.02 || shown.currentTime < from - 0.1) shown.currentTime = from
    }
    const onEnd = () => {
      shown.currentTime = current.current.from
      void shown.play().catch(() => {})
    }
    const events = { loadedmetadata: onLength, durationchange: onLength, timeupdate: onTime, ended: onEnd }
    for (const [name, listener] of Object.entries(events)) shown.addEventListener(name, listener)
    onLength()
    return () => {
      for (const [name, listener] of Object.entries(events)) shown.removeEventListener(name, listener)
    }
  }, [])
  const seek = (to: number) => {
    if (video.current) video.current.currentTime = to
  }
  const to = cut.to ?? duration
  return (
    <div className="take">
      <video
        ref={video}
        src={take.url}
        className="stage"
        muted
        playsInline
        controls
        aria-label={`${take.name}, take`}
      />
      <div className="take-cut">
        <label>
          Start <output>{clock(cut.from)}</output>
          <input
            type="range"
            min={0}
            max={duration || 1}
            step={0.01}
            value={cut.from}
            onChange={event => {
              const from = Math.min(Number(event.target.value), to - 0.3)
              change({ from: Math.max(0, from) })
              seek(from)
            }}
          />
        </label>
        <label>
          End <output>{clock(to)}</output>
          <input
            type="range"
            min={0}
            max={duration || 1}
            step={0.01}
            value={to}
            onChange={event => {
              const end = Math.max(Number(event.target.value), cut.from + 0.3)
              change({ to: end >= duration ? null : end })
              seek(end)
            }}
          />
        </label>
        <p>
          <Button type="button" look="quiet" onClick={() => change({ posterAt: video.current?.currentTime ?? null })}>
            Use this frame as picture
          </Button>{' '}
          <span className="soft" role="status">
            {cut.posterAt === null ? 'Without a choice it is the middle.' : `Picture at ${clock(cut.posterAt)}`}
          </span>
        </p>
      </div>
    </div>
  )
}
