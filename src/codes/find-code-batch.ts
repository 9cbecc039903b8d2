import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, demandFresh, may, type SignedInStaff } from '#src/core/rules/staff.ts'
import { type BatchCode, type CodeBatch, codesShownTo } from './rules/generate-codes.ts'
import { findBatch, listBatchCodes } from './store/batches.ts'

interface BatchAndCodes {
  batch: CodeBatch
  codes: BatchCode[]
}

const read = async (db: Queryable, id: string): Promise<BatchAndCodes | null> => {
  if (!/^\d{1,15}$/.test(id)) return null
  const batch = await findBatch(db, Number(id))
  return batch && { batch, codes: await listBatchCodes(db, batch.id) }
}

/** Finds a batch with the codes that this role may see, for the screen. Who may see unused codes needs a fresh sign-in. */
export const findCodeBatch = async (
  app: Needs<'clock' | 'db'>,
  id: string,
  by: SignedInStaff,
): Promise<BatchAndCodes | null> => {
  if (may(by, 'change')) demandFresh(by, app.clock.now())
  const found = await read(app.db, id)
  return found && { ...found, codes: codesShownTo(by, found.codes) }
}

/**
 * Finds a batch with all its codes, to take away as a file, as cards or as JSON. Audited. Requires the support role and a
 * fresh sign-in, because unused codes are worth money.
 */
export const downloadCodeBatch = async (
  app: Needs<'clock' | 'db'>,
  id: string,
  as: 'csv' | 'cards' | 'json',
  by: SignedInStaff,
): Promise<BatchAndCodes | null> => {
  demand(by, 'change')
  const now = app.clock.now()
  demandFresh(by, now)
  return inTransaction(app.db, async tx => {
    const found = await read(tx, id)
    if (!found) return null
    const after = { as, codes: found.codes.length }
    const subject = { kind: 'batch', id: found.batch.id } as const
    await recordAudit(tx, { by, action: 'download-access-codes', subject, after, now })
    return found
  })
}
