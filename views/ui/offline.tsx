import { useEffect, useRef, useState } from 'react'
import { localeOf } from '#src/core/rules/languages/language.ts'
import { Button } from './button.tsx'
import { useLanguage, useTexts } from './texts.ts'

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
  const texts = useTexts('ui')
  const locale = localeOf(useLanguage())
  const [tries, setTries] = useState(1)
  const title = useRef<HTMLHeadingElement>(null)
  const wasBusy = useRef(busy)
  const afterRef = useRef(after)
  useEffect(() => {
    title.current?.focus()
    return () => afterRef.current()
  }, [])
  useEffect(() => {
    // Still mounted after a retry, so the retry failed too.
    if (wasBusy.current && !busy) setTries(count => count + 1)
    wasBusy.current = busy
  }, [busy])
  return (
    <div className="offline">
      <h2 ref={title} tabIndex={-1}>
        {texts.uhOh}
      </h2>
      {withNetworkError && <p className="lead">{texts.networkError}</p>}
      <div>
        <p>{texts.away}</p>
        <p className="retry-status" role="status">
          {tries > 1 && texts.still(tries, clockTime(locale))}
        </p>
      </div>
      <Button type="button" onClick={retry} busy={busy}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

/** Returns the time of day, like '3:07 PM'. */
export const clockTime = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format()
