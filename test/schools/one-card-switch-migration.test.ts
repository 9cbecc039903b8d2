import t from 'tap'
import { migrateDatabase } from '#src/core/db/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { migrationsBefore, migrationsFolder } from '../support/migrations.ts'

const noJobs = async () => {}

t.test('one switch decides about cards in K-12 schools, and invitations name their schools', async t => {
  const db = await emptyDatabase(t)
  await migrateDatabase(db, await migrationsBefore(t, '0031_courses_and_schools'), noJobs)
  const text = `insert into consumers (key, name, sealed_secret, is_k12, takes_cards_k12, accepts_payment, accepts_access_code)
    values ($1, $1, 's', $2, $3, $4, $5)`
  for (const given of [
    ['college', false, false, true, false],
    ['k12', true, false, true, true],
    ['k12 without codes', true, false, true, false],
    ['k12 with cards', true, true, true, false],
  ])
    await db.client.query(text, given)
  await db.client.query(`insert into platforms (issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url)
    values ('https://lms.example', 'c', 'lms.example', 'custom', 'a', 'k', 'g')`)
  await db.client.query(`insert into registration_invites (token_hash, note, created_by, expires_at, platform_id)
    values ('h', 'River High', 1, now(), 1)`)
  await db.client.query(
    `insert into deployments (platform_id, deployment_id, name) values (1, '1', null), (1, '2', 'Known')`,
  )
  await migrateDatabase(db, migrationsFolder, noJobs)
  const { rows } = await db.client.query('select key, accepts_payment, accepts_access_code from consumers order by id')
  t.strictSame(
    rows.map(r => [r.key, r.accepts_payment, r.accepts_access_code]),
    [
      ['college', true, false],
      ['k12', false, true],
      ['k12 without codes', false, true],
      ['k12 with cards', true, false],
    ],
  )
  const names = await db.client.query('select name from deployments order by id')
  t.strictSame(
    names.rows.map(r => r.name),
    ['River High', 'Known'],
  )
})
