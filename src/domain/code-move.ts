import type { Coupon } from './access-code.ts'
import { codeMessages } from './access-code.ts'
import { courseName, requiredProducts } from './course.ts'
import { isBoughtHere, progress } from './coverage.ts'
import { type AttachedCode, calledName, type Entitlement, isIn, sameSubject } from './entitlement.ts'
import { adminMessages } from './staff-messages.ts'

/**
 * What MAX_SAME_EMAIL promises and the chat does: staff give a use of a code back, or move it to another course
 * (rules.md C, Release code).
 */

export const moveMessages = {
  code: adminMessages.codeNotFound,
  token: adminMessages.neither,
  gone: 'This use of the code is gone.',
  noTarget: 'No enrollment or membership has this token.',
  notHeld: 'This person does not hold this code.',
  changed: 'This has changed meanwhile. Read again what it will do.',
  samePlace: 'The code is there already.',
  isIn: 'The person is in there already and needs no code.',
  covered: 'This product is covered there already.',
  held: 'The person holds this code there already.',
  onlyThere: 'A test code opens only the course it was made for.',
  released: (code: string) => `${code} can be used again.`,
  moved: (code: string) => `${code} now counts for the other course.`,
  movedIn: (code: string) => `${code} now counts for the other course. The person is in there.`,
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

/** The entitlement as it stands once a code is gone from it. */
const without = (entitlement: Entitlement, couponId: number): Entitlement => ({
  ...entitlement,
  codes: entitlement.codes.filter(c => c.couponId !== couponId),
})

/** Whether a person who is in is so because of this code: without it something they were let in for is missing. */
const standsOn = (entitlement: Entitlement, held: AttachedCode): boolean =>
  isIn(entitlement) &&
  isBoughtHere(entitlement) &&
  held.voidedAt === null &&
  progress(without(entitlement, held.couponId)).missing.length > 0

/** `says`: what it will do, sentence by sentence, as staff read it before they press the button. */
export type Release = { do: 'release'; takesOut: boolean; says: string[] } | MoveRefused

/** What giving a use back does. A person whose access stands on it is taken out with it. */
export const decideRelease = (entitlement: Entitlement, coupon: Coupon): Release => {
  const held = entitlement.codes.find(c => c.couponId === coupon.id)
  if (!held) return refuse(409, moveMessages.notHeld, 'token')
  const takesOut = standsOn(entitlement, held)
  const used = coupon.used - 1
  const says = [
    `${calledName(entitlement)} loses ${coupon.code} (${coupon.productName}) in ${courseName(entitlement.course)}.`,
    ...whatStays(entitlement, takesOut, inCourse(entitlement)),
    used === 0
      ? `${coupon.code} becomes unused: whoever has it can use it.`
      : `${coupon.code} then stands at ${used}/${coupon.maxUsage}: whoever has it can use it once more.`,
  ]
  return { do: 'release', takesOut, says }
}

export type Transfer = { do: 'transfer'; takesOut: boolean; letsIn: boolean; says: string[] } | MoveRefused

/** What moving a use to another row does. An expired code moves too: it was good when it was used. */
export const decideTransfer = (from: Entitlement, to: Entitlement, coupon: Coupon): Transfer => {
  const released = decideRelease(from, coupon)
  if (released.do === 'refuse') return released
  if (sameSubject(from, to)) return refuse(409, moveMessages.samePlace, 'to_token')
  if (isIn(to)) return refuse(409, moveMessages.isIn, 'to_token')
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
      : [`These are two email addresses: ${from.email ?? 'none'} and ${to.email ?? 'none'}.`]),
    ...whatStays(from, released.takesOut, here),
    still.length === 0 ? `${there} is let in.` : `${there} is not in yet: still missing is ${still.join(', ')}.`,
  ]
  return { do: 'transfer', takesOut: released.takesOut, letsIn: still.length === 0, says }
}

/** Two courses may be called the same: then the LMS's own id tells them apart. */
const inCourse = (e: Entitlement, withId = false): string =>
  `${calledName(e)} in ${courseName(e.course)}${withId ? ` (${e.course.contextId})` : ''}`

/** What becomes of the person whom the code leaves; who was not in has nothing to lose but the code. */
const whatStays = (from: Entitlement, takesOut: boolean, who: string): string[] =>
  takesOut ? [`${who} is taken out: nothing else stands for it.`] : isIn(from) ? [`${who} stays in.`] : []
