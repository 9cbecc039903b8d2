import type { CaptchaNeed } from './captcha.ts'
import { asksFor } from './course.ts'
import type { AllProblems } from './form.ts'
import type { JoinCourse } from './join-course.ts'
import { openedUnits } from './product.ts'

/** /pay takes one name and asks for a code; /verify takes two, a password twice, and asks for a pin number (spec §2). */
export type SignUpForm = 'pay' | 'join'

/** What was typed, to stand there again after a problem; never a password. */
export interface SignUpTyped {
  name: string
  first_name: string
  last_name: string
  email: string
  /** Of the message: the code on /pay, the pin number on /verify. */
  code: string
}

/** All that the sign-up draws, the same on the server and in the browser. */
export interface SignUpPage {
  form: SignUpForm
  /** Of the join link. */
  token: string
  step: 'email' | 'magic_code'
  /** The name of the step that comes after the sign-up; null: there is none. */
  asks: string | null
  emailDomain: string | null
  /** A school for children: a line about parents stands on the form (rules.md F3). */
  isK12: boolean
  captcha: CaptchaNeed
  typed: SignUpTyped
  problems: AllProblems
  note: { tone: 'plain' | 'problem'; text: string } | null
}

const nothingTyped: SignUpTyped = { name: '', first_name: '', last_name: '', email: '', code: '' }

export const signUpPage = (form: SignUpForm, course: JoinCourse, captcha: CaptchaNeed): SignUpPage => ({
  form,
  token: course.joinToken,
  step: 'email',
  asks: asksFor(course, course.school),
  emailDomain: course.emailDomain,
  isK12: course.school.isK12,
  captcha,
  typed: nothingTyped,
  problems: {},
  note: null,
})

/** What stands about a course above the form: who teaches it and what is in it. */
export interface CourseShown {
  name: string
  school: string
  teachers: string[]
  units: number[]
}

export const courseShown = (
  name: string,
  course: Pick<JoinCourse, 'teachers' | 'products' | 'school'>,
): CourseShown => ({
  name,
  school: course.school.name,
  teachers: course.teachers.map(t => t.name),
  units: course.products.length > 0 ? openedUnits(course.products.flatMap(p => p.unitsForTeacher)) : [],
})

/** '1 to 6' or '1 to 6 and 13 to 18': unit numbers as people say them. */
export const unitRanges = (units: number[]): string => {
  const ranges: [number, number][] = []
  for (const unit of units) {
    const last = ranges.at(-1)
    if (last && last[1] === unit - 1) last[1] = unit
    else ranges.push([unit, unit])
  }
  const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`))
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}
