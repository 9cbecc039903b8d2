import { consumerMessages } from './consumer.ts'
import type { Course } from './course.ts'
import type { Teacher } from './join-course.ts'
import type { ContentMigration } from './migration-progress.ts'
import type { Product } from './product.ts'
import { rowIds } from './row-id.ts'
import { adminMessages } from './staff-messages.ts'

/** Which products a course uses, and how it may be entered (spec §2, Activate 1.1 and 1.3; rules.md E1, E2). */

export const activationMessages = {
  notFound: 'Course not found',
  ambiguous: 'More than one school has a course with this id. Choose one.',
  unknownProduct: 'One of the products is not known.',
  lastMeans: consumerMessages.lastMeans,
  pastDay: 'The date must be today or later.',
  oneProduct: 'A course of LTI 1.3 has one product.',
  token: 'Token field needs to have a value.',
  membership: adminMessages.membership,
  product: 'Choose a product.',
  changed: 'Changed.',
  testCoupon: 'Test Coupon made.',
  nothing: 'Nothing was changed.',
  changedMeanwhile:
    'A colleague changed this course while you were looking at it. See what below, then press Change again.',
  noProducts: 'Without a product nobody can enter this course. Tick the box below if that is meant.',
} as const

/** One change of products, as the history shows it. */
export interface Activation {
  userId: number | null
  /** First name and last initial; 'Unknown' where the colleague is gone. */
  userName: string
  productIds: number[]
  productCodes: string[]
  activatedAt: Date
}

/** A course as staff see it. */
export interface StaffCourse extends Course {
  version: '1.1' | '1.3'
  joinToken: string
  allowsWts: boolean
  termStartsAt: Date | null
  teachers: Teacher[]
  school: {
    /** The consumer's key (1.1) or the platform's issuer (1.3). */
    key: string
    name: string
    acceptsPayment: boolean
    acceptsAccessCode: boolean
    isHosted: boolean
    emailDomain: string | null
  }
  activations: Activation[]
  /** Copies of content into it on the learning platform, newest first. */
  migrations: ContentMigration[]
  updatedAt: Date
}

/** What staff may choose: every product but the free one (spec §9), by name. */
export const productChoices = (products: Product[]): Product[] =>
  products.filter(p => !p.isFree).sort((a, b) => a.name.localeCompare(b.name))

/** 'American Sign Language 1 (ASL1)' */
export const productLabel = (product: Pick<Product, 'name' | 'productCode'>): string =>
  `${product.name} (${product.productCode})`

/** The label of a domain (rules.md A8). */
export const tierOf = (domain: string | null, premium: string | undefined): 'premium' | 'Basic' =>
  premium && domain?.toLowerCase() === premium ? 'premium' : 'Basic'

export interface CourseSettings {
  productIds: number[]
  allowsWts: boolean
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** 'YYYY-MM-DD', or empty. */
  expires: string
}

const sameSet = (a: number[], b: number[]) => a.length === b.length && a.every(id => b.includes(id))

/** The Change button is enabled only when one of these changed (spec §2). */
export const settingsChanged = (before: CourseSettings, now: CourseSettings): boolean =>
  !sameSet(before.productIds, now.productIds) ||
  before.allowsWts !== now.allowsWts ||
  before.acceptsPayment !== now.acceptsPayment ||
  before.acceptsAccessCode !== now.acceptsAccessCode ||
  before.expires !== now.expires

/** The school's two ways in as a form means them: one that was not turned stays as it is by now, whoever turned it. */
export const keepUntouchedMethods = <T extends Pick<CourseSettings, 'acceptsPayment' | 'acceptsAccessCode'>>(
  typed: T,
  { shown, now }: Record<'shown' | 'now', Pick<CourseSettings, 'acceptsPayment' | 'acceptsAccessCode'>>,
): T => ({
  ...typed,
  acceptsPayment: typed.acceptsPayment === shown.acceptsPayment ? now.acceptsPayment : typed.acceptsPayment,
  acceptsAccessCode:
    typed.acceptsAccessCode === shown.acceptsAccessCode ? now.acceptsAccessCode : typed.acceptsAccessCode,
})

/** Turning off the last way in turns it back on (spec §5, Consumer). */
export const keepOneAccessMethod = <T extends { acceptsPayment: boolean; acceptsAccessCode: boolean }>(
  given: T,
  turned: 'acceptsPayment' | 'acceptsAccessCode',
): T => (given.acceptsPayment || given.acceptsAccessCode ? given : { ...given, [turned]: true })

/** Change of a 1.3 course: enabled when another product is chosen, or a test coupon is asked for (rules.md E2). */
export const canActivate = (current: string | null, chosen: string, createCoupon: boolean): boolean =>
  chosen !== '' && (chosen !== current || createCoupon)

/** A day of a date box: today or later, by the business zone. */
export const dayProblem = (day: string, today: string): string | null =>
  day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && day >= today) ? null : activationMessages.pastDay

/** The settings as a form sends them: a box that is not ticked is not sent. */
export const settingsOf = (all: Record<string, string[] | undefined>): CourseSettings => ({
  productIds: rowIds(all.product_ids),
  allowsWts: Boolean(all.allows_wts),
  acceptsPayment: Boolean(all.accepts_payment),
  acceptsAccessCode: Boolean(all.accepts_access_code),
  expires: all.expires_at?.[0] ?? '',
})
