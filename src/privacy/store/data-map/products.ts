import { couponBatches, coupons } from '#src/codes/store/schema/coupons.ts'
import { activations } from '#src/courses/store/schema/activations.ts'
import { courseProducts } from '#src/courses/store/schema/courses.ts'
import { defaultProducts } from '#src/courses/store/schema/default-products.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { prices, reconciliations, stripeEvents } from '#src/payments/store/schema.ts'
import { answerTimes, dailyTotals } from '#src/reports/store/schema.ts'
import { helpViews } from '#src/signed-help/store/schema.ts'
import { entry } from './entry.ts'

const USED = 'as long as the school uses the product'
const BOOKS = 'as long as tax law requires'
const YEARS = 'as long as staff compare years'

export const productEntries = [
  entry(courseProducts, { purpose: 'Products of a course', kept: USED, seenBy: 'everybody in the course, staff' }),
  entry(activations, { purpose: 'Changes of the products of a course', kept: USED, seenBy: 'staff' }),
  entry(defaultProducts, { purpose: 'Products of new courses', kept: USED, seenBy: 'staff' }),
  entry(products, {
    purpose: 'Products',
    kept: BOOKS,
    seenBy: 'everybody',
    plain: ['productCode', 'name', 'stripePriceId'],
  }),
  entry(coupons, {
    purpose: 'Access codes and how often each was used',
    kept: BOOKS,
    seenBy: 'staff',
    plain: ['couponCode', 'codeKey', 'lookAlikeKey'],
  }),
  entry(couponBatches, { purpose: 'Batches of codes', kept: BOOKS, seenBy: 'staff', erase: 'cut', text: ['note'] }),
  entry(stripeEvents, {
    purpose: 'Events of Stripe already handled; only their ids and types',
    kept: BOOKS,
    seenBy: 'nobody',
    plain: ['id', 'type'],
  }),
  entry(prices, {
    purpose: "Stripe's prices",
    kept: 'as long as the product is sold',
    seenBy: 'everybody',
    plain: ['stripePriceId', 'currency', 'stripeProduct'],
  }),
  entry(reconciliations, {
    purpose: "Comparisons with Stripe; payments are named by Stripe's ids",
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'cut',
    staff: ['actor'],
    text: ['healed', 'open'],
  }),
  entry(dailyTotals, {
    purpose: 'Totals of each day, for the figures of staff',
    kept: YEARS,
    seenBy: 'staff',
    plain: ['key'],
  }),
  entry(answerTimes, {
    purpose: 'How long outside services took to answer, per day',
    kept: YEARS,
    seenBy: 'staff',
    plain: ['service'],
  }),
  entry(helpViews, {
    purpose: 'How often a step, error or mail was seen, per day; no person',
    kept: YEARS,
    seenBy: 'staff',
    plain: ['slot'],
  }),
]
