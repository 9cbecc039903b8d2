import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Database, openDatabase } from '#src/core/db/db.ts'
import { root } from './app.ts'
import type { Test } from './test.ts'

/** The folder with a ready database, made by the build. */
const databaseTemplate = resolve(root, 'dist/database')

/** Creates a data folder for the test; removed when it ends. */
export const dataFolder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), 'signbook-data-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export const openFolder = (dataDir: string): Promise<Database> => openDatabase({ dataDir, template: databaseTemplate })
