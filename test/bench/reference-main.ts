import { readFileSync } from 'node:fs'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { parseConfig } from '#src/config.ts'
import { openDatabase } from '#src/core/db/db.ts'
import { loadAssets } from '#src/http/pages.ts'
import { makeReference, makeRenderer, takeApart } from './reference.ts'

/** Runs the reference servers in their own process; the product's page comes in a file. */
const { DATABASE_URL: databaseUrl, PAGE = '', ADDRESS = '', CLIENT = '', PORT } = process.env
const db = await openDatabase({ databaseUrl, dataDir: '' })
const config = parseConfig(process.env)
const { publicUrl, demo, live, businessTimezone: timezone, support } = config
const reference = {
  ...takeApart(readFileSync(PAGE, 'utf8')),
  address: ADDRESS,
  site: { publicUrl, demo, isCopy: false, live, version: '1', timezone, support },
  assets: loadAssets(CLIENT),
  query: (token: string) => findEntitlementByToken(db, token),
}
if (makeRenderer(reference)() !== reference.html)
  throw new Error('the reference does not render the page of the product')
await makeReference(reference).listen({ port: Number(PORT), host: '127.0.0.1' })
