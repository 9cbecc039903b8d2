import type { FeedbackText } from '../answer.ts'
import type { Note } from '../paths.ts'
import type { ScreenContext } from '../screen.ts'

/** Returns the note for the URL that a retry redirects to. */
export const retryNote = async (done: Promise<{ ok: boolean }> | null): Promise<Note> =>
  (await done)?.ok ? 'again' : 'gone'

/** Turns the note in the URL into a message. */
export const readRetryNote = ({ query }: ScreenContext, messages: Record<Note, string>): FeedbackText | null => {
  const { note } = query
  if (note === 'again') return { tone: 'good', text: messages.again }
  return note === 'gone' ? { tone: 'problem', text: messages.gone } : null
}
