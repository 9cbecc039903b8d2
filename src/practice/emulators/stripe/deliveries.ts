import { createHmac, randomBytes } from 'node:crypto'

/** Delivery of events: immediately, twice, delayed, in pairs with the order reversed, or only on request. */
type Delivery = 'once' | 'twice' | 'late' | 'reversed' | 'never'

interface SentEvent {
  id: string
  type: string
  body: string
  /** Status of each delivery. */
  answers: number[]
}

const LATE_MS = 3000
/** Stripe retries for three days; the emulator stops sooner. */
const RETRY_AFTER_MS = [200, 1000, 5000]

/** Signs and sends events. Retries those not answered with 2xx. */
export const makeDeliveries = (now: () => Date, secret: string, webhookUrl: () => string | null) => {
  const events: SentEvent[] = []
  let mode: Delivery = 'once'
  let waiting: SentEvent | null = null
  let closed = false

  const sign = (body: string): string => {
    const at = Math.floor(now().getTime() / 1000)
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }

  const send = async (event: SentEvent): Promise<number> => {
    const url = webhookUrl()
    if (!url) return 0
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(event.body) }
    const status = await fetch(url, { method: 'POST', headers, body: event.body }).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    event.answers.push(status)
    return status
  }
  const sendWithRetries = async (event: SentEvent, tries = RETRY_AFTER_MS): Promise<void> => {
    const status = await send(event)
    const [wait, ...more] = tries
    if (status >= 200 && status < 300) return
    if (wait !== undefined && !closed) setTimeout(() => void sendWithRetries(event, more), wait).unref()
  }

  return {
    events,
    setMode(next: Delivery) {
      mode = next
    },
    close() {
      closed = true
    },
    emit(type: string, object: object) {
      const id = `evt_${randomBytes(12).toString('hex')}`
      const created = Math.floor(now().getTime() / 1000)
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28.endive',
        created,
        livemode: false,
        type,
        data: { object },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      })
      const event: SentEvent = { id, type, body, answers: [] }
      events.push(event)
      // Sent after the reply to the causing call, like Stripe.
      setImmediate(() => {
        if (closed || mode === 'never') return
        if (mode === 'late') return void setTimeout(() => void sendWithRetries(event), LATE_MS).unref()
        if (mode === 'reversed') {
          const first = waiting
          waiting = first ? null : event
          return void (first && sendWithRetries(event).then(() => sendWithRetries(first)))
        }
        void sendWithRetries(event)
        if (mode === 'twice') void sendWithRetries(event)
      })
    },
    /** Sends an event now and returns the reply's status. */
    deliver(id: string): Promise<number> {
      const event = events.find(e => e.id === id)
      return event ? send(event) : Promise.resolve(0)
    },
  }
}
