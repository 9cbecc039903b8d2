import * as z from 'zod'
import { dayOf } from '../../domain/business-day.ts'
import {
  type BatchCode,
  ChangeCodeForm,
  type CodeBatch,
  MakeCodesForm,
  makingMessages,
} from '../../domain/code-making.ts'
import { csvLine } from '../../domain/csv.ts'
import { type Call, CsvFile, call, refuse, refusedBy } from './call.ts'
import { wireCoupon } from './wire.ts'

/** A whole number, also as the text that a form sends. */
const number = z.union([z.number(), z.string()]).transform(String)

const MakeBody = z
  .object({
    product_code: z.string(),
    count: number.default('1'),
    max_usage: number.default('1'),
    expires_at: z
      .string()
      .nullish()
      .transform(day => day ?? ''),
    note: z.string().default(''),
    code: z.string().default(''),
  })
  .pipe(MakeCodesForm)

const ChangeBody = z
  .object({
    coupon_code: z.string(),
    max_usage: number,
    expires_at: z
      .string()
      .nullish()
      .transform(day => day ?? ''),
  })
  .pipe(ChangeCodeForm)

const ReleaseBody = z.object({ coupon_code: z.string(), token: z.string(), reason: z.string().max(500).optional() })
const TransferBody = ReleaseBody.extend({ to_token: z.string() })

const wireBatch = (b: CodeBatch) => ({
  id: b.id,
  product: { product_code: b.product.productCode, name: b.product.name },
  size: b.size,
  used: b.used,
  note: b.note,
  made_by: b.madeBy,
  created_at: b.createdAt.toISOString(),
})

const wireCode = (c: BatchCode) => ({
  coupon_code: c.code,
  max_usage: c.maxUsage,
  used: c.used,
  expires_at: c.expiresAt?.toISOString() ?? null,
})

/** What staff do with codes beside looking at them: make, change, give back, move. */
export const codeDeskCalls = (timezone: string): Call[] => [
  call({
    method: 'POST',
    path: '/twa/make_coupons',
    does: 'Makes codes that hold no two letters alike, up to 1,000 at once; or one with a code of your own.',
    answers: ['message', 'batch', 'coupons'],
    body: MakeBody,
    async run({ body, staff, operations }) {
      const result = await operations.makeCodes(body, staff)
      if (result.kind === 'refused') return refusedBy(result)
      return { message: result.message, batch: wireBatch(result.batch), coupons: result.codes.map(wireCode) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches',
    does: 'The newest fifty batches of codes.',
    answers: ['batches'],
    run: async ({ operations }) => ({ batches: (await operations.listCodeBatches()).map(wireBatch) }),
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches/:id',
    does: 'One batch with its codes.',
    answers: ['batch', 'coupons'],
    async run({ params, operations }) {
      const found = await operations.findCodeBatch(params.id ?? '')
      if (!found) return refuse(404, makingMessages.batchNotFound)
      return { batch: wireBatch(found.batch), coupons: found.codes.map(wireCode) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches/:id/codes.csv',
    does: 'The codes of a batch as a file, with the columns that the import reads.',
    answers: [],
    file: 'text/csv',
    async run({ params, operations }) {
      const found = await operations.findCodeBatch(params.id ?? '')
      if (!found) return refuse(404, makingMessages.batchNotFound)
      return new CsvFile(`codes-${found.batch.id}.csv`, batchCsv(found.batch, found.codes, timezone))
    },
  }),
  call({
    method: 'POST',
    path: '/twa/update_coupon',
    does: 'Changes how often a code works, never below what is used, and until when (a day; empty: for ever).',
    answers: ['coupon'],
    body: ChangeBody,
    async run({ body, staff, operations }) {
      const change = { code: body.coupon_code, maxUsage: Number(body.max_usage), expires: body.expires_at }
      const result = await operations.changeCode(change, staff)
      return result.kind === 'refused' ? refusedBy(result) : { coupon: wireCoupon(result.coupon) }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/release_coupon',
    does: 'Gives a use of a code back. A person whose access stands on it is taken out.',
    answers: ['message', 'took_out'],
    body: ReleaseBody,
    async run({ body, staff, operations }) {
      const { coupon_code: code, token, reason } = body
      const result = await operations.releaseCode({ code, token, reason }, staff)
      return result.kind === 'refused' ? refusedBy(result) : { message: result.message, took_out: result.tookOut }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/transfer_coupon',
    does: 'Moves a use of a code to another enrollment or membership, which is let in if nothing is missing then.',
    answers: ['message', 'took_out', 'let_in'],
    body: TransferBody,
    async run({ body, staff, operations }) {
      const { coupon_code: code, token, to_token: toToken, reason } = body
      const result = await operations.transferCode({ code, token, toToken, reason }, staff)
      if (result.kind === 'refused') return refusedBy(result)
      return { message: result.message, took_out: result.tookOut, let_in: result.letIn }
    },
  }),
]

const batchCsv = (batch: CodeBatch, codes: BatchCode[], timezone: string): string =>
  [
    csvLine(['coupon_code', 'product_code', 'max_usage', 'expires_at']),
    ...codes.map(c =>
      csvLine([c.code, batch.product.productCode, c.maxUsage, c.expiresAt && dayOf(c.expiresAt, timezone)]),
    ),
  ].join('')
