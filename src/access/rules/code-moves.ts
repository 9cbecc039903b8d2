import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { courseName, requiredProducts } from '#src/courses/rules/course.ts'
import type { Coupon } from './access-code.ts'
import { processMessages } from './access-refusals.ts'
import { codeRefusals } from './code-batches.ts'
import { isBoughtHere, progress } from './coverage.ts'
import { type AttachedCode, calledName, type Entitlement, hasAccess } from './entitlement.ts'

/**
 * Sentences for staff who release a use of a code, or move it to another course: the transfer that the MAX_SAME_EMAIL
 * message offers (docs/rules/access-codes.md).
 */
export const moveMessages = {
  gone: 'This use of the code no longer exists.',
  whoFirst: 'Type the name or email of the person to get the code.',
  nobody: 'We found no one. Check for typos, or search by email.',
  noTarget: 'The code cannot move to this person.',
  released: (code: string) => `${code} can be used again.`,
  moved: (code: string, gaveAccess: boolean) =>
    `${code} now counts for the other course.${gaveAccess ? ' The person has access there.' : ''}`,
} as const

/** Sentences of the reasons to refuse a release or a transfer, as far as they need no values. */
export const moveRefusals = {
  code_not_found: codeRefusals.code_not_found,
  entitlement_not_found: { message: adminMessages.neither, field: 'token' },
  target_not_found: { message: 'No enrollment or membership has this token.', field: 'to_token' },
  reason_required: { message: processMessages.reason, field: 'reason' },
  effects_changed: {
    message: 'Something changed while you were reading. Check the effects again.',
    field: 'confirmed',
  },
  not_held: { message: 'This person does not have this code.', field: 'token' },
  same_course: { message: 'The code is already in that course.', field: 'to_token' },
  target_has_access: { message: 'This person already has access there and needs no code.', field: 'to_token' },
  test_code_elsewhere: { message: 'A test code works only in the course it was made for.', field: 'to_token' },
  target_holds_code: { message: 'This person already has this code there.', field: 'to_token' },
  target_holds_product: { message: 'This person already has this product there.', field: 'to_token' },
} as const satisfies RefusalTexts

/** `product`: the name of the code's product, which the other course does not use. */
export type MoveRefused =
  | Refused<keyof typeof moveRefusals>
  | (Refused<'target_needs_no_product'> & { product: string })

/** Returns true if the person has access because of this code: without it, a product would be missing. */
const dependsOn = (entitlement: Entitlement, held: AttachedCode): boolean =>
  hasAccess(entitlement) &&
  isBoughtHere(entitlement) &&
  held.voidedAt === null &&
  progress({ ...entitlement, codes: entitlement.codes.filter(c => c.couponId !== held.couponId) }).missing.length > 0

/** Effects of a move, for staff to read before they confirm. */
interface MoveEffects {
  ok: true
  /** The person loses access by it, or gets access in the other course. */
  removesAccess: boolean
  givesAccess: boolean
  /** One sentence for each effect. */
  says: string[]
  /** Differs whenever the effects do. A confirmation sends it back. */
  effectsKey: string
}

/** Decides a release. A person whose access depends on the code loses it. */
export const decideRelease = (entitlement: Entitlement, coupon: Coupon): MoveEffects | MoveRefused => {
  const held = entitlement.codes.find(c => c.couponId === coupon.id)
  if (!held) return refuse('not_held')
  const removesAccess = dependsOn(entitlement, held)
  const used = coupon.used - 1
  const says = [
    `${calledName(entitlement)} loses ${coupon.code} (${coupon.productName}) in ${courseName(entitlement.course)}.`,
    ...whatStays(entitlement, removesAccess, inCourse(entitlement)),
    used === 0
      ? `${coupon.code} becomes unused. Anyone who has it can use it.`
      : `${coupon.code} then has ${used}/${coupon.maxUsage} uses. Anyone who has it can use it once more.`,
  ]
  const effectsKey = JSON.stringify([coupon.code, used, removesAccess, hasAccess(entitlement)])
  return { ok: true, removesAccess, givesAccess: false, says, effectsKey }
}

/** Decides a transfer. An expired code can move too, because it was valid when it was used. */
export const decideTransfer = (from: Entitlement, to: Entitlement, coupon: Coupon): MoveEffects | MoveRefused => {
  const released = decideRelease(from, coupon)
  if (!released.ok) return released
  if (from.id === to.id) return refuse('same_course')
  if (hasAccess(to)) return refuse('target_has_access')
  if (coupon.onlyCourseId != null && coupon.onlyCourseId !== to.course.id) return refuse('test_code_elsewhere')
  if (!requiredProducts(to.course).some(p => p.id === coupon.productId))
    return { ...refuse('target_needs_no_product'), product: coupon.productName }
  if (to.codes.some(c => c.couponId === coupon.id)) return refuse('target_holds_code')
  const { missing } = progress(to)
  if (!missing.some(p => p.id === coupon.productId)) return refuse('target_holds_product')
  const still = missing.filter(p => p.id !== coupon.productId).map(p => p.name)
  const isTwin = from.course.id !== to.course.id && courseName(from.course) === courseName(to.course)
  const [here, there] = [inCourse(from, isTwin), inCourse(to, isTwin)]
  const says = [
    `${coupon.code} (${coupon.productName}) moves from ${here} to ${there}.`,
    ...(from.email === to.email
      ? []
      : [`The two email addresses differ: ${from.email ?? 'none'} and ${to.email ?? 'none'}.`]),
    ...whatStays(from, released.removesAccess, here),
    still.length === 0 ? `${there} gets access.` : `${there} has no access yet. Still missing: ${still.join(', ')}.`,
  ]
  const effectsKey = JSON.stringify([released.effectsKey, to.token, still, from.email, to.email])
  return { ok: true, removesAccess: released.removesAccess, givesAccess: still.length === 0, says, effectsKey }
}

/** Names the person and course. If two courses have the same name, the LMS's id is added. */
const inCourse = (e: Entitlement, withId = false): string =>
  `${calledName(e)} in ${courseName(e.course)}${withId ? ` (${e.course.contextId})` : ''}`

/** Describes whether the person keeps access. Says nothing if they had none. */
const whatStays = (from: Entitlement, removesAccess: boolean, who: string): string[] => {
  if (removesAccess) return [`${who} loses access, because nothing else covers it.`]
  return hasAccess(from) ? [`${who} keeps access.`] : []
}
