import type { Note } from '../paths.ts'
import type { ScreenContext } from '../screen.ts'
import type { Saying } from '../ui/said.tsx'

/** The note of the address that a button to try again leads to. */
export const retry = async (done: Promise<boolean> | null): Promise<Note> => ((await done) ? 'again' : 'gone')

/** What that page then says. */
export const retried = ({ query }: ScreenContext, says: Record<Note, string>): Saying | null => {
  const { note } = query
  if (note === 'again') return { tone: 'good', text: says.again }
  return note === 'gone' ? { tone: 'problem', text: says.gone } : null
}
