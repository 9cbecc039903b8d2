import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '#src/core/db/db.ts'
import { filled, query, withName } from './template.ts'
import type { Test } from './test.ts'

const server = () => {
  const { TEST_DATABASE_URL: url, TEST_TEMPLATE: template } = process.env
  if (!url || !template) throw new Error('this test needs PostgreSQL: run it with npm test -- FILE')
  return { url, template }
}

/** Creates a database with the sample content for a server and returns its URL; dropped when the test ends. */
export const freshDatabaseUrl = (t: Test): Promise<string> => copied(t, filled(server().template))

const copied = async (t: Test, template: string): Promise<string> => {
  const { url } = server()
  const name = `t_${randomBytes(6).toString('hex')}`
  await query(url, `create database ${name} template ${template} strategy file_copy`)
  t.teardown(() => query(url, `drop database if exists ${name} with (force)`))
  return withName(url, name)
}

/** Creates an empty database for the test, without any migration. */
export const emptyDatabase = async (t: Test): Promise<Database> => {
  const { url } = server()
  const name = `t_${randomBytes(6).toString('hex')}`
  await query(url, `create database ${name}`)
  t.teardown(() => query(url, `drop database if exists ${name} with (force)`))
  return openAt(t, withName(url, name))
}

/** Opens a database with its own connections, as another process would. */
export const openAt = async (t: Test, databaseUrl: string): Promise<Database> => {
  const db = await openDatabase({ databaseUrl, dataDir: '', patienceMs: 60_000 })
  t.teardown(() => db.close())
  return db
}

/** Creates and opens a database without content for the test. */
export const freshDatabase = async (t: Test): Promise<Database> => openAt(t, await copied(t, server().template))
