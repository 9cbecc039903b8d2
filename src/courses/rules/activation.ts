import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { consumerRefusals } from '#src/schools/rules/consumer.ts'
import type { Course } from './course.ts'
import {
  choicesToJson,
  isTypedAnew,
  pastRefusals,
  type SettingsPage,
  type TypedChoices,
  typedChoices,
} from './course-settings.ts'
import type { Teacher } from './join-course.ts'
import type { ContentMigration } from './migration-progress.ts'
import { type Product, unitsText } from './product.ts'

/** Products and entry methods of a course: the Activate 1.1 and 1.3 pages (docs/rules/staff.md). */

export const activationMessages = {
  token: 'Token field needs to have a value.',
  membership: adminMessages.membership,
  product: 'Choose a product.',
  changed: 'Changed.',
  testCoupon: 'Test coupon created.',
  nothing: 'Nothing was changed.',
  noProducts: 'Without a product, no one can use this course. To confirm, tick the box below.',
} as const

export const courseRefusals = {
  course_not_found: { message: 'Course not found' },
  course_ambiguous: { message: 'More than one school has a course with this id. Choose one.' },
  course_changed: {
    message: 'A colleague just changed this course. Check the changes below, then press Change again.',
  },
  product_not_found: { message: 'One of these products does not exist.', field: 'product_ids' },
  products_unconfirmed: { message: activationMessages.noProducts, field: 'confirm' },
  one_product_only: { message: 'An LTI 1.3 course has one product.', field: 'product_ids' },
  last_access_method: consumerRefusals.last_access_method,
  ...pastRefusals,
  no_course_chosen: { message: 'Choose at least one course.', field: 'courses' },
  no_product_chosen: { message: activationMessages.product, field: 'courses' },
  school_not_found: { message: 'School not found', field: 'school' },
} as const satisfies RefusalTexts

export type CourseReason = keyof typeof courseRefusals

export interface Activation {
  userId: number | null
  /** First name and last initial, or 'Unknown' if the user no longer exists. */
  userName: string
  productIds: number[]
  productCodes: string[]
  activatedAt: Date
}

export interface StaffCourse extends Course {
  version: '1.1' | '1.3'
  joinToken: string
  termStartsAt: Date | null
  teachers: Teacher[]
  schoolId: number
  school: {
    /** The consumer's key (1.1) or the platform's issuer (1.3). */
    key: string
    name: string
    acceptsPayment: boolean
    acceptsAccessCode: boolean
    isHosted: boolean
    yearlyAccess: boolean
    emailDomain: string | null
  }
  activations: Activation[]
  /** Content copies into the course in Canvas, newest first. */
  migrations: ContentMigration[]
}

/** The fields of a course that staff can change, named as in the audit log. */
export const changeableOf = (course: StaffCourse) => ({
  products: course.products.map(p => p.productCode),
  ...choicesToJson(course, 'name'),
  acceptsPayment: course.school.acceptsPayment,
  acceptsAccessCode: course.school.acceptsAccessCode,
})

/** Products staff can choose, sorted by name. Excludes free products. */
export const productChoices = (products: Product[]): Product[] =>
  products.filter(p => !p.isFree).sort((a, b) => a.name.localeCompare(b.name))

/** 'American Sign Language 1 (ASL1)' */
export const productLabel = (product: Pick<Product, 'name' | 'productCode'>): string =>
  `${product.name} (${product.productCode})`

/** Label of a Canvas host: 'premium' only for the PREMIUM_CANVAS_DOMAIN setting, exact host match. */
export const tierOf = (domain: string | null, premium: string | undefined): 'premium' | 'Basic' =>
  premium && domain?.toLowerCase() === premium ? 'premium' : 'Basic'

/** The settings of a course as its form has them. */
export interface CourseSettings extends TypedChoices {
  /** See `productValue`. */
  products: string[]
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** Asks for a test code of the product of a 1.3 course. */
  createCoupon: boolean
}

/** Names a product in the form: by its id in the boxes of 1.1, by its code in the list of 1.3. */
export const productValue = (version: SettingsPage, product: Product): string =>
  version === '1.1' ? String(product.id) : product.productCode

const sameSet = (a: string[], b: string[]) => a.length === b.length && a.every(value => b.includes(value))

const sameMethods = (before: CourseSettings, now: CourseSettings): boolean =>
  before.acceptsPayment === now.acceptsPayment && before.acceptsAccessCode === now.acceptsAccessCode

/**
 * True if a change may be undone: teachers were not told of a first product, other courses did not notice it, and no test
 * code was made, which would stay.
 */
export const canUndo = (before: CourseSettings, now: CourseSettings): boolean =>
  sameMethods(before, now) && !now.createCoupon && (before.products.length > 0 || now.products.length === 0)

const namesOf = (products: Product[]): string => products.map(p => `${p.name} (units ${unitsText(p)})`).join(' and ')

export const productEffects = (before: Product[], after: Product[], people: number): string[] => {
  const without = (all: Product[], some: Product[]) => all.filter(p => !some.some(other => other.id === p.id))
  const [lost, gained] = [without(before, after), without(after, before)]
  if (people === 0 || before.length === 0 || lost.length + gained.length === 0) return []
  const who = people === 1 ? '1 person with access' : `${people.toLocaleString('en')} people with access`
  const [loses, gains] = people === 1 ? ['loses', 'gains'] : ['lose', 'gain']
  return [
    ...(lost.length > 0 ? [`${who} ${loses} ${namesOf(lost)}.`] : []),
    ...(gained.length > 0 ? [`${who} ${gains} ${namesOf(gained)}, without a new code or payment.`] : []),
    after.length > 0
      ? `Everybody else needs a code or payment for ${after.map(p => p.name).join(' and ')}.`
      : 'Nobody else can get in: the course is not active.',
  ]
}

/** True if any setting differs. */
export const settingsChanged = (before: CourseSettings, now: CourseSettings): boolean =>
  !sameSet(before.products, now.products) || !sameMethods(before, now) || isTypedAnew(before, now)

/** Enables the Change button. A 1.3 course needs a product. */
export const canChange = (version: SettingsPage, before: CourseSettings, now: CourseSettings): boolean =>
  version === '1.1'
    ? settingsChanged(before, now)
    : now.products.length > 0 && (now.createCoupon || settingsChanged(before, now))

/** Turns the last entry method back on: at least one of the two stays on. */
export const keepOneAccessMethod = <T extends { acceptsPayment: boolean; acceptsAccessCode: boolean }>(
  given: T,
  turned: 'acceptsPayment' | 'acceptsAccessCode',
): T => (given.acceptsPayment || given.acceptsAccessCode ? given : { ...given, [turned]: true })

/** Reads the settings from form fields. A form omits unticked boxes. */
export const settingsOf = (version: SettingsPage, all: Record<string, string[] | undefined>): CourseSettings => ({
  products: (all.product_ids ?? all.product_code ?? []).filter(Boolean),
  acceptsPayment: Boolean(all.accepts_payment),
  acceptsAccessCode: Boolean(all.accepts_access_code),
  createCoupon: version === '1.3' && Boolean(all.create_coupon),
  ...typedChoices(version, field => all[field]?.[0]),
})
