import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { migrationsFolder } from '../support/migrations.ts'

/**
 * Migrations run while servers of the release before answer, so each file after the initial one only expands the schema,
 * in statements that hold no long lock. The recipe is in CONTRIBUTING.
 */
const INITIAL = '0000_initial.sql'

const removeComments = (text: string) => text.replace(/--.*$/gm, '').trim()
const tableOf = (statement: string) => statement.match(/\b(?:table|on)\s+(?:only\s+)?"?(\w+)"?/i)?.[1] ?? ''

/** Says what is wrong with a migration, a sentence each. */
const problemsOf = (text: string): string[] => {
  const contracts = /^-- contract: \S+/m.test(text)
  const statements = text.split('--> statement-breakpoint').map(removeComments).filter(Boolean)
  const isNew = (table: string) => statements.some(s => new RegExp(`^create table "?${table}"?\\b`, 'i').test(s))
  const problems = statements.flatMap(statement => {
    const has = (pattern: RegExp) => pattern.test(statement)
    if (isNew(tableOf(statement))) return []
    if (has(/^create (unique )?index\b/i) && !has(/\bconcurrently if not exists\b/i))
      return ['an index of a table in use: create it concurrently if not exists, in a file of its own']
    if (has(/^(update|delete|insert)\b/i)) return ['rows change in a job, in batches']
    if (has(/\badd column\b.*\bnot null\b/is) && !has(/\bdefault\b/i)) return ['a new column is null or has a default']
    if (has(/\badd constraint\b.*\b(check|foreign key)\b/is) && !has(/\bnot valid\b/i))
      return ['a new constraint is not valid at first; validate it in a file of its own']
    if (has(/\badd constraint\b.*\b(unique|primary key)\b/is) && !has(/\busing index\b/i))
      return ['a new unique constraint uses an index that was made concurrently']
    if (has(/\b(set data type|set not null|rename)\b/i)) return ['a column keeps its name and type; add another']
    if (has(/\bdrop (table|column|not null)\b/i) && !contracts)
      return ['what is removed was unused for a release: say so by "-- contract: since RELEASE"']
    return []
  })
  const concurrent = statements.filter(s => /\bindex concurrently\b/i.test(s)).length
  return concurrent > 0 && concurrent < statements.length
    ? [...problems, 'indexes that are made concurrently need a file of their own']
    : problems
}

t.test('migrations only expand the schema, without long locks', async t => {
  const files = readdirSync(migrationsFolder).filter(name => name.endsWith('.sql'))
  t.ok(files.includes(INITIAL))
  for (const name of files.filter(name => name !== INITIAL))
    t.strictSame(problemsOf(readFileSync(join(migrationsFolder, name), 'utf8')), [], name)
})

t.test('the journal has the number of each file, since the next one continues it', async t => {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  for (const { idx, tag } of entries) t.equal(idx, Number.parseInt(tag, 10), tag)
})

t.test('finds what would stop the servers that run', async t => {
  const good = [
    'CREATE TABLE "rooms" ("id" bigint NOT NULL);--> statement-breakpoint\nCREATE INDEX "rooms_id" ON "rooms" ("id");',
    'ALTER TABLE "courses" ADD COLUMN "due" date;',
    'ALTER TABLE "courses" ADD COLUMN "due" boolean DEFAULT false NOT NULL;',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_due" ON "courses" ("due");',
    'ALTER TABLE "courses" ADD CONSTRAINT "due" CHECK (true) NOT VALID;',
    'ALTER TABLE "courses" VALIDATE CONSTRAINT "due";',
    '-- contract: since 3.2\nALTER TABLE "courses" DROP COLUMN "due";',
  ]
  for (const text of good) t.strictSame(problemsOf(text), [], text)
  const bad = [
    'CREATE INDEX "courses_due" ON "courses" ("due");',
    'ALTER TABLE "courses" ADD COLUMN "due" boolean NOT NULL;',
    'ALTER TABLE "courses" ADD CONSTRAINT "due" CHECK (true);',
    'ALTER TABLE "courses" ADD CONSTRAINT "due" UNIQUE("due");',
    'ALTER TABLE "courses" ALTER COLUMN "due" SET NOT NULL;',
    'ALTER TABLE "courses" ALTER COLUMN "due" SET DATA TYPE text;',
    'ALTER TABLE "courses" RENAME COLUMN "due" TO "end";',
    'ALTER TABLE "courses" DROP COLUMN "due";',
    'UPDATE "courses" SET "due" = true;',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "courses" ("due");--> statement-breakpoint\nALTER TABLE "courses" ADD COLUMN "end" date;',
  ]
  for (const text of bad) t.equal(problemsOf(text).length, 1, text)
})
