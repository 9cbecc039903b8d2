import t from 'tap'
import { loginSentence } from '#src/messages/texts/message.ts'
import { payPage } from '#src/payments/texts/pay-page.ts'
import { A, aCourse, anEntitlement, aSchool, B, FREE, NOW, PAST } from '../../support/facts.ts'

const how = { step: undefined, terms: 'v1', timezone: 'America/Chicago', now: NOW }
const two = aCourse({ products: [A, B, FREE], canvasDomain: 'canvas.example', canvasCourseId: '101' })
const codes = [{ couponId: 1, code: 'CODE-A-1', productId: A.id, hasUsesLeft: false, voidedAt: null }]

t.test('builds the page of an enrollment', async t => {
  const page = payPage(anEntitlement({ course: two, codes }), how)
  t.strictSame(page, {
    pageKind: 'lti',
    asks: 'Code or card',
    isK12: false,
    token: 'e_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    step: 'agree',
    agreed: false,
    course: 'ASL 1',
    needs: [
      { id: A.id, product: 'Product A', code: 'CODE-A-1', paid: false },
      { id: B.id, product: 'Product B', code: null, paid: false },
    ],
    accepts: { code: true, card: true },
    closed: null,
    contextId: 'ctx-1',
    card: null,
    courseUrl: 'https://canvas.example/courses/101',
    lmsUrl: 'https://canvas.example',
    accessEnds: 'May 21, 2027',
    login: null,
    opensLater: null,
    ended: null,
    typed: '',
    receiptEmail: '',
    problem: null,
    note: null,
    confirming: null,
  })
  t.notMatch(JSON.stringify(page), /ana@school|session|price_|True Hands/, 'no data that the page does not show')
})

t.test("with access it shows the course's address and the end", async t => {
  const inside = anEntitlement({ course: two, processedAt: PAST, accessEndsAt: new Date('2026-12-20T05:59:59.999Z') })
  t.hasStrict(payPage(inside, how), {
    step: 'thank_you',
    closed: null,
    courseUrl: 'https://canvas.example/courses/101',
    accessEnds: 'December 19, 2026',
  })
  const late = anEntitlement({ course: aCourse({ expiresAt: PAST }), processedAt: PAST })
  t.hasStrict(payPage(late, how), { step: 'thank_you', closed: null }, 'even after sign-up is over')
})

t.test('explains why a course is closed', async t => {
  const closed = (course: Parameters<typeof aCourse>[0]) =>
    payPage(anEntitlement({ course: aCourse(course) }), how).closed
  t.equal(closed({ products: [] }), 'This course is not activated yet. Please let your teacher know.')
  t.equal(closed({ expiresAt: PAST }), 'Sign-up for this course has ended. Please ask your teacher.')
  t.equal(closed({}), null)
})

t.test('a person whose access ended reads the date and may start again, even after sign-up ended', async t => {
  const over = anEntitlement({ accessEndsAt: new Date('2026-11-01T04:59:59.999Z'), unprocessedAt: PAST })
  t.hasStrict(payPage(over, how), { step: 'agree', ended: '10/31/26', accessEnds: 'May 21, 2027', closed: null })
  t.hasStrict(payPage({ ...over, course: aCourse({ termEndsAt: PAST }) }, how), { ended: '10/31/26', closed: null })
  t.match(payPage({ ...over, course: aCourse({ products: [] }) }, how).closed, /not activated/)
  t.equal(
    payPage(anEntitlement({ processedAt: PAST, accessEndsAt: PAST }), how).ended,
    null,
    'not while they have access',
  )
})

t.test("the school's switches choose the buttons", async t => {
  const accepts = (school: Parameters<typeof aSchool>[0]) => {
    const { accepts } = payPage(anEntitlement({ school: aSchool(school) }), how)
    return accepts
  }
  t.strictSame(accepts({ acceptsPayment: false }), { code: true, card: false })
  t.strictSame(accepts({ acceptsAccessCode: false }), { code: false, card: true })
})

t.test('the pay page of a link tells returning people that they are enrolled and thanks new ones', async t => {
  const inside = anEntitlement({ processedAt: PAST, source: 'code' })
  const stepOf = (pageKind: 'lti' | 'pay', step?: string, of = inside) => payPage(of, { ...how, pageKind, step }).step
  t.equal(stepOf('pay'), 'already_enrolled')
  t.equal(stepOf('pay', 'thank_you'), 'thank_you')
  t.equal(stepOf('pay', undefined, anEntitlement({ processedAt: PAST, source: 'free' })), 'thank_you')
  t.equal(stepOf('lti'), 'thank_you')
  t.equal(stepOf('pay', 'thank_you', anEntitlement({})), 'agree', 'asking for the step gives no access')
})

t.test('explains the login on the learning platform', async t => {
  const email = 'ana@school.example'
  t.equal(
    loginSentence({ email, password: 'kept' }),
    'Log in to the course platform as ana@school.example. You already had this login. Your password has not changed.',
  )
  t.match(loginSentence({ email, password: null }), 'If you already had a login, its password has not changed.')
})
