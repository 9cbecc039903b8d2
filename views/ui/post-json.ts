/** What our server said to a call. */
export interface Answer {
  ok: boolean
  status: number
  body: Record<string, unknown>
  /** Where it is not ok: the server's sentence, else the status text (spec §8). */
  message: string
}

/**
 * Posts JSON and reads the answer. Null: there was none of ours. That is so where the network fails, and where what stands
 * between us and a server that is away answers in its place: its page is no JSON, and over HTTP/2 it has no status text.
 */
export const postJson = async (path: string, body: object): Promise<Answer | null> => {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { ok, status, statusText } = answer
    const read = await answer.json().catch(() => null)
    if (ok) return read && { ok, status, body: read, message: '' }
    const message = read?.error ?? statusText
    if (!message || (status > 500 && !read?.error)) return null
    return { ok, status, body: read ?? {}, message }
  } catch {
    return null
  }
}
