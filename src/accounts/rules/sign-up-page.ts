import type { AllProblems } from '#src/core/rules/form.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { openedUnits } from '#src/courses/rules/product.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import type { CaptchaNeed, CaptchaReason } from './captcha.ts'

/** Reasons to refuse a sign-up or its code. */
export type SignUpReason =
  | CaptchaReason
  | 'code_just_sent'
  | 'too_many_codes'
  | 'code_required'
  | 'code_too_short'
  | 'wrong_code'
  | 'too_many_wrong_codes'

/**
 * The two sign-up forms: /pay has one name field and a code; /verify has two name fields, a repeated password and a pin
 * number.
 */
export type SignUpForm = 'pay' | 'join'

/** Props of the sign-up page, for server and browser. */
export interface SignUpPage {
  form: SignUpForm
  /** Token of the join link. */
  token: string
  step: 'email' | 'magic_code'
  /** Label of the step after sign-up; null if there is none. */
  asks: string | null
  emailDomain: string | null
  /** K-12 school: the form shows a line for parents. */
  isK12: boolean
  captcha: CaptchaNeed
  /** Values to show again after an error; never a password. `code` is the pin number on /verify. */
  typed: Record<'name' | 'first_name' | 'last_name' | 'email' | 'code', string>
  problems: AllProblems
  note: string | null
}

/** Returns the slots of signed help for a step of sign-up, the most exact first. */
export const signUpSlots = ({ step, problems }: Pick<SignUpPage, 'step' | 'problems'>): HelpSlot[] => {
  if (step === 'email') return ['sign-up']
  return Object.keys(problems).length > 0 ? ['sign-up-code-wrong', 'sign-up-code'] : ['sign-up-code']
}

/** Slots of the steps that a script shows without a page load. */
export const laterSignUpSlots: HelpSlot[] = ['sign-up', 'sign-up-code', 'sign-up-code-wrong']

/** Course facts above the form: teachers and units. */
export const courseShown = (name: string, course: Pick<JoinCourse, 'teachers' | 'products' | 'school'>) => ({
  name,
  school: course.school.name,
  teachers: course.teachers.map(t => t.name),
  units: course.products.length > 0 ? openedUnits(course.products.flatMap(p => p.unitsForTeacher)) : [],
})

export type CourseShown = ReturnType<typeof courseShown>

/** Formats unit numbers: '1 to 6' or '1 to 6 and 13 to 18'. */
export const unitRanges = (units: number[], { to, and }: { to: string; and: string }): string => {
  const ranges: [number, number][] = []
  for (const unit of units) {
    const last = ranges.at(-1)
    if (last && last[1] === unit - 1) last[1] = unit
    else ranges.push([unit, unit])
  }
  const words = ranges.map(([from, last]) => (from === last ? `${from}` : `${from} ${to} ${last}`))
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}` : (words[0] ?? '')
}
