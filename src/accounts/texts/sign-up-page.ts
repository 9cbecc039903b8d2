import type { Language } from '#src/core/rules/language.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'
import { asksFor } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { SignUpForm, SignUpPage, SignUpReason } from '../rules/sign-up-page.ts'

/** Returns the sentence of a refusal. /verify (`joins`) calls the code a pin number. */
export const signUpRefusalText = (reason: SignUpReason, language: Language, joins = false): RefusalText => {
  const { reasons, join, ui } = textsIn(language)
  const { faults } = join
  switch (reason) {
    case 'code_required':
      return { message: joins ? faults.pin_required : faults.code_required, field: 'magic_code' }
    case 'code_too_short':
      return { message: joins ? faults.pin_wrong : ui.wrongCode, field: 'magic_code' }
    case 'wrong_code':
      return { message: joins ? faults.pin_wrong : ui.wrongCode }
    case 'too_many_wrong_codes':
      return { message: reasons.too_many_wrong_pins }
    case 'code_just_sent':
    case 'too_many_codes':
      return { message: reasons[reason] }
    default:
      return { message: reasons[reason], field: 'recaptcha_response' }
  }
}

/** Adds the facts of a course to the state of its sign-up page. */
export const signUpPage = (
  form: SignUpForm,
  course: JoinCourse,
  language: Language,
  state: Pick<SignUpPage, 'step' | 'captcha' | 'typed' | 'problems' | 'note'>,
): SignUpPage => ({
  form,
  token: course.joinToken,
  asks: asksText(course, language),
  emailDomain: course.emailDomain,
  isK12: course.school.isK12,
  ...state,
})

const asksText = (course: JoinCourse, language: Language): string | null => {
  const asks = asksFor(course, course.school)
  return asks && textsIn(language).sentences.asks[asks]
}
