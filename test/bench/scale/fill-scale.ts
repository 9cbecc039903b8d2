import { join } from 'node:path'
import pg from 'pg'
import { runTerm } from '#src/practice/term.ts'
import { makeTemplate, query, withName } from '../../support/template.ts'
import { fillDatabase } from '../fill.ts'

/** Name of a database once it is filled. */
const FILLED = 'scale'

const PRODUCTS = `insert into products (product_code, name, stripe_price_id, units_for_teacher) values
  ('ASL1', 'American Sign Language 1', 'price_scale_1', '{1,2,3}'), ('ASL2', 'American Sign Language 2', 'price_scale_2', '{4,5,6}'),
  ('ASL3', 'American Sign Language 3', 'price_scale_3', '{7,8,9}'), ('FREE', 'zfree', 'price_scale_4', '{}')`

/** Views of staff, before and older than all else: with them, the audit log has more than two lines for each person. */
const VIEWS = `insert into audit (at, actor, action, subject_kind, subject_id)
  select now() - interval '900 days' - ($1 * 2 - n) * interval '20 seconds', 'staff:' || n % 5 + 1, 'view', 'entitlement', n / 2 + 1
  from generate_series(1, $1::bigint * 2) n`

/**
 * Fills in the practice term, in the proportions of a publisher: of a million people, 10,000 schools, 50,000 courses, of
 * which 30,000 of this autumn, and ten million launches.
 */
const fill = async (databaseUrl: string, people: number): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The rows fit together, so foreign keys are not checked.
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'`)
    await client.query(PRODUCTS)
    await client.query(VIEWS, [people])
    const [schools, courses, students] = [0.01, 0.03, 0.6].map(share => Math.ceil(people * share)) as [
      number,
      number,
      number,
    ]
    const now = new Date().toISOString()
    await runTerm(client, { schools, courses, students, now, zone: 'America/Chicago', secret: '', visits: 0.7 })
  } finally {
    await client.end()
  }
  await fillDatabase(databaseUrl, join(import.meta.dirname, 'fill.sql'), people)
}

/** Returns the URL of a database with this many people. Fills one unless the server has it from an earlier run. */
export const fillScale = async (server: string, migrationsFolder: string, people: number): Promise<string> => {
  const url = withName(server, FILLED)
  const [found] = await query(server, `select from pg_database where datname = '${FILLED}'`)
  if (found) {
    console.log('Measures the people that an earlier run filled\n')
    return url
  }
  const name = await makeTemplate(server, migrationsFolder)
  const began = performance.now()
  await fill(withName(server, name), people)
  await query(server, `alter database ${name} rename to ${FILLED}`)
  console.log(`${people} people were filled in ${Math.round((performance.now() - began) / 1000)} s\n`)
  return url
}
