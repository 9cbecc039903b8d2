import { recordAudit } from '#src/core/audit/record-audit.ts'
import { randomNumber } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { findProduct } from '#src/courses/index.ts'
import type { Deps } from './deps.ts'
import { codeKey } from './rules/access-code.ts'
import { importReasons } from './rules/code-import.ts'
import {
  type BatchCode,
  type CodeBatch,
  codesToMake,
  drawCode,
  type MakeCodesForm,
  makingMessages,
} from './rules/generate-codes.ts'
import { findBatch, listBatchCodes, listBatches, saveBatch } from './store/code-batches.ts'
import { saveCoupons } from './store/code-import.ts'

type Asked = { [K in keyof (typeof MakeCodesForm)['shape']]: string }

export type CodesMade =
  | { kind: 'made'; message: string; batch: CodeBatch; codes: BatchCode[] }
  | { kind: 'refused'; status: 409 | 422; message: string; field: string }

const refuse = (status: 409 | 422, message: string, field: string): CodesMade => ({
  kind: 'refused',
  status,
  message,
  field,
})

/** Creates a batch of codes, all or none: one chosen code, or a number of random codes. */
export const generateCodes =
  (deps: Deps) =>
  async (asked: Asked, by: Staff): Promise<CodesMade> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const wanted = codesToMake(asked, { now, timezone: deps.timezone })
    if ('message' in wanted) return refuse(422, wanted.message, wanted.field)
    const product = await findProduct(deps.db, wanted.productCode)
    if (!product) return refuse(422, importReasons.product, 'product_code')
    if (product.isFree) return refuse(422, importReasons.free, 'product_code')
    const { count, maxUsage, expiresAt, note, code } = wanted
    return inTransaction(deps.db, async tx => {
      const batchId = await saveBatch(tx, { productId: product.id, staffId: by.id, size: count, note, now })
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
      const after = { product: product.productCode, codes: count, maxUsage, expiresAt, note, first: codes[0]?.code }
      await recordAudit(tx, { by, action: 'create-access-codes', subject: { kind: 'batch', id: batchId }, after, now })
      const batch = await findBatch(tx, batchId)
      return { kind: 'made' as const, message: makingMessages.made(count), batch: batch!, codes }
    }).catch((error: unknown) => {
      if (error instanceof CodeExists) return refuse(409, makingMessages.exists, 'code')
      throw error
    })
  }

/** Thrown to roll back the empty batch. */
class CodeExists extends Error {}

/** Lists the newest batches. */
export const listCodeBatches = (deps: Deps) => (): Promise<CodeBatch[]> => listBatches(deps.db)

/** Finds a batch with its codes, for the screen, the CSV file and the printed cards. */
export const findCodeBatch =
  (deps: Deps) =>
  async (id: string): Promise<{ batch: CodeBatch; codes: BatchCode[] } | null> => {
    if (!/^\d{1,15}$/.test(id)) return null
    const batch = await findBatch(deps.db, Number(id))
    return batch && { batch, codes: await listBatchCodes(deps.db, batch.id) }
  }
