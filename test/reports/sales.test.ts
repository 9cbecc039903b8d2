import t from 'tap'
import { plainAmount } from '#src/core/rules/money.ts'
import { countDays, reportRevenue } from '#src/desk/reports.ts'
import {
  entriesOf,
  isNotBack,
  type PaidCheckout,
  revenueCsv,
  revenueOf,
  split,
  termsOfSales,
} from '#src/desk/rules/sales.ts'
import { listTotals } from '#src/desk/store/daily-totals.ts'
import { launchDiary } from '#src/lti/store/schema.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makePlatform } from '../support/platform.ts'
import { launch, makeCode, makeCourse, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, shop } from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

const terms: [now: string, asked: string | undefined, term: string, before: string][] = [
  ['2026-11-26', undefined, 'Fall 2026', 'Fall 2025'],
  ['2026-11-30T23:59:59Z', undefined, 'Fall 2026', 'Fall 2025'],
  ['2026-12-01', undefined, 'Spring 2027', 'Spring 2026'],
  ['2027-01-15', undefined, 'Spring 2027', 'Spring 2026'],
  ['2027-05-15', undefined, 'Summer 2027', 'Summer 2026'],
  ['2027-07-16', undefined, 'Fall 2027', 'Fall 2026'],
  ['2026-11-26', '2025-spring', 'Spring 2025', 'Spring 2024'],
  ['2026-11-26', 'nonsense', 'Fall 2026', 'Fall 2025'],
]

t.test('a term stands beside the same term a year before', async t => {
  for (const [now, asked, term, before] of terms) {
    const found = termsOfSales(new Date(now), asked)
    t.strictSame([found.term.label, found.before.label], [term, before], `${now} ${asked ?? ''}`)
  }
  t.ok(isNotBack({ students: 0, studentsBefore: 3 }))
  t.notOk(isNotBack({ students: 1, studentsBefore: 3 }))
  t.notOk(isNotBack({ students: 0, studentsBefore: 0 }))
})

t.test('an amount is split into whole minor units that sum up to it', async t => {
  t.strictSame(split(100, [1, 1, 1]), [33, 34, 33])
  t.strictSame(split(9800, [4900, 4900]), [4900, 4900])
  t.strictSame(split(5000, [0, 4900]), [0, 5000])
  t.strictSame(split(101, [0, 0]), [51, 50])
  t.strictSame(split(0, [1, 2]), [0, 0])
})

const amounts: [amount: number, currency: string, text: string][] = [
  [4900, 'usd', '49.00'],
  [-4900, 'usd', '-49.00'],
  [5, 'eur', '0.05'],
  [4900, 'jpy', '4900'],
  [4900, 'kwd', '4.900'],
  [4900, 'isk', '49.00'],
]

t.test('amounts are plain numbers with the digits of their currency', async t => {
  for (const [amount, currency, text] of amounts)
    t.equal(plainAmount({ amount, currency }), text, `${amount} ${currency}`)
})

const payment = (over: Partial<PaidCheckout> = {}): PaidCheckout => ({
  ...{ sessionId: 'cs_1', paymentIntent: 'pi_1', currency: 'usd', completedAt: new Date('2026-10-05T12:00:00Z') },
  ...{ total: 9800, refunded: 0, refunds: [], disputes: [] },
  lines: [
    { product: 'ASL1', amount: 4900 },
    { product: 'ASL2', amount: 4900 },
  ],
  ...over,
})
const at = '2026-11-02T12:00:00Z'
const refund = (over: Partial<PaidCheckout['refunds'][number]>) => ({
  ...{ id: 're_1', amount: 4900, failed: false, at, products: [] },
  ...over,
})
const cases: { what: string; given: Partial<PaidCheckout>; rows: string[] }[] = [
  { what: 'a payment of two products', given: {}, rows: ['2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'] },
  {
    what: 'a refund of one product, in its own month',
    given: { refunded: 4900, refunds: [refund({ products: ['ASL2'] })] },
    rows: ['2026-11 ASL2 0 4900 0', '2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'],
  },
  {
    what: 'a refund without a product',
    given: { refunded: 100, refunds: [refund({ amount: 100 })] },
    rows: ['2026-11 ASL1 0 50 0', '2026-11 ASL2 0 50 0', '2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'],
  },
  {
    what: 'a failed refund',
    given: { refunded: 4900, refunds: [refund({ failed: true })] },
    rows: ['2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'],
  },
  {
    what: 'a refund that we know by the charge only',
    given: { refunded: 9800 },
    rows: ['2026-10 ASL1 4900 4900 0', '2026-10 ASL2 4900 4900 0'],
  },
  {
    what: 'a dispute that we lost',
    given: { disputes: [{ id: 'dp_1', state: 'lost', at }] },
    rows: ['2026-11 ASL1 0 0 4900', '2026-11 ASL2 0 0 4900', '2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'],
  },
  {
    what: 'a dispute that we won',
    given: { disputes: [{ id: 'dp_1', state: 'won', at }] },
    rows: ['2026-10 ASL1 4900 0 0', '2026-10 ASL2 4900 0 0'],
  },
  {
    what: 'a payment without amounts of its lines',
    given: {
      total: 101,
      lines: [
        { product: 'ASL1', amount: null },
        { product: 'ASL2', amount: null },
      ],
    },
    rows: ['2026-10 ASL1 51 0 0', '2026-10 ASL2 50 0 0'],
  },
]

