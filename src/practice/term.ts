import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Needs } from '#src/context.ts'
import { queryValue } from '#src/core/db/statements.ts'
import { countDays } from '#src/desk/reports.ts'
import type { PracticeTerm } from '#views/demo/practice.ts'
import { DEMO_SECRET, requireDemoDatabase } from './seed.ts'

/** Amount of practice data. The numbers are of this autumn; two thirds as much of last autumn come on top. */
type TermSize = PracticeTerm['size']

export const TERM: TermSize = { schools: 40, courses: 600, students: 12_000 }

/** Settings of term.sql, which says what each is. */
type TermSettings = TermSize & { now: string; zone: string; secret: string; terms: string; visits: number }

/** Version of the terms that the made-up students agreed to, and how often they open their course. */
const USUAL = { terms: '2026-08-01', visits: 0.2 }

/** The statements are a file of their own, so that editors and psql know its language; the build copies it. */
const statements = (): string[] =>
  readFileSync(join(import.meta.dirname, 'term.sql'), 'utf8')
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*\n/)
    .filter(statement => statement.trim() !== '')

/** Runs term.sql in one transaction without a statement timeout. Returns how many schools it added. */
export const runTerm = async (
  client: ClientBase,
  settings: Omit<TermSettings, keyof typeof USUAL> & Partial<typeof USUAL>,
): Promise<number> => {
  await client.query('begin')
  try {
    for (const [name, value] of Object.entries({ ...USUAL, ...settings }))
      await client.query('select set_config($1, $2, true)', [`term.${name}`, String(value)])
    for (const statement of statements()) {
      await client.query(statement)
      // The embedded database runs in this thread. Requests get their turn.
      await turn()
    }
    const { rows } = await client.query<{ schools: number }>('select count(*)::int as schools from t_schools')
    await client.query('commit')
    return rows[0]?.schools ?? 0
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Fills a database of demo mode with a term of practice data. Returns how many schools it added. */
export const fillTerm = async (app: Needs<'clock' | 'db' | 'secrets' | 'timezone'>, size = TERM): Promise<number> => {
  const { db, clock, timezone, secrets } = app
  await requireDemoDatabase(db)
  const settings = { ...size, now: clock.now().toISOString(), zone: timezone, secret: secrets.seal(DEMO_SECRET) }
  const { client, release } = await db.connectPatiently()
  const added = await runTerm(client, settings).finally(release)
  if (added > 0) await countDays({ ...app, live: false })
  return added
}

/** Fills in a term of practice data while the server runs. One run at a time; a second start does nothing. */
export const makeTermFiller = (app: Needs<'clock' | 'db' | 'log' | 'secrets' | 'timezone'>): PracticeTerm => {
  let isRunning = false
  return {
    size: TERM,
    state: async () => ({ isRunning, schools: (await countTermSchools(app.db)) ?? 0 }),
    start() {
      if (isRunning) return
      isRunning = true
      fillTerm(app)
        .catch(err => app.log.error({ err }, 'the practice term could not be filled in'))
        .finally(() => {
          isRunning = false
        })
    },
  }
}

/** Counts the schools of practice data, by the note that term.sql gives them. */
const countTermSchools = queryValue<number>(
  'practice_term_schools',
  "select count(*)::int as value from schools where note = 'Practice data'",
)
