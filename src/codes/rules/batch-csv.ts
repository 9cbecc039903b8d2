import { dayOf } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import type { BatchCode, CodeBatch } from './generate-codes.ts'

/** Returns a batch as a CSV file that can be imported. */
export const batchCsv = (batch: CodeBatch, codes: BatchCode[], timezone: string): string =>
  [
    csvLine(['coupon_code', 'product_code', 'max_usage', 'expires_at']),
    ...codes.map(c =>
      csvLine([c.code, batch.product.productCode, c.maxUsage, c.expiresAt && dayOf(c.expiresAt, timezone)]),
    ),
  ].join('')
