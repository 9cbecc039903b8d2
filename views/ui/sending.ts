import { useState } from 'react'

/** Why a call came to nothing: there was no answer, or one that has nothing to do with what a field holds. */
export type Failed = { kind: 'offline' } | { kind: 'broken'; status: number; message: string }

/**
 * What a form shows that is sent without leaving the page: it is on its way, there was no answer, what went wrong on our
 * side, a passing notice. The last two are said above the button, since nothing in a field is the cause.
 */
export const useSending = () => {
  const [sending, setSending] = useState(false)
  const [offline, setOffline] = useState(false)
  const [broken, setBroken] = useState<string | null>(null)
  const [toast, setToast] = useState<string | null>(null)

  const say = (message: string | null) => {
    setToast(message)
    setBroken(message)
  }
  /** Null: there was no answer, and `offline` says so. */
  const answerTo = async <A extends { kind: string }>(call: Promise<A | Failed>): Promise<Answered<A> | null> => {
    setSending(true)
    say(null)
    const answer = await call
    setSending(false)
    setOffline(answer.kind === 'offline')
    if (answer.kind === 'broken') say((answer as Failed & { kind: 'broken' }).message)
    return answer.kind === 'offline' ? null : (answer as Answered<A>)
  }
  return { sending, offline, broken, toast, setToast, answerTo }
}

type Answered<A> = Exclude<A | Failed, { kind: 'offline' }>
