import t from 'tap'
import { readFailures, readFailureText } from '#src/canvas/rules/canvas-messages.ts'
import { migrateDatabase } from '#src/core/db/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { migrationsBefore, migrationsFolder } from '../support/migrations.ts'

const noJobs = async () => {}

t.test('the stored sentences become reasons, and a process of the last release may still write one', async t => {
  const db = await emptyDatabase(t)
  await migrateDatabase(db, await migrationsBefore(t, '0026_canvas_read_failures'), noJobs)
  const store = (id: string, problem: string | null) =>
    db.client.query(`insert into canvas_courses (domain, id, next_poll_at, problem) values ('c', $1, now(), $2)`, [
      id,
      problem,
    ])
  const sentences = readFailures.map(readFailureText)
  for (const [at, problem] of [...sentences, 'A sentence of another release.', null].entries())
    await store(String(at), problem)
  await migrateDatabase(db, migrationsFolder, noJobs)
  const { rows } = await db.client.query('select problem from canvas_courses order by id')
  t.strictSame(
    rows.map(r => r.problem),
    [...readFailures, 'A sentence of another release.', null],
  )
  await store('old', sentences[0] ?? '')
  t.equal(readFailureText(sentences[0] ?? ''), sentences[0], 'and staff see it as it is')
  await t.rejects(store('odd', 'no_such_reason'), /canvas_courses_problem/)
})
