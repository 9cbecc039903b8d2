import {
  cardDisputes,
  cardPayments,
  cardRefunds,
  checkoutLines,
  checkouts,
  paymentFlags,
} from '#src/access/store/schema/checkouts.ts'
import { couponUses } from '#src/access/store/schema/coupon-uses.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { launchTokens } from '#src/access/store/schema/launch-tokens.ts'
import { people } from '#src/access/store/schema/people.ts'
import { entry, OF_ENTITLEMENT, rowsOf } from './entry.ts'

const BOOKS = 'as long as tax law requires'

export const accessEntries = [
  entry(people, {
    purpose: 'Names, addresses and LMS ids, to know a person again and write to them',
    kept: 'people',
    seenBy: 'the person, their teacher (name only), staff',
    erase: 'replace',
    rows: `id = ${rowsOf.people}`,
    link: ['id'],
    record: ['consumerId', 'platformId', 'erasedAt'],
    personal: ['ltiUserId', 'email', 'name', 'givenName', 'familyName'],
    others: 'personal',
  }),
  entry(entitlements, {
    purpose: 'Access to a course, by a launch or by sign-up',
    kept: 'people',
    seenBy: 'the person, their teacher (has access or not), staff',
    erase: 'clear',
    rows: `person_id = ${rowsOf.people}`,
    link: ['id'],
    token: ['token'],
    record: ['agreedTerms', 'stripeEventId'],
    plain: ['seenOrigin'],
  }),
  entry(launchTokens, {
    purpose: 'Links that open the page of a launch for two hours',
    kept: 'until they expire',
    seenBy: 'nobody',
    erase: 'delete',
    rows: `person_id = ${rowsOf.people}`,
    secret: ['tokenHash', 'stateHash'],
    personal: ['deepLink'],
    plain: ['seenOrigin'],
  }),
  entry(couponUses, {
    purpose: 'Access codes that were used, and for what',
    kept: BOOKS,
    seenBy: 'the person, staff',
    erase: 'stay',
    rows: OF_ENTITLEMENT,
  }),
  entry(checkouts, {
    purpose: 'Card payments and their receipts',
    kept: BOOKS,
    seenBy: 'the person, staff, Stripe',
    erase: 'clear',
    rows: OF_ENTITLEMENT,
    personal: ['receiptEmail'],
    record: ['stripeSessionId', 'currency', 'paymentIntent', 'findings'],
  }),
  entry(checkoutLines, {
    purpose: 'Products of a card payment',
    kept: BOOKS,
    seenBy: 'the person, staff',
    erase: 'stay',
    rows: `checkout_id = ${rowsOf.checkouts}`,
    record: ['priceId'],
  }),
  entry(cardPayments, {
    purpose: 'Charged and refunded amounts',
    kept: BOOKS,
    seenBy: 'staff, Stripe',
    erase: 'stay',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
  }),
  entry(cardRefunds, {
    purpose: 'Refunds',
    kept: BOOKS,
    seenBy: 'the person, staff, Stripe',
    erase: 'stay',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
    record: ['refundId', 'madeBy'],
  }),
  entry(cardDisputes, {
    purpose: 'Disputes of card payments',
    kept: BOOKS,
    seenBy: 'staff, Stripe',
    erase: 'stay',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
    record: ['disputeId'],
  }),
  entry(paymentFlags, {
    purpose: 'Marks of payments that staff should look at',
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'clear',
    rows: `checkout_id = ${rowsOf.checkouts}`,
    personal: ['note'],
    record: ['closedBy'],
  }),
]
