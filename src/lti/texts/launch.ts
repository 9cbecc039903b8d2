import type { Language } from '#src/core/rules/language.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { type Launch, nameOf } from '../rules/launch.ts'
import type { RefusalReason } from '../rules/launch-refusals.ts'

/** Texts of the page that asks to continue: its button, and when not to press it. */
export const continueText = ({ person, course }: Pick<Launch, 'person' | 'course'>, texts: Texts['launch']) => {
  const name = nameOf(person)
  const title = course.title ?? course.label ?? texts.yourCourse
  return name
    ? { button: texts.continueAs(name, title), check: texts.notYourName }
    : { button: texts.continueTo(title), check: texts.notYourCourse }
}

/** Returns what the page of a refused launch says to everybody. */
export const refusalText = (reason: RefusalReason, language: Language): Texts['launchRefusals'][RefusalReason] =>
  textsIn(language).launchRefusals[reason]
