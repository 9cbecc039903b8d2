import { type AppSecrets, makeVault } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { findSealedSamples } from './store/credentials.ts'

/**
 * Checks that APP_SECRET decrypts the stored secrets. Throws OperatorError otherwise, because every launch would fail.
 */
export const checkAppSecret = async (db: Queryable, secrets: AppSecrets): Promise<void> => {
  const { consumer, key } = await findSealedSamples(db)
  try {
    if (consumer) makeVault(secrets, 'consumer secret').open(consumer)
    if (key) makeVault(secrets, 'tool keys').open(key)
  } catch {
    throw new OperatorError(
      'APP_SECRET: the secrets in the database were encrypted with a different one; use it, or set it as APP_SECRET_PREVIOUS',
    )
  }
}
