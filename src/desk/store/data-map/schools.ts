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
import { BOOKS, entriesOf, entry, rowsOf } from './entry.ts'

const ofSchools = entriesOf({ kept: 'as long as the school uses the product', seenBy: 'staff' })
const ofNobody = entriesOf({ kept: 'until they expire, 180 days after their last use', seenBy: 'nobody' })
const ofBooks = entriesOf({ kept: BOOKS, seenBy: 'staff' })
const ofYears = entriesOf({ kept: 'as long as staff compare years', seenBy: 'staff' })

export const schoolEntries = [
  ofSchools(schools, {
    purpose: "Schools and their settings, with staff's contact and note",
    erase: 'cut',
    ofOthers: 'id <> all($2)',
    text: ['contact', 'note'],
    plain: ['name', 'emailDomain'],
  }),
  ofSchools(consumers, {
    purpose: 'Connections of schools by LTI 1.1',
    plain: ['key'],
    secret: ['sealedSecret', 'sealedPreviousSecret'],
  }),
  ofSchools(seatLinks, { purpose: 'Links to the seat page of a school', staff: ['createdBy'] }),
  ofNobody(nonces, {
    purpose: 'Launches already used',
    kept: 'until they expire, after minutes',
    plain: ['nonce'],
  }),
  ofSchools(platforms, {
    purpose: 'An LMS by LTI 1.3',
    plain: ['issuer', 'clientId', 'domain', 'authorizationRedirect', 'publicKeysUrl', 'grantUrl', 'audience'],
  }),
  ofSchools(deployments, {
    purpose: 'Connections of schools by LTI 1.3',
    plain: ['deploymentId', 'seenName', 'seenTitle', 'seenHost', 'seenContextId'],
  }),
  ofSchools(lmsMoves, {
    purpose: 'Deployments that may replace an earlier connection of the same LMS',
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
  ofNobody(toolKeys, {
    purpose: 'Our signing keys',
    plain: ['kid', 'publicJwk'],
    secret: ['sealedPrivateKey'],
  }),
  ofNobody(platformKeys, {
    purpose: 'Our signing keys for one LMS',
    plain: ['kid', 'publicJwk'],
    secret: ['sealedPrivateKey'],
  }),
  ofSchools(courses, {
    purpose: 'Courses as their LMS names them',
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
  ofSchools(signLists, {
    purpose: "A teacher's lists of signs",
    seenBy: 'their teachers and students, everyone with the link',
    erase: 'cut',
    text: ['name'],
    plain: ['link', 'signs'],
  }),
]

export const productEntries = [
  ofSchools(courseProducts, { purpose: 'Products of a course', seenBy: 'everybody in the course, staff' }),
  ofSchools(activations, { purpose: 'Changes of the products of a course' }),
  ofSchools(defaultProducts, { purpose: 'Products of new courses' }),
  ofBooks(products, {
    purpose: 'Products',
    seenBy: 'everybody',
    plain: ['productCode', 'name', 'stripePriceId'],
  }),
  ofBooks(coupons, {
    purpose: 'Access codes and how often each was used',
    plain: ['couponCode', 'codeKey', 'lookAlikeKey'],
  }),
  entry(batchCalls, {
    purpose: 'Idempotency keys of calls that made codes',
    kept: 'until a day later',
    seenBy: 'nobody',
    plain: ['caller', 'key', 'askedHash'],
  }),
  ofBooks(couponBatches, {
    purpose: 'Batches of codes',
    erase: 'cut',
    text: ['note', 'seller', 'fileName'],
  }),
  entry(codeUploads, {
    purpose: 'Files of codes that were uploaded and not imported yet',
    kept: 'until a day later',
    seenBy: 'the person who uploaded them',
    plain: ['id', 'fileName', 'content'],
  }),
  ofBooks(stripeEvents, {
    purpose: 'Events of Stripe already handled; only their ids and types',
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
  ofBooks(reconciliations, {
    purpose: "Comparisons with Stripe; payments are named by Stripe's ids",
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
  ofYears(dailyTotals, { purpose: 'Totals of each day, for the figures of staff', plain: ['key'] }),
  ofYears(answerTimes, { purpose: 'How long outside services took to answer, per day', plain: ['service'] }),
  ofYears(helpViews, { purpose: 'How often a step, error or mail was seen, per day; no person', plain: ['slot'] }),
]
