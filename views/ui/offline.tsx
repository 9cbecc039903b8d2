import { useEffect, useRef } from 'react'
import { failureMessages } from '#src/domain/failure.ts'
import { Button } from './button.tsx'

export const AWAY = failureMessages.away

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
  const title = useRef<HTMLHeadingElement>(null)
  const goOn = useRef(after)
  useEffect(() => {
    title.current?.focus()
    return () => goOn.current()
  }, [])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        Uh oh!
      </h2>
      {koko && <p className="lead">{failureMessages.koko}</p>}
      <p>{AWAY}</p>
      <Button type="button" onClick={retry} busy={busy}>
        Try again
      </Button>
    </div>
  )
}
