import pg from 'pg'
import { openDatabase } from '#src/core/db/db.ts'
import { migrateDatabase } from '#src/core/db/migrations.ts'
import { prepareJobs } from '#src/core/jobs/queue.ts'
import { withContent } from './content.ts'

export const withName = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Creates the migrated database that tests copy. */
export const makeTemplate = async (url: string, migrationsFolder: string): Promise<string> => {
  const name = `signbook_template_${process.pid}`
  await query(url, `create database ${name}`)
  const db = await openDatabase({ databaseUrl: withName(url, name), dataDir: '' })
  await migrateDatabase(db, migrationsFolder, prepareJobs)
  await db.close()
  return name
}

/** The template for started servers, each of which would import the sample content. */
export const filled = (template: string): string => `${template}_filled`

/** Copies the template and stores the sample content in the copy. */
export const fillTemplate = async (url: string, template: string): Promise<void> => {
  await query(url, `create database ${filled(template)} template ${template}`)
  const db = await openDatabase({ databaseUrl: withName(url, filled(template)), dataDir: '' })
  await withContent(db)
  await db.close()
}

export const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}
