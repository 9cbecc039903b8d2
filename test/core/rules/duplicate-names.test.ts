import fc from 'fast-check'
import t from 'tap'
import { duplicateNameMarks } from '#src/core/rules/person-names.ts'

const person = (name: string, ltiUserId: string | null) => ({ name, ltiUserId })
const marks = (people: ReturnType<typeof person>[]) =>
  duplicateNameMarks(people, { called: p => p.name, signedUp: 'Signed up' })

t.test('a unique name needs no mark', async t => {
  t.strictSame(marks([person('Ana', '1'), person('Ben', null)]), [null, null])
})

t.test('equal names get as much of the end of the id as differs', async t => {
  const three = [person('Ana', 'x-1111-0042'), person('Ana', 'x-2222-0042'), person('Ana', null), person('Ben', '7')]
  t.strictSame(marks(three), ['LMS ID ends in 1-0042', 'LMS ID ends in 2-0042', 'Signed up', null])
})

t.test('a mark never starts with a hyphen', async t => {
  const two = [person('Ana', 'practice-ana'), person('Ana', 'practice-dev'), person('Ana', '----')]
  t.strictSame(marks(two), ['LMS ID ends in ana', 'LMS ID ends in dev', 'LMS ID ends in ----'])
})

t.test('two ids never get the same mark', async () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 6 })
  fc.assert(fc.property(ids, all => new Set(marks(all.map(id => person('Ana', id)))).size === all.length))
})
