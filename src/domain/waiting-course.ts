import { activationMessages } from './activation.ts'
import type { Product } from './product.ts'

/** The first day of term: courses that were launched and have no product yet (rules.md B3). */

export type OfferedProduct = Pick<Product, 'id' | 'productCode' | 'name'>
/** As an earlier course has it. */
type TaughtProduct = OfferedProduct & Pick<Product, 'isFree'>

/** What tells one course of a school from another, and like it. */
export interface CourseLikeness {
  id: number
  title: string | null
  label: string | null
  teacherIds: number[]
}

export interface WaitingCourse extends CourseLikeness {
  version: '1.1' | '1.3'
  contextId: string
  school: string
  teachers: string[]
  /** How many people are at its door. */
  students: number
  since: Date
  /** The newest person or teacher who came. */
  lastAt: Date
  /** A token to activate it by, where it is a 1.3 context and somebody is in it. */
  token: string | null
  suggestion: Suggestion | null
}

/** A course of the same school that has products. */
export interface EarlierCourse extends CourseLikeness {
  products: TaughtProduct[]
  createdAt: Date
  termStartsAt: Date | null
  termEndsAt: Date | null
}

export interface Suggestion {
  products: OfferedProduct[]
  /** Why we think so: staff decide, and must see what we went by. */
  because: string
}

const TERM =
  /\b(spring|summer|fall|autumn|winter|semester|term|quarter|section|sec|sp|su|fa|wi)\b|\b(19|20)?\d{2}[/-]?(19|20)?\d{2}\b|\b(sp|su|fa|wi|f|s)\d{2}\b/gi

/** What stays of a course's name from term to term: 'asl 101' of 'ASL 101 - Fall 2026'. */
export const courseStem = (name: string | null): string =>
  (name ?? '')
    .replace(TERM, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** What two courses are called alike by, in words; null: by nothing. A course's short name, its label, may be another's title. */
const alikeBy = (a: CourseLikeness, b: CourseLikeness): string | null => {
  const same = (one: string | null, other: string | null) =>
    courseStem(one) !== '' && courseStem(one) === courseStem(other)
  if (same(a.title, b.title)) return 'the same name'
  if (same(a.label, b.label)) return `the same label, ${b.label}`
  if (same(a.title, b.label)) return `its label, ${b.label}, is this course's name`
  return same(a.label, b.title) ? "its name is this course's label" : null
}

const sameTeacher = (a: CourseLikeness, b: CourseLikeness): boolean =>
  a.teacherIds.some(id => b.teacherIds.includes(id))

export const titleOf = ({ title, label }: Pick<CourseLikeness, 'title' | 'label'>, contextId = ''): string =>
  title ?? label ?? contextId

/** The term of a course as its LMS says it, else since when it is known here: courses of one name differ by it. */
const whenOf = ({ termStartsAt, termEndsAt, createdAt }: EarlierCourse, date: (instant: Date) => string): string => {
  if (!termEndsAt) return `since ${date(termStartsAt ?? createdAt)}`
  return termStartsAt ? `${date(termStartsAt)} to ${date(termEndsAt)}` : `until ${date(termEndsAt)}`
}

/**
 * The same as another: the newest course of the school with the same name and teacher, else the same name. It is most
 * often the one of the term before, and may be another section of this term. Otherwise a guess: what the school's new
 * courses get, else what the same teacher taught, else the school's last one. That one course was free is no reason for
 * another to be: only a school that has no other courses is offered it on a guess. Dates come as MM/DD/YY.
 */
export const suggest = (
  course: CourseLikeness,
  earlier: EarlierCourse[],
  defaults: OfferedProduct[],
  date: (instant: Date) => string,
): Suggestion | null => {
  const newest = earlier
    .filter(e => e.id !== course.id && e.products.length > 0)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
  const isTaughtAlike = (e: EarlierCourse) => sameTeacher(course, e)
  const as = (how: 'Same as' | 'Like', found: EarlierCourse, why: string): Suggestion => ({
    products: found.products,
    because: `${how} ${titleOf(found, 'a course')} (${whenOf(found, date)}): ${why}`,
  })
  const alike = newest.filter(e => alikeBy(course, e) !== null)
  const same = alike.find(isTaughtAlike) ?? alike[0]
  if (same) return as('Same as', same, `${alikeBy(course, same)}${isTaughtAlike(same) ? ', the same teacher' : ''}`)
  if (defaults.length > 0) return { products: defaults, because: 'What new courses of this school get' }
  const sold = newest.filter(e => e.products.some(p => !p.isFree))
  const guesses = sold.length > 0 ? sold : newest
  const guess = guesses.find(isTaughtAlike) ?? guesses[0]
  return guess ? as('Like', guess, isTaughtAlike(guess) ? 'the same teacher' : 'the last course of this school') : null
}

export const waitingMessages = {
  none: 'Choose at least one course.',
  product: activationMessages.product,
  oneProduct: activationMessages.oneProduct,
  unknownProduct: activationMessages.unknownProduct,
  schoolNotFound: 'School not found',
  activated: (names: string[]) =>
    names.length === 1
      ? `${names[0]} is activated. Its students can enter now.`
      : `${names.length} courses are activated. Their students can enter now.`,
  late: (names: string[]) =>
    `${names.join(', ')}: a colleague was faster, or the course is gone. Nothing was changed there.`,
  defaultsSaved: (school: string, codes: string[]) =>
    codes.length > 0
      ? `New courses of ${school} get ${codes.join(', ')} from their first launch on.`
      : `New courses of ${school} wait for staff.`,
} as const

/** A school, as what stands in front of new courses: a consumer (1.1) or a deployment (1.3). */
export interface SchoolDefaults {
  version: '1.1' | '1.3'
  /** The consumer's or the deployment's. */
  id: number
  name: string
  /** The consumer's key, or the issuer and the deployment. */
  key: string
  products: OfferedProduct[]
}
