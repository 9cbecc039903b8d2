import t from 'tap'
import { wordPattern } from '#src/desk/rules/erasures.ts'

t.test('only words that can be nobody else’s are cut', async t => {
  for (const word of [
    'ana@school.example',
    'Ana Lima',
    'e_k2JKvLNqujEH9N9s',
    'lms-user-77',
    'https://lms.example/columns/7',
  ])
    t.ok(wordPattern([word]), word)
  for (const word of ['kind', 'entitlement', 'entitlementId', 'Ana', 'student', '12345678', '', ' ', null])
    t.equal(wordPattern([word]), null, String(word))
})
