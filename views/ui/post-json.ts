import type { Problem } from '#src/core/rules/problem.ts'
import type { CallBody, CallPath, CallReply } from './json-calls.ts'
import type { Failed } from './sending.ts'

/** An answer of our server. `message` is the server's sentence, else the status text. */
export type Answer<B = unknown> =
  | { kind: 'answered'; ok: true; status: number; body: B }
  | { kind: 'answered'; ok: false; status: number; body: Partial<Problem>; message: string }

/**
 * Posts JSON and reads the answer. A proxy may answer while the server is down: its body is not JSON, and over HTTP/2
 * it has no status text.
 */
export const postJson = async <P extends CallPath>(
  path: P,
  body: CallBody<P>,
): Promise<Answer<CallReply<P>> | Failed> => {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
    })
    const { ok, status, statusText } = answer
    const read = await answer.json().catch(() => null)
    if (ok) return read ? { kind: 'answered', ok, status, body: read } : { kind: 'offline' }
    if (status >= 500) return serverError(status, read?.error)
    return { kind: 'answered', ok, status, body: read ?? {}, message: read?.error ?? statusText }
  } catch {
    return { kind: 'offline' }
  }
}

/** Failed result of a 5xx answer, with the server's sentence if it sent one. */
export const serverError = (status: number, message?: string): Failed => ({ kind: 'error', status, message })
