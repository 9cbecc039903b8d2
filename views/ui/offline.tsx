import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/** No answer from the server (spec §8, network error): what was being sent is sent again. */
export const Offline = ({ retry, busy = false }: { retry: () => void; busy?: boolean }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        Uh oh!
      </h2>
      <p>We could not reach the server. Check your connection, then try again. Nothing you entered is lost.</p>
      <Button type="button" onClick={retry} busy={busy}>
        Try again
      </Button>
    </div>
  )
}
