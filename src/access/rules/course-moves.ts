import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { type Course, courseName, requiredProducts } from '#src/courses/rules/course.ts'
import { coveredElsewhere } from './coverage.ts'
import { type AttachedCode, type Entitlement, hasAccess } from './entitlement.ts'

/** Staff move a person to another course of the same LMS, with their codes and payments (docs/rules/access.md). */

/** Sentences of the reasons to refuse a move, as far as they need no values. */
const courseMoveRefusals = {
  entitlement_not_found: { message: 'We could not find this person.' },
  course_not_found: { message: 'Their school has no such course in the same LMS. Check the name or the context ID.' },
  course_ambiguous: { message: 'Several courses have this name. Enter the context ID.' },
  same_course: { message: 'They are in this course already.' },
  not_a_learner: { message: 'Only students move. This person teaches, or is a test person.' },
  nothing_to_move: { message: 'They have no access, no code and no payment to move.' },
  access_elsewhere: { message: 'Their access counts in several courses. Move their codes one by one.' },
  payment_under_way: { message: 'A card payment is under way. Move them when it is done.' },
  course_not_activated: { message: 'That course has no product yet.' },
  target_has_access: { message: 'They have access there already.' },
  target_holds_code: { message: 'They have a code for the same product there already.' },
} as const satisfies RefusalTexts

/** `products`: what the other course needs, and the person does not have. */
export type CourseMoveRefused =
  | Refused<keyof typeof courseMoveRefusals>
  | (Refused<'products_missing'> & { products: string })

export const courseMoveRefusalText = (refused: CourseMoveRefused): string =>
  refused.reason === 'products_missing'
    ? `That course needs ${refused.products}, which they have not bought.`
    : courseMoveRefusals[refused.reason].message

interface CourseMove {
  from: Entitlement
  /** The row of the person in the other course; null if they never opened it. */
  to: Entitlement | null
  course: Course
  /** A payment of the old row is open or waits for the bank. */
  isPaying: boolean
}

/** Decides a move. What was bought moves if it covers the other course; what was given for free is given there too. */
export const decideCourseMove = ({ from, to, course, isPaying }: CourseMove) => {
  if (from.course.id === course.id) return refuse('same_course')
  if (from.role !== 'learner' || from.isTest) return refuse('not_a_learner')
  const codes = from.codes.filter(c => c.voidedAt === null)
  if (!hasAccess(from) && codes.length === 0 && from.paid.length === 0) return refuse('nothing_to_move')
  if (from.source === 'migrated' || from.others.some(hasAccess)) return refuse('access_elsewhere')
  if (isPaying) return refuse('payment_under_way')
  if (course.products.length === 0) return refuse('course_not_activated')
  if (to && hasAccess(to)) return refuse('target_has_access')
  const isHeld = (code: AttachedCode) =>
    to?.codes.some(c => c.couponId === code.couponId || (c.voidedAt === null && c.productId === code.productId))
  if (codes.some(isHeld)) return refuse('target_holds_code')
  const held = [...codes.map(c => c.productId), ...from.paid, ...(to ? coveredElsewhere(to) : [])]
  const missing = requiredProducts(course).filter(p => !held.includes(p.id))
  const isBought = from.source === 'code' || from.source === 'card'
  if (isBought && missing.length > 0)
    return { ...refuse('products_missing'), products: missing.map(p => p.name).join(', ') }
  const things = [codes.map(c => c.code).join(', '), from.paid.length > 0 && 'the card payment'].filter(Boolean)
  const says = [
    `From ${courseName(from.course)} to ${courseName(course)}`,
    things.length > 0 ? `, with ${things.join(' and ')}` : '',
    hasAccess(from) ? '. Access moves along.' : '. No access yet.',
  ].join('')
  /** Source of the access in the new course; null if the person had no access. */
  const source = !hasAccess(from) ? null : isBought ? from.source : 'staff'
  return { ok: true as const, courseId: course.id, codes, source, says }
}
