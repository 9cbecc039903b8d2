import { accessEnd } from '#src/courses/rules/access-end.ts'
import { endPeriod, giveAccess, removeByStaff } from './access.ts'
import { arrival, daysAfter, minutesAfter } from './calendar.ts'
import type { CodeStock } from './codes.ts'
import type { TermCourse } from './courses.ts'
import type { Maker } from './maker.ts'
import { buy, leaveCheckout } from './payments.ts'
import { makePerson } from './people.ts'
import { addStudentRow, agree, attachCode, type TermStudent } from './student-row.ts'

type Way = 'code' | 'card' | 'staff' | 'none'

/** Gives students of a school access in different ways. Some never get it. */
const waysOf = ({ acceptsPayment, acceptsAccessCode }: Maker['school']): (readonly [Way, number])[] => [
  ['code', acceptsAccessCode ? 47 : 0],
  ['card', acceptsPayment ? 42 : 0],
  ['staff', 1.5],
  ['none', acceptsPayment && acceptsAccessCode ? 8 : 5],
]

/** Makes one student of a course, with everything that happened to them until now. */
export const makeStudent = (maker: Maker, course: TermCourse, number: number, stocks: CodeStock[]): TermStudent => {
  const { random, now, school } = maker
  const at = cameAt(maker, course)
  const signsUp = school.isHosted && course.kind === 'sold' && random.chance(0.5)
  const person = makePerson(maker, { at, number, how: signsUp ? 'sign-up' : 'student' })
  const student = addStudentRow(maker, { course, person, at, signsUp })
  if (course.kind === 'waiting') return student
  // A course opens for the students who came before it was activated when they come back.
  const from = at > course.activatedAt ? at : minutesAfter(course.activatedAt, random.longTailed(300, 1))
  const way = course.kind === 'free' ? 'free' : random.weighted(waysOf(school))
  const inAt = minutesAfter(from, waitOf(maker, way))
  if (way === 'none' || inAt >= minutesAfter(now, -1)) {
    linger(maker, student, from, stocks)
    return student
  }
  if (way !== 'free' && way !== 'staff') agree(student, minutesAfter(inAt, -1))
  const end = accessEnd(course, school, inAt).at
  if (way === 'card') buy(maker, student, { at: inAt, end, products: course.products, stocks })
  else {
    if (way === 'code')
      for (const i of course.products.keys())
        attachCode(maker, student, { at: inAt, stock: stocks[i]!, product: course.products[i]! })
    giveAccess(maker, student, { at: inAt, end, source: way })
    if (way === 'code' && random.chance(0.006)) removeByStaff(maker, student, { after: inAt, end })
  }
  if (end <= now) endPeriod(maker, student, end)
  return student
}

const cameAt = ({ random, now }: Maker, course: TermCourse): Date => {
  if (course.kind === 'waiting')
    return new Date(random.between(course.createdAt.getTime(), minutesAfter(now, -20).getTime()))
  const at = arrival(random, course.term)
  return at > course.createdAt ? at : minutesAfter(course.createdAt, random.between(60, 6000))
}

/** Minutes from the first page to access. Some students wait for days until they have a code. */
const waitOf = ({ random }: Maker, way: Way | 'free'): number => {
  if (way === 'free') return 0
  if (way === 'staff') return random.longTailed(1500, 0.8)
  if (way === 'code' && random.chance(0.25)) return random.longTailed(2200, 0.8)
  return random.longTailed(way === 'card' ? 5 : 3.5, 0.9)
}

/** A student who is not in yet: some agreed, some tried a wrong code, some left the checkout, some have one of two codes. */
const linger = (maker: Maker, student: TermStudent, from: Date, stocks: CodeStock[]): void => {
  const { random, school, now, add } = maker
  if (from >= minutesAfter(now, -2) || random.chance(0.4)) return
  agree(student, minutesAfter(from, 1))
  const { products } = student.course
  if (products.length > 1 && school.acceptsAccessCode && random.chance(0.5))
    attachCode(maker, student, { at: minutesAfter(from, 2), stock: stocks[0]!, product: products[0]! })
  if (school.acceptsAccessCode && random.chance(0.3))
    add('codeTries', {
      subjectKind: student.kind,
      subjectId: student.id,
      codeHash: random.uuid().slice(0, 16),
      couponId: null,
      answer: 'code_unknown',
      count: 1 + random.below(4),
      firstAt: minutesAfter(from, 2),
      lastAt: minutesAfter(from, 2),
    })
  if (school.acceptsPayment && products.length === 1 && random.chance(0.4) && from < daysAfter(now, -2))
    leaveCheckout(maker, student, minutesAfter(from, 3))
}
