import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

export const AWAY = 'We could not reach the server. Check your connection, then try again. Nothing you entered is lost.'

interface Props {
  retry: () => void
  busy?: boolean
  /** A page's own words for it. */
  what?: string
}

/** No answer from the server (spec §8, network error): what was being sent is sent again. */
export const Offline = ({ retry, busy = false, what }: Props) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        Uh oh!
      </h2>
      {what && <p className="lead">{what}</p>}
      <p>{AWAY}</p>
      <Button type="button" onClick={retry} busy={busy}>
        Try again
      </Button>
    </div>
  )
}
