import { useEffect, useRef, useState } from 'react'
import { clock } from '#src/signs/rules/sign-player.ts'
import { Button } from '../../ui/button.tsx'

/** The part to keep and the frame of the picture, in seconds. Null: the end, the middle. */
export interface Cut {
  from: number
  to: number | null
  posterAt: number | null
}

/** Plays a take in a loop, and chooses the part to keep and the frame of the picture. */
export const TakeEditor = ({ blob, name, onCut }: { blob: Blob; name: string; onCut(cut: Cut): void }) => {
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
    const address = URL.createObjectURL(blob)
    shown.src = address
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
      URL.revokeObjectURL(address)
    }
  }, [blob])
  const seek = (to: number) => {
    if (video.current) video.current.currentTime = to
  }
  const to = cut.to ?? duration
  return (
    <div className="take">
      <video ref={video} className="stage" muted playsInline controls aria-label={`${name}, take`} />
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
