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
const SAMPLES = `select p.id::text as person, p.email, p.name, p.given_name as given,
  (select token from entitlements where kind = 'enrollment' and role = 'learner' and id > 4242 order by id limit 1) as enrollment,
  m.token as membership, m.session_id as session, x.id::text as checkout_id, x.stripe_session_id as checkout, x.payment_intent as payment,
  (select refund_id from card_refunds limit 1) as refund,
  (select token from entitlements where id = x.entitlement_id) as paid,
  (select coupon_code from coupons k join coupon_uses u on u.coupon_id = k.id limit 1) as code,
  c.id::text as course11, c.context_id as context, c.title, (select id::text from courses where deployment_id is not null order by id limit 1) as course13,
  s.school_id::text as school11, s.key, (select school_id::text from deployments where school_id is not null order by id limit 1) as school13,
  (select reference from launch_diary order by id desc offset 5000 limit 1) as reference
  from (select * from people where id > 4242 and email is not null and name is not null order by id limit 1) p,
    (select * from entitlements where kind = 'membership' and role = 'learner' and id > 4242 order by id limit 1) m,
    (select * from checkouts where status = 'paid' and id > 4242 order by id limit 1) x,
    (select * from courses where consumer_id is not null order by id offset 42 limit 1) c,
    (select * from consumers order by id limit 1) s`

const search = (what: string, text: string): Visit => ({ what: `search by ${what}`, path: hrefs.find(text) })

/** Every page of the back office, with the searches and filters that it has. `appSecret` signs the seat link. */
export const listVisits = async (client: pg.Client, appSecret: string): Promise<Visit[]> => {
  const seatLink = `1.${makeSigner({ appSecret }, 'seat link').sign('1')}`
  const { rows } = await client.query<Record<string, string>>(SAMPLES)
  const { email = '', enrollment = '', membership = '', checkout = '', code = '', context = '', ...has } = rows[0]!
  const id = (what: string): number => Number(has[what])
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
    search('school', 'Copperline College 8'),
    search('session', has.session!),
    search('link', enrollment),
    of('a person', hrefs.personPage(id('person'))),
    of('personal data of a person', hrefs.person(id('person'))),
    of('Process Enrollment, 1.1', hrefs.token(enrollment)),
    of('Process Enrollment, 1.3', hrefs.token(membership)),
    of('Check Email', hrefs.email(email)),
    of('Card Payments', paths.payments),
    of('payments of a person', hrefs.payments(has.paid!)),
    of('a payment', hrefs.paymentPage(id('checkout_id'))),
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
    of('list of courses, searched', `${paths.course}?q=section+07`),
    of('list of courses that wait, by name', `${paths.course}?state=waiting&sort=name`),
    of('a course, 1.1', hrefs.coursePage(id('course11'))),
    of('a course, 1.3', hrefs.coursePage(id('course13'))),
    of('a school, 1.1', hrefs.schoolPage(id('school11'))),
    of('a school, 1.3', hrefs.schoolPage(id('school13'))),
    of('seats of a school', hrefs.seats(seatLink)),
    of('seats of a school, CSV', `${hrefs.seats(seatLink)}?as=csv`),
    of('list of schools', paths.manageConsumer),
    of('list of schools, searched', `${paths.manageConsumer}?q=college+77`),
    of('list of schools without courses', `${paths.manageConsumer}?state=no_course`),
    of('Activate 1.1 Course', hrefs.course(context)),
    of('Activate 1.3 Course', hrefs.activateCourse(membership)),
    of('Manage Consumer', hrefs.consumer(has.key!)),
    of('Create LTI 1.3 Credentials', paths.createPlatform),
    of('Platforms', paths.platforms),
    of('Deployments', paths.deployments),
    of('schools to join with', hrefs.joinSchools(id('school11'))),
    of('two schools to join', hrefs.joinSchools(id('school11'), id('school13'))),
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
    of('audit of a colleague', hrefs.audit({ actor: 'staff:2' })),
    of('audit of a colleague who did nothing', hrefs.audit({ actor: 'staff:999999' })),
    of('audit of schools', hrefs.audit({ kind: 'school' })),
    of('Launch Diary', paths.launches),
    of('launches of a school', hrefs.launches({ q: has.key! })),
    of('launches of an unknown key', hrefs.launches({ q: 'nobody' })),
    of('refused launches', hrefs.launches({ outcome: 'refused' })),
    of('refused launches of an unknown key', hrefs.launches({ q: 'nobody', outcome: 'refused' })),
    of('a launch by reference', hrefs.launches({ reference: has.reference })),
    of('what we keep', paths.whatWeKeep),
    of('what we keep of a school', hrefs.whatWeKeep(id('school11'))),
    of('Notice', paths.notice),
    of('Mail Texts', paths.mailTexts),
    of('Account', paths.account),
    of('About', paths.about),
    { ...of('a person, export', hrefs.exportPerson(id('person'))), isStreamed: true },
    { ...of('a school, export', hrefs.exportSchool(id('school11'))), isStreamed: true },
  ]
}
