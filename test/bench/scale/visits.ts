import type pg from 'pg'
import { makeSigner } from '#src/core/crypto.ts'
import { hrefs, paths } from '#views/paths.ts'

/** A page of the back office and what is asked of it. */
export interface Visit {
  what: string
  path: string
  /** Sent while it is read, so that only its longest statement counts. */
  isStreamed?: true
  /** One order and filter of a list, which has to be faster than other pages. */
  isList?: true
}

/** Values of filled rows, to ask for. */
const SAMPLES = `select
  (select email from people where id = 4242) as email,
  (select name from people where id = 4242) as name,
  (select given_name from people where id = 4242) as given,
  (select token from enrollments where id = 4243) as enrollment,
  (select token from memberships where id = 4243) as membership,
  (select session_id from memberships where id = 4243) as session,
  (select stripe_session_id from checkouts where id = 4244) as checkout,
  (select payment_intent from checkouts where id = 4244) as payment,
  (select refund_id from card_refunds limit 1) as refund,
  (select token from enrollments e join checkouts x on x.enrollment_id = e.id where x.id = 4244) as paid,
  (select coupon_code from coupons k join coupon_uses u on u.coupon_id = k.id limit 1) as code,
  (select context_id from courses where id = 43) as context,
  (select title from courses where id = 43) as title,
  (select reference from launch_diary order by id desc offset 5000 limit 1) as reference`

const search = (what: string, text: string): Visit => ({ what: `search by ${what}`, path: hrefs.find(text) })

/** Every page of the back office, with the searches and filters that it has. `appSecret` signs the seat link. */
export const listVisits = async (client: pg.Client, appSecret: string): Promise<Visit[]> => {
  const seatLink = `1.${makeSigner({ appSecret }, 'seat link').sign('1')}`
  const { rows } = await client.query<Record<string, string>>(SAMPLES)
  const { email = '', enrollment = '', membership = '', checkout = '', code = '', context = '', ...has } = rows[0]!
  const of = (what: string, path: string): Visit => ({ what, path })
  return [
    of('Today', paths.today),
    search('email', email),
    search('name', has.name!),
    search('a frequent first name', has.given!),
    search('nothing that exists', 'Quetzalcoatl'),
    search('payment', has.payment!),
    search('refund', has.refund!),
    search('checkout', checkout),
    search('the end of a receipt', checkout.slice(-10)),
    search('code', code),
    search('course title', has.title!),
    search('course id', context),
    search('school', 'North College 8'),
    search('session', has.session!),
    search('link', enrollment),
    of('a person', hrefs.personPage(4242)),
    of('personal data of a person', hrefs.person(4242)),
    of('Process Enrollment, 1.1', hrefs.token(enrollment)),
    of('Process Enrollment, 1.3', hrefs.token(membership)),
    of('Check Email', hrefs.email(email)),
    of('Card Payments', paths.payments),
    of('payments of a person', hrefs.payments(has.paid!)),
    of('a payment', hrefs.paymentPage(4244)),
    of('payments by amount', hrefs.find('$49.00')),
    of('list of refunded payments', `${paths.payments}?state=refunded`),
    of('list of flagged payments', `${paths.payments}?state=flagged`),
    of('moves from 1.1', paths.moves),
    of('Paste a List', paths.pasteList),
    of('Help Requests', paths.support),
    of('Check Access Code', hrefs.accessCode(code)),
    of('Codes', paths.codes),
    of('a batch of codes', hrefs.batch(7)),
    of('cards of a batch', hrefs.codeCards(7)),
    of('codes of a batch, CSV', hrefs.batchCsv(7)),
    of('Import Access Codes', paths.importAccessCodes),
    of('Course Content', paths.courseContent),
    of('Course Content, search', hrefs.courseContent('Language')),
    of('Courses Waiting', paths.waitingCourses),
    of('list of courses', paths.course),
    of('list of courses, searched', `${paths.course}?q=section+43`),
    of('list of courses that wait, by name', `${paths.course}?state=waiting&sort=name`),
    of('a course, 1.1', hrefs.coursePage(43)),
    of('a course, 1.3', hrefs.coursePage(44)),
    of('a school, 1.1', hrefs.schoolPage({ kind: 'consumer', id: 7 })),
    of('a school, 1.3', hrefs.schoolPage({ kind: 'deployment', id: 7 })),
    of('seats of a school', hrefs.seats(seatLink)),
    of('seats of a school, CSV', `${hrefs.seats(seatLink)}?as=csv`),
    of('list of schools', paths.manageConsumer),
    of('list of schools, searched', `${paths.manageConsumer}?q=college+77`),
    of('list of schools without courses', `${paths.manageConsumer}?state=no_course`),
    of('Activate 1.1 Course', hrefs.course(context)),
    of('Activate 1.3 Course', hrefs.activateCourse(membership)),
    of('Manage Consumer', hrefs.consumer('school_7')),
    of('Create LTI 1.3 Credentials', paths.createPlatform),
    of('Platforms', paths.platforms),
    of('Deployments', paths.deployments),
    of('Default Products', paths.defaultProducts),
    of('default products of a school', hrefs.defaultProducts('consumer:7')),
    of('Manage video hosting', paths.manageSproutvideo),
    of('Manage Product', paths.manageProduct),
    of('a product', hrefs.product('ASL1')),
    of('Clips', paths.clips),
    of('clip files', paths.clipFiles),
    of('signers', paths.clipSigners),
    of('Setup', paths.setup),
    of('Background Work', paths.jobs),
    of('Audit', paths.audit),
    of('audit with views', hrefs.audit({ looks: 'yes' })),
    of('audit of a colleague', hrefs.audit({ actor: 'staff:7' })),
    of('audit of a colleague who did nothing', hrefs.audit({ actor: 'staff:999999' })),
    of('audit of schools', hrefs.audit({ kind: 'consumer' })),
    of('Launch Diary', paths.launches),
    of('launches of a school', hrefs.launches({ q: 'school_7' })),
    of('launches of an unknown key', hrefs.launches({ q: 'nobody' })),
    of('refused launches', hrefs.launches({ outcome: 'refused' })),
    of('refused launches of an unknown key', hrefs.launches({ q: 'nobody', outcome: 'refused' })),
    of('a launch by reference', hrefs.launches({ reference: has.reference })),
    of('what we keep', paths.whatWeKeep),
    of('what we keep of a school', hrefs.whatWeKeep('consumer:7')),
    of('Notice', paths.notice),
    of('Mail Texts', paths.mailTexts),
    of('Account', paths.account),
    of('About', paths.about),
    { ...of('a person, export', hrefs.exportPerson(4242)), isStreamed: true },
    { ...of('a school, export', hrefs.exportSchool({ kind: 'consumer', id: 7 })), isStreamed: true },
  ]
}
