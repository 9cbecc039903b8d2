import t from 'tap'
import { parameterNames, preparedByName } from '#src/core/db/statements.ts'
import { freshDatabase } from '../support/database.ts'

t.test('a statement names its parameters, in any order', async t => {
  t.strictSame(parameterNames('select $2::text as title, $1::timestamptz as ends_at, $3::text[] as lms_origins'), [
    'endsAt',
    'title',
    'lmsOrigins',
  ])
  t.strictSame(parameterNames('select 1'), [])
  t.throws(() => parameterNames('select $1::int as a where $2 > 1'), /\$2 has no name/)
})

t.test('a statement gets its values by name', async t => {
  const db = await freshDatabase(t)
  const minus = preparedByName<{ is: number | null }, { a?: number | null; leftOver: number; other?: string }>(
    'test_minus',
    'with given as (select $1::int as left_over, $2::int as a) select left_over - a as is from given',
  )
  t.strictSame(await minus(db, { a: 1, leftOver: 5, other: 'ignored' }), [{ is: 4 }])
  t.strictSame(await minus(db, { a: null, leftOver: 5 }), [{ is: null }])
  await t.rejects(async () => minus(db, { leftOver: 5 }), /test_minus: no value for a/)
})
