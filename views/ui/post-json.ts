import { failureMessages } from '#src/domain/failure.ts'
import type { Failed } from './sending.ts'

/** What our server said to a call. */
export interface Answer {
  kind: 'answered'
  ok: boolean
  status: number
  body: Record<string, unknown>
  /** Where it is not ok: the server's sentence, else the status text (spec §8). */
  message: string
}

/**
 * Posts JSON and reads the answer. What stands between us and a server that is away may answer in its place: its page is no
 * JSON, and over HTTP/2 it has no status text.
 */
export const postJson = async (path: string, body: object): Promise<Answer | Failed> => {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { ok, status, statusText } = answer
    const read = await answer.json().catch(() => null)
    if (ok) return read ? { kind: 'answered', ok, status, body: read, message: '' } : { kind: 'offline' }
    if (status >= 500) return broken(status, read?.error)
    return { kind: 'answered', ok, status, body: read ?? {}, message: read?.error ?? statusText }
  } catch {
    return { kind: 'offline' }
  }
}

/** By the sentence of the answer, else by what its status says. */
export const broken = (status: number, message?: string): Failed => ({
  kind: 'broken',
  status,
  message: message ?? (status === 500 ? failureMessages.server : failureMessages.unreachable),
})
