import { couponBatches, coupons } from '#src/codes/store/schema/coupons.ts'
import { activations } from '#src/courses/store/schema/activations.ts'
import { courseProducts } from '#src/courses/store/schema/courses.ts'
import { defaultProducts } from '#src/courses/store/schema/default-products.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { prices, reconciliations, stripeEvents } from '#src/payments/store/schema.ts'
import { answerTimes, dailyTotals } from '#src/reports/store/schema.ts'
import { helpViews } from '#src/signed-help/store/schema.ts'
import { entry } from './entry.ts'

const USED = 'as long as the school uses the product' as const
const BOOKS = 'as long as tax law requires' as const

export const productEntries = [
  entry({
    table: courseProducts,
    purpose: 'Products of a course',
    kept: USED,
    seenBy: 'everybody in the course, staff',
    erase: 'nothing',
    columns: { courseId: 'plain', productId: 'plain' },
  }),
  entry({
    table: activations,
    purpose: 'Changes of the products of a course',
    kept: USED,
    seenBy: 'staff',
    erase: 'nothing',
    columns: { id: 'plain', courseId: 'plain', staffId: 'staff', productIds: 'plain', activatedAt: 'plain' },
  }),
  entry({
    table: defaultProducts,
    purpose: 'Products of new courses',
    kept: USED,
    seenBy: 'staff',
    erase: 'nothing',
    columns: { id: 'plain', consumerId: 'plain', deploymentId: 'plain', productId: 'plain' },
  }),
  entry({
    table: products,
    purpose: 'Products',
    kept: BOOKS,
    seenBy: 'everybody',
    erase: 'nothing',
    columns: {
      id: 'plain',
      productCode: 'plain',
      name: 'plain',
      stripePriceId: 'plain',
      unitsForTeacher: 'plain',
      isFree: 'plain',
      createdAt: 'plain',
      updatedAt: 'plain',
    },
  }),
  entry({
    table: coupons,
    purpose: 'Access codes and how often each was used',
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'nothing',
    columns: {
      id: 'plain',
      couponCode: 'plain',
      codeKey: 'plain',
      lookAlikeKey: 'plain',
      productId: 'plain',
      maxUsage: 'plain',
      used: 'plain',
      expiresAt: 'plain',
      isTest: 'plain',
      onlyCourseId: 'plain',
      batchId: 'plain',
      createdAt: 'plain',
      updatedAt: 'plain',
    },
  }),
  entry({
    table: couponBatches,
    purpose: 'Batches of codes',
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'cut',
    columns: {
      id: 'plain',
      consumerId: 'plain',
      deploymentId: 'plain',
      productId: 'plain',
      staffId: 'staff',
      size: 'plain',
      note: 'text',
      createdAt: 'plain',
    },
  }),
  entry({
    table: stripeEvents,
    purpose: 'Events of Stripe already handled; only their ids and types',
    kept: BOOKS,
    seenBy: 'nobody',
    erase: 'nothing',
    columns: { id: 'plain', type: 'plain', takenAt: 'plain' },
  }),
  entry({
    table: prices,
    purpose: "Stripe's prices",
    kept: 'as long as the product is sold',
    seenBy: 'everybody',
    erase: 'nothing',
    columns: {
      stripePriceId: 'plain',
      amount: 'plain',
      currency: 'plain',
      sells: 'plain',
      stripeProduct: 'plain',
      fetchedAt: 'plain',
    },
  }),
  entry({
    table: reconciliations,
    purpose: "Comparisons with Stripe; payments are named by Stripe's ids",
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'cut',
    columns: { id: 'plain', at: 'plain', actor: 'staff', compared: 'plain', healed: 'text', open: 'text' },
  }),
  entry({
    table: dailyTotals,
    purpose: 'Totals of each day, for the figures of staff',
    kept: 'as long as staff compare years',
    seenBy: 'staff',
    erase: 'nothing',
    columns: { day: 'plain', measure: 'plain', key: 'plain', total: 'plain' },
  }),
  entry({
    table: answerTimes,
    purpose: 'How long outside services took to answer, per day',
    kept: 'as long as staff compare years',
    seenBy: 'staff',
    erase: 'nothing',
    columns: { day: 'plain', service: 'plain', calls: 'plain', totalMs: 'plain', slowestMs: 'plain' },
  }),
  entry({
    table: helpViews,
    purpose: 'How often a step, error or mail was seen, per day; no person',
    kept: 'as long as staff compare years',
    seenBy: 'staff',
    erase: 'nothing',
    columns: { day: 'plain', slot: 'plain', views: 'plain' },
  }),
]
