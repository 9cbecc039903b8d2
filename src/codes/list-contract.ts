import * as z from 'zod'
import { answers } from '#src/core/rules/problem.ts'
import type { ListedBatch } from './rules/batch-list.ts'
import type { ListedCode as CodeInList } from './rules/code-list.ts'
import type { BatchCode, CodeBatch } from './rules/generate-codes.ts'

const tags = ['Codes']

const School = z.object({ id: z.int(), name: z.string() })

/** A batch, as lists and other calls of staff show it. */
export const Batch = z.object({
  id: z.int(),
  product: z.object({ product_code: z.string(), name: z.string() }),
  school: School.nullable().meta({ description: 'The school that the codes are for, if staff chose one.' }),
  size: z.int(),
  used: z.int(),
  note: z.string(),
  made_by: z.string(),
  created_at: z.string(),
})

export const toWireBatch = (b: CodeBatch): z.infer<typeof Batch> => ({
  id: b.id,
  product: { product_code: b.product.productCode, name: b.product.name },
  school: b.school,
  size: b.size,
  used: b.used,
  note: b.note,
  made_by: b.madeBy,
  created_at: b.createdAt.toISOString(),
})

export const toListedBatch = ({ productCode, productName, ...b }: ListedBatch): z.infer<typeof Batch> =>
  toWireBatch({ ...b, product: { productCode, name: productName } })

/** A code, as lists and other calls of staff show it. */
export const Code = z.object({
  coupon_code: z.string(),
  max_usage: z.int(),
  used: z.int(),
  expires_at: z.string().nullable(),
})

export const toWireCode = (c: BatchCode): z.infer<typeof Code> => ({
  coupon_code: c.code,
  max_usage: c.maxUsage,
  used: c.used,
  expires_at: c.expiresAt?.toISOString() ?? null,
})

const ListedCode = Code.extend({
  product_code: z.string(),
  batch_id: z.int().nullable(),
  is_test: z.boolean(),
  created_at: z.string(),
})

export const toListedCode = (c: CodeInList): z.infer<typeof ListedCode> => ({
  ...toWireCode(c),
  product_code: c.productCode,
  batch_id: c.batchId,
  is_test: c.isTest,
  created_at: c.createdAt.toISOString(),
})

const text = (description: string) => z.string().default('').meta({ description })
/** The filters of the page, by the names that its address has. */
const ListFilters = {
  school: text('Only codes made for the school with this id.'),
  product: text('A product code.'),
  sort: text('`newest` (the default) or `oldest`.'),
  after: text('`next` of the page before.'),
}
const next = z.string().nullable().meta({ description: 'Send it as `after` for the next page. Null on the last.' })

export const listBatchesCall = {
  tags,
  summary: 'Lists batches of codes, 50 at a time, as the page Make Access Codes does.',
  querystring: z.object({
    ...ListFilters,
    q: text('Words of the note, or of the name of the colleague.'),
    state: text('`left` or `used`: with uses left, or used up.'),
  }),
  response: answers(z.object({ batches: z.array(Batch), next })),
}
export const listCodesCall = {
  tags,
  summary:
    'Lists access codes, 50 at a time, as the page Check Access Code does. Codes with uses left need the support role and a fresh sign-in, and are audited; others get used-up codes.',
  querystring: z.object({
    ...ListFilters,
    q: text('Beginning of a code.'),
    state: text('`unused`, `started` or `used`.'),
    batch: text('Id of a batch.'),
  }),
  response: answers(z.object({ coupons: z.array(ListedCode), next })),
}
