import { useEffect, useRef, useState } from 'react'
import { failureMessages } from '#src/domain/failure.ts'
import { Button } from './button.tsx'

export const AWAY = failureMessages.away

/** Tries in a row that had no answer, and what to say of them beside AWAY. */
export interface Tries {
  count: number
  said: string
}

export const tryFailed = (before: Tries | null): Tries => {
  const count = (before?.count ?? 0) + 1
  return { count, said: count > 1 ? failureMessages.still(count, TIME.format()) : '' }
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

interface Props {
  retry: () => void
  busy: boolean
  /** Puts the focus where one goes on, once there was an answer. */
  after: () => void
  /** The pay and join pages say it in words of their own (spec §2). */
  koko: boolean
}

/** No answer from the server (spec §8, network error): what was being sent is sent again. */
export const Offline = ({ retry, busy, after, koko }: Props) => {
  const [tries, setTries] = useState(() => tryFailed(null))
  const title = useRef<HTMLHeadingElement>(null)
  const wasBusy = useRef(busy)
  const goOn = useRef(after)
  useEffect(() => {
    title.current?.focus()
    return () => goOn.current()
  }, [])
  useEffect(() => {
    // Still here after a try: it failed like the one before.
    if (wasBusy.current && !busy) setTries(tryFailed)
    wasBusy.current = busy
  }, [busy])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        Uh oh!
      </h2>
      {koko && <p className="lead">{failureMessages.koko}</p>}
      <div>
        <p>{AWAY}</p>
        <p className="still-away" role="status">
          {tries.said}
        </p>
      </div>
      <Button type="button" onClick={retry} busy={busy}>
        Try again
      </Button>
    </div>
  )
}
