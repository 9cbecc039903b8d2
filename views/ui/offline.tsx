import { useEffect, useRef, useState } from 'react'
import { failureMessages } from '#src/core/rules/failure-messages.ts'
import { Button } from './button.tsx'

export const AWAY = failureMessages.away

/** Count of failed tries in a row, and the sentence to show from the second one on. */
export interface Tries {
  count: number
  message: string
}

export const tryFailed = (before: Tries | null): Tries => {
  const count = (before?.count ?? 0) + 1
  return { count, message: count > 1 ? failureMessages.still(count, TIME.format()) : '' }
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

interface Props {
  retry: () => void
  busy: boolean
  /** Moves the focus back into the form after the server answered. */
  after: () => void
  /** Adds the network-error sentence of the pay and join pages. */
  withNetworkError: boolean
}

/** Shown when the server did not answer, with a button that sends the same call again. */
export const Offline = ({ retry, busy, after, withNetworkError }: Props) => {
  const [tries, setTries] = useState(() => tryFailed(null))
  const title = useRef<HTMLHeadingElement>(null)
  const wasBusy = useRef(busy)
  const afterRef = useRef(after)
  useEffect(() => {
    title.current?.focus()
    return () => afterRef.current()
  }, [])
  useEffect(() => {
    // Still mounted after a retry, so the retry failed too.
    if (wasBusy.current && !busy) setTries(tryFailed)
    wasBusy.current = busy
  }, [busy])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        Uh oh!
      </h2>
      {withNetworkError && <p className="lead">{failureMessages.networkError}</p>}
      <div>
        <p>{AWAY}</p>
        <p className="retry-status" role="status">
          {tries.message}
        </p>
      </div>
      <Button type="button" onClick={retry} busy={busy}>
        Try again
      </Button>
    </div>
  )
}