t.test('revenue is summed by month and product', async t => {
  for (const { what, given, rows } of cases)
    t.strictSame(
      revenueOf(entriesOf(payment(given)), 'America/Chicago').map(
        r => `${r.month} ${r.product} ${r.paid} ${r.refunded} ${r.disputed}`,
      ),
      rows,
      what,
    )
  const both = [payment(), payment({ currency: 'eur' })].flatMap(entriesOf)
  t.equal(revenueOf(both, 'UTC').length, 4, 'currencies are kept apart')
  const late = payment({ completedAt: new Date('2026-11-01T03:00:00Z') })
  t.equal(revenueOf(entriesOf(late), 'America/Chicago')[0]?.month, '2026-10', 'months of the business zone')
})

t.test('the file has plain numbers, currencies and the ids of Stripe', async t => {
  const entries = entriesOf(payment({ refunded: 4900, refunds: [refund({ products: ['ASL2'] })] }))
  const csv = revenueCsv(entries, 'UTC').join('')
  t.match(csv, '2026-10-05,2026-10,Paid,ASL1,49.00,usd,cs_1,pi_1,\r\n')
  t.match(csv, '2026-11-02,2026-11,Refund,ASL2,-49.00,usd,cs_1,pi_1,re_1\r\n')
})

t.test('the page shows schools and revenue to managers', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const me = await signedIn(app)
  const come = async (context_id: string) => (await launch(app, school.key, { context_id, user_id: context_id })).token
  await buy({ ...given, token: await come(course.contextId) })
  await deliver(given, COMPLETED)
  const lastYear = new Date('2025-09-01T12:00:00Z')
  await makeCourse(app, school.id, ['A'], { contextId: 'before', createdAt: lastYear })
  await redeem(app, await come('before'), await makeCode(app, 'A'))
  const page = textOf((await me.open('/sales')).body)
  for (const text of ['Fall 2026 beside Fall 2025', 'Revenue by month and product', '2026-11', '49.00'])
    t.match(page, text, text)
  t.match((await me.open('/sales?as=schools-csv')).body, ',1,1,2026-11-21,no')
  t.match((await me.open('/sales?as=revenue-csv')).body, /,Paid,A,49\.00,usd,cs_/)
  t.match(textOf((await me.open('/sales?back=no')).body), 'Every school with students a year ago is back.')
  t.match(textOf((await me.open('/sales?term=2027-spring')).body), 'Spring 2027 beside Spring 2026')
  t.equal((await (await signedIn(app, 'support')).open('/sales')).status, 403)
})

t.test('the last launch of an LTI 1.3 school is of its own platform', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [first, second] = [await makePlatform(app), await makePlatform(app)]
  const line = ({ issuer, clientId }: typeof first.platform, reference: string, day: string) => ({
    ...{ reference, issuer, clientId, deploymentId: '1', version: '1.3' as const, outcome: 'pay', parameters: [] },
    at: new Date(`${day}T12:00:00Z`),
  })
  const lines = [
    line(first.platform, 'aaaa', '2026-10-01'),
    line(first.platform, 'bbbb', '2026-10-02'),
    line(second.platform, 'cccc', '2026-10-03'),
  ]
  await app.db.orm.insert(launchDiary).values(lines)
  const csv = (await me.open('/sales?as=schools-csv')).body
  t.match(csv, `${first.platform.domain},0,0,0,0,2026-10-02,no`)
  t.match(csv, `${second.platform.domain},0,0,0,0,2026-10-03,no`)
})

t.test('a student of two courses counts once, and test money is no revenue of a live server', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const me = await signedIn(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'second' })
  const come = async (context_id: string) => (await launch(app, school.key, { context_id, user_id: 'ana' })).token
  await redeem(app, await come('second'), await makeCode(app, 'A'))
  const token = await come(course.contextId)
  await redeem(app, token, await makeCode(app, 'A'))
  t.match((await me.open('/sales?as=schools-csv')).body, ',0,0,1,0,')
  await buy({ ...given, token: (await launch(app, school.key, { context_id: course.contextId })).token })
  await deliver(given, COMPLETED)
  t.match((await me.open('/sales?as=revenue-csv')).body, ',Paid,A,')
  t.strictSame(await reportRevenue({ ...app, live: true }, undefined, me.staff), [])
  const counted = async (live: boolean) => {
    await countDays({ ...app, live })
    return (await listTotals(app.db, '2026-01-01', '2027-12-31')).filter(({ measure }) => measure === 'sales').length
  }
  t.strictSame([await counted(false), await counted(true)], [1, 0], 'nor in the figure of Today')
})
