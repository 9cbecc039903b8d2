import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Runs a file of statements, in which `:people` is the number of people. */
export const fillDatabase = async (databaseUrl: string, file: string, people: number): Promise<void> => {
  const text = readFileSync(file, 'utf8')
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
