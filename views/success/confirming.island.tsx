import { useEffect } from 'react'
import type { SuccessPage } from '#src/domain/success.ts'
import { island } from '../island.ts'
import { PaymentState } from './payment-state.tsx'

/** Each wait is longer than the one before: about three minutes in all. */
const WAITS_MS = [1500, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 45_000, 60_000]

/** Looks again by itself, and shows the page anew once there is something new to show. */
const Confirming = (props: { page: SuccessPage; here: string }) => {
  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const look = ([wait, ...more]: number[]) => {
      if (wait === undefined) return
      timer = setTimeout(async () => {
        const text = await fetch(location.href).then(
          answer => (answer.ok ? answer.text() : null),
          () => null,
        )
        if (stopped) return
        // A server that is away or busy for a moment has nothing new to show.
        if (text === null || text.includes('data-confirming')) look(more)
        else location.reload()
      }, wait)
    }
    look(WAITS_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [])
  return (
    <div data-confirming aria-live="polite">
      <PaymentState {...props} />
    </div>
  )
}

export default island('success/confirming', Confirming)
