import { useState } from 'react'
import { useTexts } from './texts.ts'

/** Failed call: no answer, or a server error that no field caused. */
export type Failed = { kind: 'offline' } | ServerError

interface ServerError {
  kind: 'error'
  status: number
  /** The server's sentence; `send` replaces a missing one. */
  message: string | undefined
  reason?: string | undefined
}

type Explained = ServerError & { message: string }

/**
 * State of a form that is sent without a page load. Show `error` and `toast` above the button, because no field is the
 * cause.
 */
export const useSending = () => {
  const texts = useTexts('ui')
  const [sending, setSending] = useState(false)
  const [offline, setOffline] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [toast, setToast] = useState<string | null>(null)

  const showError = (message: string | null) => {
    setToast(message)
    setError(message)
  }
  /** Returns null when there was no answer; `offline` is then true. */
  const send = async <A extends { kind: string }>(call: Promise<A | Failed>): Promise<A | Explained | null> => {
    setSending(true)
    showError(null)
    const answer = await call
    setSending(false)
    setOffline(answer.kind === 'offline')
    if (!isFailed(answer)) return answer
    if (answer.kind === 'offline') return null
    const message = answer.message ?? (answer.status === 500 ? texts.server : texts.unreachable)
    showError(message)
    return { ...answer, message }
  }
  return { sending, offline, error, toast, setToast, send }
}

const isFailed = (answer: { kind: string }): answer is Failed => answer.kind === 'offline' || answer.kind === 'error'
