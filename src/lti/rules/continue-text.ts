import type { Launch } from './launch.ts'

/** Returns the name of a launch's person; null when the LMS shares none. */
const nameOf = ({ name, givenName, familyName }: Launch['person']): string | null =>
  name ?? ([givenName, familyName].filter(Boolean).join(' ') || null)

/** Texts of the page that asks to continue: its button, and when not to press it. */
export const continueText = ({ person, course }: Pick<Launch, 'person' | 'course'>) => {
  const name = nameOf(person)
  const title = course.title ?? course.label ?? 'your course'
  return name
    ? {
        button: `Continue as ${name} in ${title}`,
        check: 'Is this not your name? Close this page and open the link from your own course.',
      }
    : {
        button: `Continue to ${title}`,
        check: 'Is this not your course? Close this page and open the link from your own course.',
      }
}
