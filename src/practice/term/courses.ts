import type { TermRow } from '../store/term-tables.ts'
import { dayBefore, daysAfter, minutesAfter, type Term } from './calendar.ts'
import type { Maker, TermProduct } from './maker.ts'
import type { TermPerson } from './people.ts'
import type { Random } from './random.ts'

export interface TermCourse {
  id: number
  term: Term
  contextId: string
  title: string
  /** The products that a student needs. */
  products: TermProduct[]
  /** 'waiting': launched and not activated. */
  kind: 'sold' | 'free' | 'waiting'
  termEndsAt: Date | null
  accessUntil: Date | null
  createdAt: Date
  activatedAt: Date
  students: number
  canvasCourseId: string | null
}

interface Wanted {
  term: Term
  number: number
  students: number
  teachers: TermPerson[]
}

/** Shares of this autumn's courses. */
const WAITS = 0.02
const CLOSES_SOON = 0.03
const IS_FREE = 0.012

/** The products of a course by level, with their shares. */
const LEVELS: [levels: [number, ...number[]], share: number][] = [
  [[0], 58],
  [[1], 27],
  [[2], 10],
  [[0, 1], 5],
]

export const makeCourse = (maker: Maker, wanted: Wanted): TermCourse => {
  const { random, add, school, schoolId, now } = maker
  const { term, number, students, teachers } = wanted
  const isNow = term.endsAt > now
  const level = random.weighted(LEVELS)
  const kind = isNow && random.chance(WAITS) ? 'waiting' : random.chance(IS_FREE) ? 'free' : 'sold'
  // A 1.3 course has one product.
  const levels = school.version === '1.3' ? level.slice(0, 1) : level
  const sold = levels.map(l => maker.products[l]!)
  const createdAt =
    kind === 'waiting' ? daysAfter(now, -random.between(1, 12)) : daysAfter(term.startsAt, -random.between(2, 20))
  const activatedAt = minutesAfter(createdAt, random.longTailed(600, 0.9))
  const dates = datesOf(maker, term, isNow)
  const title = titleOf(maker, { level: level[0], term, number, isFree: kind === 'free', teacher: teachers[0] })
  const contextId = contextIdOf(maker, number)
  const canvasCourseId = school.isHosted ? String(100_000 + school.index * 1000 + number) : null
  const id = add('courses', {
    consumerId: school.version === '1.1' ? schoolId : null,
    deploymentId: school.version === '1.3' ? schoolId : null,
    contextId,
    title,
    label: title.split(/[:,]/)[0]!,
    canvasCourseId,
    canvasDomain: school.isHosted ? 'canvas.example' : null,
    workflowState: 'available',
    termStartsAt: dates.termEndsAt && term.startsAt,
    ...dates,
    expiresAt: random.chance(0.15) ? daysAfter(term.startsAt, 42) : null,
    allowsWts: random.chance(0.6),
    joinToken: `c_${random.text(32)}`,
    waitingToldAt: kind === 'waiting' ? minutesAfter(createdAt, 10) : null,
    createdAt,
    updatedAt: createdAt,
  })
  for (const teacher of teachers) teach(maker, { courseId: id, teacher, at: createdAt })
  if (kind !== 'waiting')
    activate(maker, { id, at: activatedAt, products: kind === 'free' ? [maker.freeProduct] : sold })
  const products = kind === 'sold' ? sold : []
  return { id, term, contextId, title, products, kind, ...dates, createdAt, activatedAt, students, canvasCourseId }
}

/** The dates that end access: some LMSs send one, staff set some, and a few courses of this autumn close soon. */
const datesOf = ({ random, now, school }: Maker, term: Term, isNow: boolean) => {
  if (isNow && random.chance(CLOSES_SOON))
    return { termEndsAt: null, accessUntil: new Date(dayBefore(now, -3 - random.below(10)).getTime() - 1) }
  const sends = school.lms === 'canvas' || school.lms === 'd2l' ? 0.75 : 0.2
  return {
    termEndsAt: random.chance(sends) ? daysAfter(term.endsAt, random.below(6)) : null,
    accessUntil: random.chance(0.06) ? daysAfter(term.endsAt, 14) : null,
  }
}

const TITLES = [
  'Beginning American Sign Language',
  'Intermediate American Sign Language',
  'Advanced American Sign Language',
]
const NUMBERS = ['ASL 101', 'ASL 102', 'ASL 201']

interface Titled {
  level: number
  term: Term
  number: number
  isFree: boolean
  teacher: TermPerson | undefined
}

const titleOf = ({ school, random }: Maker, { level, term, number, isFree, teacher }: Titled): string => {
  const year = term.startsAt.getUTCFullYear()
  if (isFree) return `ASL Taster, Fall ${year}`
  if (school.isK12)
    return random.chance(0.5)
      ? `ASL ${level + 1}, Period ${1 + (number % 8)}, ${year}`
      : `ASL ${level + 1}, Room ${100 + number}, ${year}`
  const section = String(1 + (number % 40)).padStart(2, '0')
  if (school.isHosted) return `American Sign Language ${level + 1}, Section ${section}, Fall ${year}`
  const taught = random.chance(0.3) && teacher?.name ? `, ${teacher.name}` : ''
  return `${NUMBERS[level]}-${section}: ${TITLES[level]}, Fall ${year}${taught}`
}

const contextIdOf = ({ school, random }: Maker, number: number): string => {
  if (school.lms === 'moodle') return String(2000 + number)
  if (school.lms === 'd2l') return String(640_000 + number * 7)
  if (school.lms === 'blackboard') return `_${31_000 + number}_1`
  return random.uuid().replaceAll('-', '') + random.text(8).toLowerCase()
}

const teach = (maker: Maker, { courseId, teacher, at }: { courseId: number; teacher: TermPerson; at: Date }): void => {
  const { add, school, random } = maker
  add('courseTeachers', { courseId, personId: teacher.id })
  // Everyone who launches by 1.3 is a member of the context.
  if (school.version === '1.3')
    add('memberships', {
      ...noAccess(random, at),
      courseId,
      personId: teacher.id,
      token: `m_${random.text(32)}`,
      role: 'instructor',
    })
}

/** Columns of a row without access, of enrollments and memberships. */
export const noAccess = (
  random: Random,
  at: Date,
): Omit<TermRow<'enrollments'> & TermRow<'memberships'>, 'courseId' | 'personId' | 'token' | 'role'> => ({
  sessionId: random.uuid(),
  createdVia: 'launch',
  gradePassbackId: null,
  outcomeServiceUrl: null,
  lineItemUrl: null,
  lineItemsUrl: null,
  gradeScopes: [],
  agreedAt: null,
  agreedTerms: null,
  processedAt: null,
  processedBy: null,
  source: null,
  isTest: false,
  unprocessedAt: null,
  accessEndsAt: null,
  createdAt: at,
  updatedAt: at,
  stripeEventId: null,
})

const activate = (maker: Maker, { id, at, products }: { id: number; at: Date; products: TermProduct[] }): void => {
  const { add, random, record } = maker
  for (const product of products) add('courseProducts', { courseId: id, productId: product.id })
  const staff = random.chance(0.6) ? maker.support() : null
  add('activations', { courseId: id, staffId: staff?.id ?? null, productIds: products.map(p => p.id), activatedAt: at })
  record({
    at,
    actor: staff ? `staff:${staff.id}` : 'system',
    action: 'activate-course',
    kind: 'course',
    id,
    before: { products: [] },
    after: { products: products.map(p => p.productCode).sort() },
  })
}
