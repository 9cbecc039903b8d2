import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import t from 'tap'
import { migrateDatabase } from '#src/core/db/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { migrationsBefore, migrationsFolder } from '../support/migrations.ts'

const noJobs = async () => {}
const tag = readdirSync(migrationsFolder)
  .find(name => name.endsWith('_test_access.sql'))!
  .replace('.sql', '')

t.test('of several test people of a course the latest keeps access, for one day', async t => {
  const db = await emptyDatabase(t)
  await migrateDatabase(db, await migrationsBefore(t, tag), noJobs)
  const run = async (text: string, values: unknown[] = []) => (await db.client.query(text, values)).rows[0]
  const { id: school } = await run(
    `insert into consumers (key, name, sealed_secret) values ('k', 'K', 'x') returning id`,
  )
  const course = async (name: string) =>
    (
      await run(`insert into courses (consumer_id, context_id, join_token) values ($1, $2, $2) returning id`, [
        school,
        name,
      ])
    ).id
  const enroll = async (courseId: number, token: string, source: string | null, at: string | null) => {
    const { id } = await run(`insert into people (consumer_id, lti_user_id) values ($1, $2) returning id`, [
      school,
      token,
    ])
    await run(
      `insert into enrollments (course_id, person_id, token, session_id, source, processed_at, access_ends_at)
       values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '6 months')`,
      [courseId, id, token, randomUUID(), source, at],
    )
  }
  const [busy, quiet] = [await course('busy'), await course('quiet')]
  await enroll(busy, 'older', 'test', '2026-11-01T00:00:00Z')
  await enroll(busy, 'latest', 'test', '2026-11-02T00:00:00Z')
  await enroll(busy, 'same-time', 'test', '2026-11-01T00:00:00Z')
  await enroll(busy, 'student', 'code', '2026-11-03T00:00:00Z')
  await enroll(quiet, 'alone', 'test', '2026-11-01T00:00:00Z')
  await migrateDatabase(db, migrationsFolder, noJobs)
  const { rows } = await db.client.query(
    `select token, source, is_test, (extract(epoch from access_ends_at - processed_at) / 86400)::int as days
     from enrollments order by id`,
  )
  t.strictSame(rows, [
    { token: 'older', source: null, is_test: true, days: null },
    { token: 'latest', source: 'test', is_test: true, days: 1 },
    { token: 'same-time', source: null, is_test: true, days: null },
    { token: 'student', source: 'code', is_test: false, days: 181 },
    { token: 'alone', source: 'test', is_test: true, days: 1 },
  ])
})
