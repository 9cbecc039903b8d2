import { type AppSecrets, makeVault, type Purpose } from './crypto.ts'
import type { Database } from './db/db.ts'

/** Every encrypted column that outlives a rotation. Codes in waiting mail expire within minutes. */
export const sealedColumns: { table: string; column: string; purpose: Purpose }[] = [
  { table: 'consumers', column: 'sealed_secret', purpose: 'consumer secret' },
  { table: 'consumers', column: 'sealed_previous_secret', purpose: 'consumer secret' },
  { table: 'tool_keys', column: 'sealed_private_key', purpose: 'tool keys' },
  { table: 'platform_keys', column: 'sealed_private_key', purpose: 'tool keys' },
  { table: 'sign_ups', column: 'sealed_password', purpose: 'waiting' },
]

/** Encrypts all secrets with the current APP_SECRET and counts them. Idempotent, and safe while servers run. */
export const resealSecrets = async (db: Database, secrets: AppSecrets): Promise<number> => {
  let count = 0
  for (const { table, column, purpose } of sealedColumns) {
    const vault = makeVault(secrets, purpose)
    const text = `select ${column} as sealed from ${table} where ${column} is not null`
    const { rows } = await db.client.query<{ sealed: string }>(text)
    const update = `update ${table} set ${column} = $1 where ${column} = $2`
    for (const { sealed } of rows) await db.client.query(update, [vault.seal(vault.open(sealed)), sealed])
    count += rows.length
  }
  return count
}
