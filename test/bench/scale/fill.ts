import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Fills an empty, migrated database with rows for this many people, as fill.sql says. */
export const fillDatabase = async (databaseUrl: string, people: number): Promise<void> => {
  const text = readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8')
  const statements = text
    .replace(/^--.*$/gm, '')
    .replaceAll(':people', `${people}`)
    .split(/;\s*\n/)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) if (statement.trim()) await client.query(statement)
  } finally {
    await client.end()
  }
}
