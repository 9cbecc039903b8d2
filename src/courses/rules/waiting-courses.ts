import type { Product } from './product.ts'

/** Courses that were launched and have no product yet. */

/** Waiting courses that are listed. */
export const MOST_WAITING = 200

export type OfferedProduct = Pick<Product, 'id' | 'productCode' | 'name'>
type TaughtProduct = OfferedProduct & Pick<Product, 'isFree'>

/** Fields that identify similar courses of a school. */
interface CourseLikeness {
  id: number
  title: string | null
  label: string | null
  teacherIds: number[]
}

export interface WaitingCourse extends CourseLikeness {
  version: '1.1' | '1.3'
  contextId: string
  school: string
  schoolId: number
  teachers: string[]
  /** Number of people who opened it. */
  students: number
  since: Date
  suggestion: Suggestion | null
}

export interface EarlierCourse extends CourseLikeness {
  products: TaughtProduct[]
  createdAt: Date
  /** When the course began: on the date of the LMS, or else with its first launch. */
  beganAt: Date
}

export interface Suggestion {
  products: OfferedProduct[]
  /** Reason of the suggestion, shown to staff, who decide. */
  because: string
  /** The products of some other course. Staff choose before they activate. */
  isGuess: boolean
}

const TERM =
  /\b(spring|summer|fall|autumn|winter|semester|term|quarter|section|sec|sp|su|fa|wi)\b|\b(19|20)?\d{2}[/-]?(19|20)?\d{2}\b|\b(sp|su|fa|wi|f|s)\d{2}\b/gi

/** Returns the name without its term: 'asl 101' for 'ASL 101 - Fall 2026'. */
export const courseStem = (name: string | null): string =>
  (name ?? '')
    .replace(TERM, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const stemsOf = ({ title, label }: CourseLikeness): string[] =>
  [title, label].map(courseStem).filter(stem => stem !== '')

const sameName = (a: CourseLikeness, b: CourseLikeness): boolean => stemsOf(a).some(stem => stemsOf(b).includes(stem))

const sameTeacher = (a: CourseLikeness, b: CourseLikeness): boolean =>
  a.teacherIds.some(id => b.teacherIds.includes(id))

export const titleOf = ({ title, label }: Pick<CourseLikeness, 'title' | 'label'>, contextId = ''): string =>
  title ?? label ?? contextId

const guessOf = ({ products }: EarlierCourse): string => `Guess: ${products.map(p => p.productCode).join(' + ')}, as in`

/**
 * Suggests products for a course. First: the newest course of the school with the same name or label, preferably with
 * the same teacher. Else a guess: the school's default products, then the same teacher's last course, then the school's last
 * course. A free course is guessed only if the school has no other. A course of LTI 1.3 has one product, so several are
 * never suggested for it. `date` formats as MM/DD/YY.
 */
export const suggest = (
  course: CourseLikeness & Pick<WaitingCourse, 'version'>,
  earlier: EarlierCourse[],
  defaults: OfferedProduct[],
  date: (instant: Date) => string,
): Suggestion | null => {
  const fits = ({ length }: unknown[]) => length === 1 || (length > 1 && course.version === '1.1')
  const newest = earlier
    .filter(e => e.id !== course.id && fits(e.products))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
  const isTaughtAlike = (e: EarlierCourse) => sameTeacher(course, e)
  const sameAs = (found: EarlierCourse, why: string, isGuess = false): Suggestion => ({
    products: found.products,
    isGuess,
    because: `${isGuess ? guessOf(found) : 'Same as'} “${titleOf(found, 'a course')}” (since ${date(found.beganAt)}): ${why}`,
  })
  const alike = newest.filter(e => sameName(course, e))
  const same = alike.find(isTaughtAlike) ?? alike[0]
  if (same) return sameAs(same, `the same name or label${isTaughtAlike(same) ? ', the same teacher' : ''}`)
  if (fits(defaults)) return { products: defaults, isGuess: false, because: 'The default products of this school' }
  const sold = newest.filter(e => e.products.some(p => !p.isFree))
  const guesses = sold.length > 0 ? sold : newest
  const guess = guesses.find(isTaughtAlike) ?? guesses[0]
  return guess ? sameAs(guess, `the ${isTaughtAlike(guess) ? 'teacher' : 'school'}'s newest course`, true) : null
}

export const waitingMessages = {
  activated: (names: string[]) =>
    names.length === 1
      ? `${names[0]} is activated. Students can use it now.`
      : `${names.length} courses are activated. Students can use them now.`,
  late: (names: string[]) =>
    `${names.join(', ')}: a colleague already changed this, or it no longer exists. Nothing was changed.`,
  /** Both sentences, for courses activated together. */
  result: (activated: string[], late: string[]): string =>
    [
      ...(activated.length > 0 ? [waitingMessages.activated(activated)] : []),
      ...(late.length > 0 ? [waitingMessages.late(late)] : []),
    ].join(' '),
  saved: ({ name, products }: { name: string; products: OfferedProduct[] }) =>
    products.length > 0
      ? `New courses of ${name} now start with ${products.map(p => p.productCode).join(', ')}.`
      : `New courses of ${name} now wait for staff.`,
} as const
