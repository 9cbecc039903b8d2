import { batchCalls, codeUploads, couponBatches, coupons } from '#src/access/store/schema/coupons.ts'
import { writeProbes } from '#src/core/db/store/schema.ts'
import {
  activations,
  courseProducts,
  courses,
  courseTeachers,
  defaultProducts,
  products,
} from '#src/courses/store/schema/courses.ts'
import { helpViews } from '#src/messages/store/schema.ts'
import { prices, reconciliations, refusedEvents, stripeEvents } from '#src/payments/store/schema.ts'
import {
  consumers,
  deployments,
  lmsMoves,
  nonces,
  platformKeys,
  platforms,
  registrationInvites,
  schools,
  seatLinks,
  toolKeys,
} from '#src/schools/store/schema.ts'
import { signLists } from '#src/signs/store/schema/signs.ts'
import { faults } from '../schema/faults.ts'
import { answerTimes, dailyTotals } from '../schema/reports.ts'
import { entry, rowsOf } from './entry.ts'

const USED = 'as long as the school uses the product'

export const schoolEntries = [
  entry(schools, {
    purpose: "Schools and their settings, with staff's contact and note",
    kept: USED,
    seenBy: 'staff',
    erase: 'cut',
    ofOthers: 'id <> all($2)',
    text: ['contact', 'note'],
    plain: ['name', 'emailDomain'],
  }),
  entry(consumers, {
    purpose: 'Connections of schools by LTI 1.1',
    kept: USED,
    seenBy: 'staff',
    plain: ['key'],
    secret: ['sealedSecret', 'sealedPreviousSecret'],
  }),
  entry(seatLinks, {
    purpose: 'Links to the seat page of a school',
    kept: USED,
    seenBy: 'staff',
    staff: ['createdBy'],
  }),
  entry(nonces, {
    purpose: 'Launches already used',
    kept: 'until they expire, after minutes',
    seenBy: 'nobody',
    plain: ['nonce'],
  }),
  entry(platforms, {
    purpose: 'An LMS by LTI 1.3',
    kept: USED,
    seenBy: 'staff',
    plain: ['issuer', 'clientId', 'domain', 'authorizationRedirect', 'publicKeysUrl', 'grantUrl', 'audience'],
  }),
  entry(deployments, {
    purpose: 'Connections of schools by LTI 1.3',
    kept: USED,
    seenBy: 'staff',
    plain: ['deploymentId', 'seenName', 'seenTitle', 'seenHost', 'seenContextId'],
  }),
  entry(lmsMoves, {
    purpose: 'Deployments that may replace an earlier connection of the same LMS',
    kept: USED,
    seenBy: 'staff',
    plain: ['leftSchool'],
    staff: ['decidedBy'],
  }),
  entry(registrationInvites, {
    purpose: 'Invitations to register an LMS',
    kept: 'until they expire, after a week; used ones stay with their platform',
    seenBy: 'staff',
    erase: 'cut',
    secret: ['tokenHash'],
    text: ['note', 'administratorEmail'],
    plain: ['switchOnHost'],
    staff: ['createdBy'],
  }),
  entry(toolKeys, {
    purpose: 'Our signing keys',
    kept: 'until they expire, 180 days after their last use',
    seenBy: 'nobody',
    plain: ['kid', 'publicJwk'],
    secret: ['sealedPrivateKey'],
  }),
  entry(platformKeys, {
    purpose: 'Our signing keys for one LMS',
    kept: 'until they expire, 180 days after their last use',
    seenBy: 'nobody',
    plain: ['kid', 'publicJwk'],
    secret: ['sealedPrivateKey'],
  }),
  entry(courses, {
    purpose: 'Courses as their LMS names them',
    kept: USED,
    seenBy: 'their students and teachers, staff',
    plain: [
      'contextId',
      'title',
      'label',
      'canvasCourseId',
      'canvasDomain',
      'workflowState',
      'unreadTermEnd',
      'lmsOrigins',
      'seenOrigins',
      'lmsCourseUrl',
      'joinToken',
      'rosterUrl',
    ],
  }),
  entry(courseTeachers, {
    purpose: 'Teachers of a course; the payment page shows the name',
    kept: 'people',
    seenBy: 'students of the course, staff',
    erase: 'delete',
    rows: `person_id = ${rowsOf.people}`,
    record: ['lastTab', 'lastLesson'],
  }),
  entry(signLists, {
    purpose: "A teacher's lists of signs",
    kept: USED,
    seenBy: 'their teachers and students, everyone with the link',
    erase: 'cut',
    text: ['name'],
    plain: ['link', 'signs'],
  }),
]

const BOOKS = 'as long as tax law requires'
const YEARS = 'as long as staff compare years'

export const productEntries = [
  entry(courseProducts, {
    purpose: 'Products of a course',
    kept: USED,
    seenBy: 'everybody in the course, staff',
  }),
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
  entry(batchCalls, {
    purpose: 'Idempotency keys of calls that made codes',
    kept: 'until a day later',
    seenBy: 'nobody',
    plain: ['caller', 'key', 'askedHash'],
  }),
  entry(couponBatches, {
    purpose: 'Batches of codes',
    kept: BOOKS,
    seenBy: 'staff',
    erase: 'cut',
    text: ['note', 'seller', 'fileName'],
  }),
  entry(codeUploads, {
    purpose: 'Files of codes that were uploaded and not imported yet',
    kept: 'until a day later',
    seenBy: 'the person who uploaded them',
    plain: ['id', 'fileName', 'content'],
  }),
  entry(stripeEvents, {
    purpose: 'Events of Stripe already handled; only their ids and types',
    kept: BOOKS,
    seenBy: 'nobody',
    plain: ['id', 'type'],
  }),
  entry(refusedEvents, {
    purpose: 'How many events of Stripe were refused, by hour',
    kept: 'until they are a week old',
    seenBy: 'managers',
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
  entry(faults, {
    purpose: 'What is wrong with the installation now, and since when',
    kept: 'until it is repaired',
    seenBy: 'managers',
    plain: ['name'],
  }),
  entry(writeProbes, {
    purpose: 'Always empty; shows that the database can be written',
    kept: 'until the same moment',
    seenBy: 'nobody',
    plain: ['filler'],
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
