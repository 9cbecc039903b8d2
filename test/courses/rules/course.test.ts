import t from 'tap'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { gateStatus } from '#src/courses/contract.ts'
import {
  accessMethodGate,
  asksFor,
  courseGate,
  courseName,
  courseUrl,
  type GateReason,
  isExpired,
  lmsUrl,
  requiredProducts,
} from '#src/courses/rules/course.ts'
import { gateRefusals } from '#src/courses/texts/join-course.ts'
import { A, aCourse, aSchool, B, FREE, FUTURE, NOW, PAST } from '../../support/facts.ts'

t.test('sign-up ends by the date of staff, else with the term, else never', async t => {
  const cases: [expiresAt: Date | null, termEndsAt: Date | null, expired: boolean][] = [
    [null, null, false],
    [PAST, null, true],
    [FUTURE, null, false],
    [null, PAST, true],
    [null, FUTURE, false],
    [FUTURE, PAST, false],
    [PAST, FUTURE, true],
    [NOW, null, false],
  ]
  for (const [expiresAt, termEndsAt, expired] of cases) {
    t.equal(
      isExpired({ expiresAt, termEndsAt, accessUntil: null }, NOW),
      expired,
      JSON.stringify({ expiresAt, termEndsAt }),
    )
  }
})

t.test('checks the gates of a course in order', async t => {
  const noProduct = 'course_not_activated'
  const ended = 'sign_up_ended'
  const noCodes = 'codes_not_accepted'
  const noCards = 'cards_not_accepted'
  t.strictSame(courseGate(aCourse(), NOW), null)
  t.strictSame(courseGate(aCourse({ products: [] }), NOW), noProduct)
  t.strictSame(courseGate(aCourse({ expiresAt: PAST }), NOW), ended)
  t.strictSame(courseGate(aCourse({ products: [], expiresAt: PAST }), NOW), noProduct, 'not activated comes first')

  const neither = aSchool({ acceptsAccessCode: false, acceptsPayment: false })
  t.strictSame(accessMethodGate(aCourse(), neither, 'code', NOW), noCodes)
  t.strictSame(accessMethodGate(aCourse(), neither, 'card', NOW), noCards)
  t.strictSame(
    accessMethodGate(aCourse({ expiresAt: PAST }), neither, 'code', NOW),
    ended,
    'ended comes before the means',
  )
  t.strictSame(accessMethodGate(aCourse({ products: [] }), neither, 'card', NOW), noProduct)
  t.strictSame(
    accessMethodGate(aCourse(), aSchool({ acceptsPayment: false }), 'code', NOW),
    null,
    'one switch closes only its own means',
  )
  t.strictSame(accessMethodGate(aCourse(), aSchool({ acceptsAccessCode: false }), 'card', NOW), null)
  const answers = Object.entries(gateRefusals).map(([reason, { message }]) => [
    reason,
    httpStatus(gateStatus, reason as GateReason),
    message,
  ])
  t.strictSame(answers, [
    [
      'school_moving',
      409,
      'Your school is being moved to a new link. You do not have to pay again. Please come back tomorrow.',
    ],
    [noProduct, 409, 'This course is not activated yet. Please let your teacher know.'],
    [ended, 403, 'Sign-up for this course has ended. Please ask your teacher.'],
    [noCodes, 403, 'This school does not take access codes.'],
    [noCards, 403, 'This school does not take card payments.'],
  ])
})

t.test('builds the address of a course on its learning platform', async t => {
  const url = (canvasDomain: string | null, canvasCourseId: string | null) =>
    courseUrl({ canvasDomain, canvasCourseId })
  t.equal(url('canvas.example', '101'), 'https://canvas.example/courses/101')
  t.equal(url('canvas.example', '1/../../evil?x#y'), 'https://canvas.example/courses/1%2F..%2F..%2Fevil%3Fx%23y')
  t.equal(url(null, '101'), null)
  t.equal(url('canvas.example', null), null)
})

t.test('names a course when the LMS sends no title', async t => {
  t.equal(courseName({ title: 'ASL 1', label: 'L' }), 'ASL 1')
  t.equal(courseName({ title: null, label: 'L' }), 'L')
  t.equal(courseName({ title: null, label: null }), 'Your course')
})

t.test('names the payment step by the accepted means', async t => {
  const asks = (school = {}, products = [A]) => asksFor(aCourse({ products }), aSchool(school))
  t.equal(asks(), 'code_or_card')
  t.equal(asks({ acceptsPayment: false }), 'code')
  t.equal(asks({ acceptsAccessCode: false }), 'card')
  t.equal(asks({}, [FREE]), null)
})

t.test('what a course asks for', async t => {
  t.strictSame(requiredProducts(aCourse({ products: [FREE, B, A] })), [B, A])
})

t.test('links back to the LMS only if exactly one secure origin is known', async t => {
  const cases: [lmsOrigins: string[], canvasDomain: string | null, url: string | null][] = [
    [['https://moodle.school.test'], null, 'https://moodle.school.test'],
    [['https://canvas.school.test'], 'canvas.school.test', 'https://canvas.school.test'],
    [[], 'canvas.school.test', 'https://canvas.school.test'],
    [[], null, null],
    [['http://moodle.school.test'], null, null],
    [['https://a.test', 'https://b.test'], null, null],
    [['https://a.test'], 'canvas.school.test', null],
    [['https://a.test', 'http://a.test'], null, null],
  ]
  for (const [lmsOrigins, canvasDomain, url] of cases)
    t.equal(lmsUrl({ lmsOrigins, canvasDomain }), url, JSON.stringify({ lmsOrigins, canvasDomain }))
})
