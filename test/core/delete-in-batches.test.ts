import t from 'tap'
import { deletesInBatches } from '#src/core/db/statements.ts'
import { freshDatabase } from '../support/database.ts'
import { watchStatements } from '../support/statements.ts'

t.test('deletes all rows that match, some with each statement, and no others', async t => {
  const db = await freshDatabase(t)
  await db.client.query(
    `insert into nonces (consumer_id, nonce, expires_at)
     select 1, n, case when n <= 20 then now() - interval '1 hour' else now() + interval '1 hour' end from generate_series(1, 30) n`,
  )
  const seen = watchStatements(t)
  const expired = deletesInBatches(
    'test_nonces',
    most => `delete from nonces where ctid = any(array(select ctid from nonces where expires_at < $1 limit ${most}))`,
    8,
  )
  await expired(db, [new Date()])
  t.equal(seen.filter(name => name === 'test_nonces').length, 3, '8, 8 and 4')
  const { rows } = await db.client.query('select count(*)::int as n from nonces')
  t.equal(rows[0].n, 10)
})
