import type { Texts } from '#src/core/rules/languages/texts.ts'
import type { Launch } from './launch.ts'

/** Returns the name of a launch's person; null when the LMS shares none. */
const nameOf = ({ name, givenName, familyName }: Launch['person']): string | null =>
  name ?? ([givenName, familyName].filter(Boolean).join(' ') || null)

/** Texts of the page that asks to continue: its button, and when not to press it. */
export const continueText = ({ person, course }: Pick<Launch, 'person' | 'course'>, texts: Texts['launch']) => {
  const name = nameOf(person)
  const title = course.title ?? course.label ?? texts.yourCourse
  return name
    ? { button: texts.continueAs(name, title), check: texts.notYourName }
    : { button: texts.continueTo(title), check: texts.notYourCourse }
}
