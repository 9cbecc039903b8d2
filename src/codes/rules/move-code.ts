import { isBoughtHere, progress } from '#src/access/rules/coverage.ts'
import {
  type AttachedCode,
  calledName,
  type Entitlement,
  hasAccess,
  sameSubject,
} from '#src/access/rules/entitlement.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { courseName, requiredProducts } from '#src/courses/rules/course.ts'
import type { Coupon } from './access-code.ts'
import { codeMessages } from './access-code.ts'

/**
 * Staff release a use of a code, or move it to another course: the transfer that the MAX_SAME_EMAIL message offers
 * (docs/rules/access-codes.md).
 */

export const moveMessages = {
  code: adminMessages.codeNotFound,
  token: adminMessages.neither,
  gone: 'This use of the code no longer exists.',
  noTarget: 'No enrollment or membership has this token.',
  notHeld: 'This person does not have this code.',
  changed: 'Something changed while you were reading. Check the effects again.',
  samePlace: 'The code is already in that course.',
  isIn: 'This person already has access there and needs no code.',
  covered: 'This person already has this product there.',
  held: 'This person already has this code there.',
  onlyThere: 'A test code works only in the course it was made for.',
  released: (code: string) => `${code} can be used again.`,
  moved: (code: string) => `${code} now counts for the other course.`,
  movedIn: (code: string) => `${code} now counts for the other course. The person has access there.`,
} as const

export type MoveRefused = {
  do: 'refuse'
  status: 404 | 409 | 422
  message: string
  field: 'coupon_code' | 'token' | 'to_token'
}

const refuse = (status: MoveRefused['status'], message: string, field: MoveRefused['field']): MoveRefused => ({
  do: 'refuse',
  status,
  message,
  field,
})

/** Returns the entitlement without a code. */
const without = (entitlement: Entitlement, couponId: number): Entitlement => ({
  ...entitlement,
  codes: entitlement.codes.filter(c => c.couponId !== couponId),
})

/** Returns true if the person has access because of this code: without it, a product would be missing. */
const dependsOn = (entitlement: Entitlement, held: AttachedCode): boolean =>
  hasAccess(entitlement) &&
  isBoughtHere(entitlement) &&
  held.voidedAt === null &&
  progress(without(entitlement, held.couponId)).missing.length > 0

/** `says` describes the effects, one sentence each, for staff to read before they confirm. */
export type Release = { do: 'release'; takesOut: boolean; says: string[] } | MoveRefused

/** Decides a release. A person whose access depends on the code loses it. */
export const decideRelease = (entitlement: Entitlement, coupon: Coupon): Release => {
  const held = entitlement.codes.find(c => c.couponId === coupon.id)
  if (!held) return refuse(409, moveMessages.notHeld, 'token')
  const takesOut = dependsOn(entitlement, held)
  const used = coupon.used - 1
  const says = [
    `${calledName(entitlement)} loses ${coupon.code} (${coupon.productName}) in ${courseName(entitlement.course)}.`,
    ...whatStays(entitlement, takesOut, inCourse(entitlement)),
    used === 0
      ? `${coupon.code} becomes unused. Anyone who has it can use it.`
      : `${coupon.code} then has ${used}/${coupon.maxUsage} uses. Anyone who has it can use it once more.`,
  ]
  return { do: 'release', takesOut, says }
}

export type Transfer = { do: 'transfer'; takesOut: boolean; letsIn: boolean; says: string[] } | MoveRefused

/** Decides a transfer. An expired code can move too, because it was valid when it was used. */
export const decideTransfer = (from: Entitlement, to: Entitlement, coupon: Coupon): Transfer => {
  const released = decideRelease(from, coupon)
  if (released.do === 'refuse') return released
  if (sameSubject(from, to)) return refuse(409, moveMessages.samePlace, 'to_token')
  if (hasAccess(to)) return refuse(409, moveMessages.isIn, 'to_token')
  if (coupon.onlyCourseId != null && coupon.onlyCourseId !== to.course.id)
    return refuse(422, moveMessages.onlyThere, 'to_token')
  if (!requiredProducts(to.course).some(p => p.id === coupon.productId))
    return refuse(422, codeMessages.notUsedHere(coupon.productName), 'to_token')
  if (to.codes.some(c => c.couponId === coupon.id)) return refuse(409, moveMessages.held, 'to_token')
  const { missing } = progress(to)
  if (!missing.some(p => p.id === coupon.productId)) return refuse(409, moveMessages.covered, 'to_token')
  const still = missing.filter(p => p.id !== coupon.productId).map(p => p.name)
  const isTwin = from.course.id !== to.course.id && courseName(from.course) === courseName(to.course)
  const [here, there] = [inCourse(from, isTwin), inCourse(to, isTwin)]
  const says = [
    `${coupon.code} (${coupon.productName}) moves from ${here} to ${there}.`,
    ...(from.email === to.email
      ? []
      : [`The two email addresses differ: ${from.email ?? 'none'} and ${to.email ?? 'none'}.`]),
    ...whatStays(from, released.takesOut, here),
    still.length === 0 ? `${there} gets access.` : `${there} has no access yet. Still missing: ${still.join(', ')}.`,
  ]
  return { do: 'transfer', takesOut: released.takesOut, letsIn: still.length === 0, says }
}

/** Names the person and course. If two courses have the same name, the LMS's id is added. */
const inCourse = (e: Entitlement, withId = false): string =>
  `${calledName(e)} in ${courseName(e.course)}${withId ? ` (${e.course.contextId})` : ''}`

/** Describes whether the person keeps access. Says nothing if they had none. */
const whatStays = (from: Entitlement, takesOut: boolean, who: string): string[] =>
  takesOut ? [`${who} loses access, because nothing else covers it.`] : hasAccess(from) ? [`${who} keeps access.`] : []
