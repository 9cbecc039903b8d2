import type { Texts } from '#src/texts/catalogues.ts'
import { type Launch, nameOf } from '../rules/launch.ts'

/** Texts of the page that asks to continue: its button, and when not to press it. */
export const continueText = ({ person, course }: Pick<Launch, 'person' | 'course'>, texts: Texts['launch']) => {
  const name = nameOf(person)
  const title = course.title ?? course.label ?? texts.yourCourse
  return name
    ? { button: texts.continueAs(name, title), check: texts.notYourName }
    : { button: texts.continueTo(title), check: texts.notYourCourse }
}
