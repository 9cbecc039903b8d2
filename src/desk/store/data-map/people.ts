import {
  cardDisputes,
  cardPayments,
  cardRefunds,
  checkoutLines,
  checkouts,
  paymentFlags,
} from '#src/access/store/schema/checkouts.ts'
import { codeTries, couponUses } from '#src/access/store/schema/coupons.ts'
import { entitlements, launchTokens } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import {
  canvasCourses,
  canvasEnrollments,
  canvasPlatforms,
  canvasUsers,
  contentMigrations,
} from '#src/canvas/store/schema.ts'
import {
  carriedRows,
  gradeTargets,
  launchDiary,
  ltiLogins,
  movedEnrollments,
  moveSuggestions,
  ownColumns,
} from '#src/lti/store/schema.ts'
import { BOOKS, entriesOf, entry, OF_ENTITLEMENT, rowsOf } from './entry.ts'

const ofPeople = entriesOf({ kept: 'people', seenBy: 'staff', erase: 'delete' })
const ofCanvas = entriesOf({ kept: 'as long as the course is used', seenBy: 'staff' })
const ofBooks = entriesOf({ kept: BOOKS, seenBy: 'staff', erase: 'stay' })

export const accessEntries = [
  ofPeople(people, {
    purpose: 'Names, addresses and LMS ids, to know a person again and write to them',
    seenBy: 'the person, their teacher (name only), staff',
    erase: 'replace',
    rows: `id = ${rowsOf.people}`,
    link: ['id'],
    record: ['consumerId', 'platformId', 'erasedAt'],
    personal: ['ltiUserId', 'email', 'name', 'givenName', 'familyName'],
    others: 'personal',
  }),
  ofPeople(entitlements, {
    purpose: 'Access to a course, by a launch or by sign-up',
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
  ofBooks(couponUses, {
    purpose: 'Access codes that were used, and for what',
    seenBy: 'the person, staff',
    rows: OF_ENTITLEMENT,
  }),
  ofBooks(checkouts, {
    purpose: 'Card payments and their receipts',
    seenBy: 'the person, staff, Stripe',
    erase: 'clear',
    rows: OF_ENTITLEMENT,
    personal: ['receiptEmail'],
    record: ['stripeSessionId', 'currency', 'paymentIntent', 'findings'],
  }),
  ofBooks(checkoutLines, {
    purpose: 'Products of a card payment',
    seenBy: 'the person, staff',
    rows: `checkout_id = ${rowsOf.checkouts}`,
    record: ['priceId'],
  }),
  ofBooks(cardPayments, {
    purpose: 'Charged and refunded amounts',
    seenBy: 'staff, Stripe',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
  }),
  ofBooks(cardRefunds, {
    purpose: 'Refunds',
    seenBy: 'the person, staff, Stripe',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
    record: ['refundId', 'madeBy'],
  }),
  ofBooks(cardDisputes, {
    purpose: 'Disputes of card payments',
    seenBy: 'staff, Stripe',
    rows: `payment_intent = ${rowsOf.intents}`,
    link: ['paymentIntent'],
    record: ['disputeId'],
  }),
  ofBooks(paymentFlags, {
    purpose: 'Marks of payments that staff should look at',
    erase: 'clear',
    rows: `checkout_id = ${rowsOf.checkouts}`,
    personal: ['note'],
    record: ['closedBy'],
  }),
]

export const launchEntries = [
  entry(ltiLogins, {
    purpose: 'Logins from the LMS, each from its first request to its launch',
    kept: 'until they expire, after ten minutes',
    seenBy: 'nobody',
    erase: 'delete',
    rows: `exists (select from people p where p.id = ${rowsOf.people} and p.platform_id = lti_logins.platform_id
      and p.lti_user_id = lti_logins.claims::jsonb->>'sub')`,
    secret: ['stateHash', 'nonceHash', 'bindingHash', 'storageHash', 'networkHash', 'userAgentHash', 'continueHash'],
    text: ['claims'],
    plain: ['storageTarget', 'lmsOrigin'],
  }),
  entry(launchDiary, {
    purpose: 'Launches, to find out why one failed; names of parameters, not their values',
    kept: 'diary',
    seenBy: 'staff',
    erase: 'cut',
    text: ['detail', 'baseString'],
    plain: [
      'reference',
      'outcome',
      'consumerKey',
      'issuer',
      'clientId',
      'deploymentId',
      'school',
      'contextId',
      'parameters',
    ],
  }),
  ofPeople(gradeTargets, {
    purpose: 'Columns of the LMS that get a grade of access, and the grade sent to each',
    seenBy: 'the LMS, staff',
    rows: OF_ENTITLEMENT,
    personal: ['sourcedId', 'outcomeServiceUrl', 'lineItemUrl', 'lineItemsUrl', 'sentTo'],
    record: ['resourceLink', 'scopes', 'problem'],
  }),
  ofCanvas(ownColumns, {
    purpose: 'Grade columns that we made in courses of an LMS',
    seenBy: 'nobody',
    plain: ['lineItemsUrl', 'lineItemUrl'],
  }),
  ofPeople(moveSuggestions, {
    purpose: 'Pairs of records that may be one person, when a school moved to LTI 1.3',
    rows: `from_id = ${rowsOf.entitlements} or to_id = ${rowsOf.entitlements}`,
    personal: ['reason'],
  }),
  ofPeople(carriedRows, {
    purpose: 'Pairs of records of one person, from two connections of the same LMS',
    rows: `entitlement_id = ${rowsOf.entitlements} or other_id = ${rowsOf.entitlements}`,
  }),
  ofPeople(movedEnrollments, {
    purpose: 'Records of LTI 1.1 whose access went to one of LTI 1.3, so that it goes once',
    seenBy: 'nobody',
    erase: 'stay',
    rows: `from_id = ${rowsOf.entitlements} or to_id = ${rowsOf.entitlements}`,
  }),
  entry(codeTries, {
    purpose: 'Refused codes, to explain why; unknown codes only as hashes',
    kept: 'attempts',
    seenBy: 'staff',
    erase: 'delete',
    rows: OF_ENTITLEMENT,
    secret: ['codeHash'],
    record: ['answer'],
  }),
  ofPeople(canvasUsers, {
    purpose: "Login on the publisher's Canvas",
    seenBy: 'staff, Canvas',
    rows: `login = ${rowsOf.emails}`,
    personal: ['login', 'canvasUserId'],
    record: ['domain'],
  }),
  ofPeople(canvasEnrollments, {
    purpose: "Enrollment on the publisher's Canvas",
    seenBy: 'staff, Canvas',
    rows: OF_ENTITLEMENT,
    personal: ['canvasEnrollmentId'],
  }),
  ofCanvas(canvasCourses, {
    purpose: "A course on the publisher's Canvas, with its teachers as Canvas names them",
    erase: 'cut',
    text: ['teachers'],
    plain: ['domain', 'id', 'accountId', 'name', 'courseCode', 'workflowState'],
  }),
  ofCanvas(contentMigrations, {
    purpose: 'Copies of course content',
    plain: ['domain', 'courseId', 'id', 'progressUrl', 'workflowState', 'sourceCourseName'],
  }),
  ofCanvas(canvasPlatforms, {
    purpose: 'Course templates of a Canvas',
    kept: 'as long as the Canvas is used',
    plain: ['domain', 'blueprints'],
  }),
]
