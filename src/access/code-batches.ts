import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { randomNumber } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, may, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { findProduct } from '#src/courses/products.ts'
import { codeKey } from './rules/access-code.ts'
import {
  type BatchCode,
  type CodeBatch,
  codesShownTo,
  codesToMake,
  drawCode,
  type MakeCodesForm,
  type MakingReason,
} from './rules/code-batches.ts'
import { saveCoupons } from './store/coupons.ts'
import { findBatch, listBatchCodes, saveBatch } from './store/staff-codes.ts'

type Asked = { [K in keyof (typeof MakeCodesForm)['shape']]: string } & { schoolId?: number | null }

type CodesMade = { ok: true; batch: CodeBatch; codes: BatchCode[] } | Refused<MakingReason>

/** Creates a batch of codes, all or none: one chosen code, or a number of random codes. */
export const generateCodes = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  asked: Asked,
  by: Staff,
): Promise<CodesMade> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const checked = codesToMake(asked, { now, timezone: app.timezone })
  if (!checked.ok) return checked
  const { productCode, count, maxUsage, expiresAt, note, code } = checked.wanted
  const product = await findProduct(app.db, productCode)
  if (!product) return refuse('product_not_found')
  if (product.isFree) return refuse('free_product')
  return inTransaction(app.db, async tx => {
    const batchId = await saveBatch(tx, {
      ...{ productId: product.id, staffId: by.id, size: count, note, now },
      schoolId: asked.schoolId ?? null,
    })
    const row = (text: string) => ({
      code: text,
      key: codeKey(text),
      productId: product.id,
      maxUsage,
      expiresAt,
    })
    let missing = count
    while (missing > 0) {
      // Replace random codes that exist already.
      const drawn = new Map<string, ReturnType<typeof row>>()
      while (drawn.size < missing) {
        const next = row(code ?? drawCode(randomNumber))
        drawn.set(next.key, next)
      }
      const saved = await saveCoupons(tx, [...drawn.values()], { batchId })
      if (code && saved.size === 0) throw new CodeExists()
      missing -= saved.size
    }
    const codes = await listBatchCodes(tx, batchId)
    const batch = await findBatch(tx, batchId)
    const after = {
      ...{ product: product.productCode, codes: count, maxUsage, expiresAt, note },
      ...(batch?.school && { school: batch.school.name }),
    }
    await recordAudit(tx, { by, action: 'create-access-codes', subject: { kind: 'batch', id: batchId }, after, now })
    return { ok: true as const, batch: batch!, codes }
  }).catch((error: unknown) => {
    if (error instanceof CodeExists) return refuse('code_exists')
    throw error
  })
}

/** Thrown to roll back the empty batch. */
class CodeExists extends Error {}

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
