import t from 'tap'
import { prepared } from '#src/core/db/db.ts'
import { dataFolder, openFolder } from '../support/folder.ts'

t.test('a failed statement does not disturb the next one', async t => {
  const db = await openFolder(dataFolder(t))
  t.teardown(() => db.close())
  const divide = prepared<{ result: number }>('divide', 'select 6 / $1::int as result')
  for (let i = 0; i < 20; i++) {
    await t.rejects(divide(db, [0]), /division by zero/)
    t.strictSame(await divide(db, [2]), [{ result: 3 }])
    await t.rejects(db.client.query('select from no_such_table'))
    t.equal((await db.client.query('select 1 as one')).rows[0].one, 1)
  }
})

t.test('many statements in a row let the server do other work between them', async t => {
  const db = await openFolder(dataFolder(t))
  t.teardown(() => db.close())
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  for (let i = 0; i < 200; i++) await db.client.query('select $1::int', [i])
  clearInterval(timer)
  t.ok(turns > 0)
})
