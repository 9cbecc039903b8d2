import t from 'tap'
import { parseSearchQuery } from '#src/desk/rules/search.ts'

t.test('recognizes a search by its form', async t => {
  const token = `e_${'a'.repeat(32)}`
  for (const [typed, is] of [
    ['', 'nothing'],
    [' Ana@School.Example ', 'email'],
    [token, 'token'],
    [`m_${'b'.repeat(32)}`, 'token'],
    [`c_${'b'.repeat(32)}`, 'join'],
    [`https://signbook.example/lti/pay?token=${token}`, 'token'],
    [`https://signbook.example/verify?course=c_${'b'.repeat(32)}`, 'join'],
    ['cs_test_a1B2c3', 'payment'],
    ['pi_3Nabc', 'payment'],
    ['evt_1Nabc', 'payment'],
    ['6F9619FF-8B86-D011-B42D-00C04FC964FF', 'session'],
    ['7k4mq-2xnrt', 'launch'],
    ['$54.99', 'paid'],
    ['54.99', 'paid'],
    ['2026-09-03', 'paid'],
    ['$1,200 on Monday', 'text'],
    ['101', 'text'],
    ['CFGH-3479-KMNP', 'text'],
    ['twa_demo', 'text'],
    ['demo-asl1', 'text'],
  ] as const)
    t.equal(parseSearchQuery(typed).is, is, typed)
  t.match(parseSearchQuery(" Núñez,  O'Brien "), { words: ['nunez', 'obrien'] })
  t.strictSame(parseSearchQuery('09/03/26 $1,200'), { is: 'paid', amount: 120_000, day: '2026-09-03' })
  t.match(parseSearchQuery('!?'), { words: [] })
})
