import t from 'tap'
import { numberParameters, preparedByName } from '#src/core/db/named-parameters.ts'
import { freshDatabase } from '../support/database.ts'

t.test('names become positions in order of first use', async t => {
  const { text, names } = numberParameters('select $title::text, $until, $title where $Until is null')
  t.equal(text, 'select $1::text, $2, $1 where $3 is null')
  t.strictSame(names, ['title', 'until', 'Until'])
  t.strictSame(numberParameters('select 1').names, [])
})

t.test('a statement gets its values by name', async t => {
  const db = await freshDatabase(t)
  const minus = preparedByName<{ is: number | null }, { a?: number | null; b: number; other?: string }>(
    'test_minus',
    'select ($b::int - $a::int) as is',
  )
  t.strictSame(await minus(db, { a: 1, b: 5, other: 'ignored' }), [{ is: 4 }])
  t.strictSame(await minus(db, { a: null, b: 5 }), [{ is: null }])
  await t.rejects(async () => minus(db, { b: 5 }), /test_minus: no value for \$a/)
})
