import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useTexts } from './texts.ts'

/** Ends a notice after a delay, but not while pointer or focus hold it (WCAG 2.2.1). Returns how to cancel it. */
export const autoHide = (milliseconds: number, isHeld: () => boolean, end: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (isHeld()) return
    clearInterval(timer)
    end()
  }, milliseconds)
  return () => clearInterval(timer)
}

/** Temporary notice, whose text the page repeats. It stays while the pointer is on it. */
export const Toast = ({ message, milliseconds }: { message: string; milliseconds: number }) => {
  const texts = useTexts('ui')
  const [shown, setShown] = useState(true)
  useEffect(() => {
    setShown(true)
    return autoHide(
      milliseconds,
      () => document.querySelector('.toast:hover') !== null,
      () => setShown(false),
    )
  }, [milliseconds])
  if (!shown) return null
  return (
    <div className="toast" role="status">
      <strong>{texts.notification}</strong>
      <span>{message}</span>
    </div>
  )
}

interface OfflineProps {
  retry: () => void
  busy: boolean
  /** Moves the focus back into the form after the server answered. */
  after: () => void
  /** Adds the network-error sentence of the pay and join pages. */
  withNetworkError: boolean
}

/** Shown when the server did not answer, with a button that sends the same call again. */
export const Offline = ({ retry, busy, after, withNetworkError }: OfflineProps) => {
  const texts = useTexts('ui')
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
          {tries > 1 && texts.stillAway(tries)}
        </p>
      </div>
      <Button type="button" onClick={retry} busy={busy}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
