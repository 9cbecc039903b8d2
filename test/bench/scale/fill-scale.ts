import { join } from 'node:path'
import { makeTemplate, query, withName } from '../../support/template.ts'
import { fillDatabase } from '../fill.ts'

/** Name of a database once it is filled. */
const FILLED = 'scale'

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
  await fillDatabase(withName(server, name), join(import.meta.dirname, 'fill.sql'), people)
  await query(server, `alter database ${name} rename to ${FILLED}`)
  console.log(`${people} people were filled in ${Math.round((performance.now() - began) / 1000)} s\n`)
  return url
}
