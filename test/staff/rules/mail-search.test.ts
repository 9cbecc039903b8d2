import t from 'tap'
import { parseMailSearch } from '#src/desk/texts/search.ts'

t.test('reads the kind of mail by its name or its subject, in both languages', async t => {
  for (const [typed, kinds, words] of [
    ['Receipt', ['receipt'], []],
    ['welcome', ['welcome'], []],
    ['Welcome back', ['welcome-back'], []],
    ['receipt Lake College', ['receipt'], ['lake', 'college']],
    ['Your receipt: ASL 1', ['receipt'], ['asl', '1']],
    ['Your course is ready: ASL 1', ['ready', 'course-ready'], ['asl', '1']],
    ['Your access ends on May 22, 2027: ASL 1', ['access-ends'], ['asl', '1']],
    ['Ya tienes acceso: Señas 1', ['welcome'], ['senas', '1']],
    ['Your sign-up code', ['code'], []],
    ['Someone needs help', ['help'], []],
    ['Lake College', [], ['lake', 'college']],
    ['the receipt', [], ['the', 'receipt']],
    ['', [], []],
  ] as const)
    t.strictSame(parseMailSearch(typed), { kinds, words }, typed)
})
