import { useState } from 'react'

/** What a form shows that is sent without leaving the page: it is on its way, there was no answer, a passing notice. */
export const useSending = () => {
  const [sending, setSending] = useState(false)
  const [offline, setOffline] = useState(false)
  const [toast, setToast] = useState<string | null>(null)

  /** Null: there was no answer, and `offline` says so. */
  const answerTo = async <A extends { kind: string }>(call: Promise<A>): Promise<Answered<A> | null> => {
    setSending(true)
    setToast(null)
    const answer = await call
    setSending(false)
    setOffline(answer.kind === 'offline')
    return answer.kind === 'offline' ? null : (answer as Answered<A>)
  }
  return { sending, offline, toast, setToast, answerTo }
}

type Answered<A> = Exclude<A, { kind: 'offline' }>
