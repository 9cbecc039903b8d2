import t from 'tap'
import { prepared } from '#src/core/db/db.ts'
import { deletesInBatches } from '#src/core/db/statements.ts'

t.test('two statements cannot have one name', async t => {
  prepared('named_twice', 'select 1')
  prepared('named_twice', 'select 1')
  t.throws(() => prepared('named_twice', 'select 2'), { message: 'two statements are named named_twice' })
  t.throws(() => deletesInBatches('named_twice', () => 'delete from x'))
})
