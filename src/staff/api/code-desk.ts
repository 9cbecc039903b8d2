import * as z from 'zod'
import { toWireCoupon } from '#src/codes/contract.ts'
import {
  type BatchCode,
  ChangeCodeForm,
  type CodeBatch,
  MakeCodesForm,
  makingMessages,
} from '#src/codes/rules/generate-codes.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { type Call, CsvFile, call, refuse, toRefusal } from '#src/http/staff-calls.ts'

/** A number, or the text a form sends for it. */
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

/** Calls that make, change, release and transfer codes. */
export const codeManagementCalls = (timezone: string): Call[] => [
  call({
    method: 'POST',
    path: '/twa/make_coupons',
    does: 'Makes up to 1,000 random codes without look-alike letters, or one code of your choice.',
    answers: ['message', 'batch', 'coupons'],
    body: MakeBody,
    async run({ body, staff, modules }) {
      const result = await modules.codes.generateCodes(body, staff)
      if (result.kind === 'refused') return toRefusal(result)
      return { message: result.message, batch: wireBatch(result.batch), coupons: result.codes.map(wireCode) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches',
    does: 'Lists the newest 50 batches of codes.',
    answers: ['batches'],
    run: async ({ modules }) => ({ batches: (await modules.codes.listCodeBatches()).map(wireBatch) }),
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches/:id',
    does: 'Returns one batch with its codes.',
    answers: ['batch', 'coupons'],
    async run({ params, modules }) {
      const found = await modules.codes.findCodeBatch(params.id ?? '')
      if (!found) return refuse(404, makingMessages.batchNotFound)
      return { batch: wireBatch(found.batch), coupons: found.codes.map(wireCode) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/coupon_batches/:id/codes.csv',
    does: 'Returns the codes of a batch as a CSV file that can be imported.',
    answers: [],
    file: 'text/csv',
    async run({ params, modules }) {
      const found = await modules.codes.findCodeBatch(params.id ?? '')
      if (!found) return refuse(404, makingMessages.batchNotFound)
      return new CsvFile(`codes-${found.batch.id}.csv`, batchCsv(found.batch, found.codes, timezone))
    },
  }),
  call({
    method: 'POST',
    path: '/twa/update_coupon',
    does: 'Changes how often a code can be used (at least as often as it has been) and its expiry date (empty for none).',
    answers: ['coupon'],
    body: ChangeBody,
    async run({ body, staff, modules }) {
      const change = { code: body.coupon_code, maxUsage: Number(body.max_usage), expires: body.expires_at }
      const result = await modules.codes.changeCode(change, staff)
      return result.kind === 'refused' ? toRefusal(result) : { coupon: toWireCoupon(result.coupon) }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/release_coupon',
    does: 'Releases a use of a code. A person whose access depends on it loses access.',
    answers: ['message', 'took_out'],
    body: ReleaseBody,
    async run({ body, staff, modules }) {
      const { coupon_code: code, token, reason } = body
      const result = await modules.codes.releaseCode({ code, token, reason }, staff)
      return result.kind === 'refused' ? toRefusal(result) : { message: result.message, took_out: result.tookOut }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/transfer_coupon',
    does: 'Moves a use of a code to another enrollment or membership, which gets access if nothing else is missing.',
    answers: ['message', 'took_out', 'let_in'],
    body: TransferBody,
    async run({ body, staff, modules }) {
      const { coupon_code: code, token, to_token: toToken, reason } = body
      const result = await modules.codes.transferCode({ code, token, toToken, reason }, staff)
      if (result.kind === 'refused') return toRefusal(result)
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
