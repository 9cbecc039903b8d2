import * as z from 'zod'
import { answers, anyOf, Problem, queryText } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { sentTypes } from '#src/courses/contract.ts'
import { wireTypes } from '#src/courses/rules/course-settings.ts'
import { StaffMembership } from './contract.ts'
import type { ActivationReason } from './rules/access-refusals.ts'
import {
  type BatchCode,
  batchStates,
  type ChangeRefused,
  type CodeBatch,
  type MailingReason,
  MakeCodesForm,
  type MakingReason,
} from './rules/code-batches.ts'
import { failureText, type ImportFailure, type ImportRefused, type uploadRefusals } from './rules/code-imports.ts'
import type { MoveRefused } from './rules/code-moves.ts'
import {
  type ListedCode as CodeInList,
  codeSorts,
  codeStates,
  type StaffCoupon,
  type StaffUse,
} from './rules/staff-codes.ts'

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
  product: { product_code: b.productCode, name: b.productName },
  school: b.school,
  size: b.size,
  used: b.used,
  note: b.note,
  made_by: b.madeBy,
  created_at: b.createdAt.toISOString(),
})

/** A code, as lists and other calls of staff show it. */
export const Code = z.object({
  coupon_code: z.string(),
  max_usage: z.int(),
  used: z.int(),
  expires_at: z.string().nullable(),
})

export const toWireCode = (c: Omit<BatchCode, 'productCode' | 'voidedAt'>): z.infer<typeof Code> => ({
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

const Use = z.object({
  email: z.string().nullable(),
  token: z.string(),
  is_processed: z.boolean(),
  context_title: z.string(),
  attached_at: z.string(),
  voided_at: z.string().nullable(),
})

const toWireUse = (u: StaffUse): z.infer<typeof Use> => ({
  email: u.email,
  token: u.token,
  is_processed: u.isProcessed,
  context_title: u.course,
  attached_at: u.attachedAt.toISOString(),
  voided_at: u.voidedAt?.toISOString() ?? null,
})

/** A code with its uses. */
const WireCoupon = z.object({
  id: z.int(),
  ...Code.shape,
  product: z.object({ id: z.int(), product_code: z.string(), name: z.string() }),
  is_test: z.boolean(),
  lti_enrollments: z.array(Use),
  memberships: z.array(Use),
})

export const toWireCoupon = (k: StaffCoupon): z.infer<typeof WireCoupon> => ({
  id: k.id,
  ...toWireCode(k),
  product: { id: k.product.id, product_code: k.product.productCode, name: k.product.name },
  is_test: k.isTest,
  lti_enrollments: k.uses.filter(u => u.kind === 'enrollment').map(toWireUse),
  memberships: k.uses.filter(u => u.kind === 'membership').map(toWireUse),
})

/** The filters of the page, by the names that its address has. */
const ListFilters = {
  school: queryText('', 'Only codes made for this school: its number, its LTI 1.1 key or its name.'),
  product: queryText('', 'A product code.'),
  sort: queryText('', 'The order: `newest` (the default) or `oldest`.', anyOf(codeSorts)),
  after: queryText('', 'Send `next` of the page before.', /^(?:\d{1,15}\.\d{1,15})?$/),
}
const next = z.string().nullable().meta({ description: 'Send it as `after` for the next page. Null on the last.' })

export const listBatchesCall = {
  tags,
  summary: 'Lists batches of codes, 50 at a time, as the page Make Access Codes does.',
  querystring: z.strictObject({
    ...ListFilters,
    q: queryText('', 'Words of the note, or of the name of the colleague.'),
    state: queryText('', '`left` or `used`: with uses left, or used up.', anyOf(batchStates)),
  }),
  response: answers(z.object({ batches: z.array(Batch), next })),
}
export const listCodesCall = {
  tags,
  summary:
    'Lists access codes, 50 at a time, as the page Check Access Code does. Codes with uses left need the support role and a fresh sign-in, and are audited; others get used-up codes.',
  querystring: z.strictObject({
    ...ListFilters,
    q: queryText('', 'Beginning of a code.'),
    state: queryText('', '`unused`, `started`, `used` or `void`.', anyOf(codeStates)),
    batch: queryText('', 'The number of a batch.', /^\d{0,15}$/),
  }),
  response: answers(z.object({ coupons: z.array(ListedCode), next })),
}

type StaffReason =
  | keyof typeof uploadRefusals
  | MakingReason
  | ActivationReason
  | (ChangeRefused | MoveRefused | ImportRefused)['reason']
  | MailingReason

/** HTTP statuses of the reasons to refuse staff. */
export const staffCodeStatus: Statuses<StaffReason> = {
  ...withStatus(400, 'no_file', 'not_csv', 'no_header', 'csv_broken'),
  ...withStatus(404, 'code_not_found', 'batch_not_found', 'entitlement_not_found', 'membership_not_found'),
  course_not_found: 404,
  ...withStatus(409, 'none_open', 'mailed_today', 'code_exists', 'key_reused', 'upload_gone', 'effects_changed'),
  ...withStatus(409, 'course_changed', 'course_ambiguous', 'products_unconfirmed'),
  ...withStatus(409, 'not_held', 'same_course', 'target_has_access', 'target_holds_code', 'target_holds_product'),
  file_too_big: 413,
}

export const checkCodeCall = {
  tags,
  summary:
    'Lists the matching access codes with all their uses. Of a code with uses left, viewers get the last two characters.',
  params: z.object({ id: z.string() }),
  response: answers(z.object({ coupons: z.array(WireCoupon) })),
}

const Failure = z.object({ coupon_code: z.string(), product: z.string(), reason: z.string() })
export const toWireFailure = (failure: ImportFailure): z.infer<typeof Failure> => ({
  coupon_code: failure.code,
  product: failure.product,
  reason: failureText(failure),
})

export const importCodesCall = {
  tags,
  summary:
    'Imports a CSV or .xlsx file of access codes, sent as multipart/form-data, as one batch. Valid rows are imported; each invalid row is listed.',
  response: answers(z.object({ message: z.string(), failed_coupons: z.array(Failure) })),
}

/** A number, or the text a form sends for it. */
const number = z.union([z.number(), z.string()]).transform(String)
const day = z
  .string()
  .nullish()
  .transform(typed => typed ?? '')

const params = z.object({ id: z.string() })
const BatchAndCodes = z.object({ batch: Batch, coupons: z.array(Code) })

const order = { expires_at: '2027-06-30', note: 'Order 1042', school: 'Lake College' }

export const makeCodesCall = {
  tags,
  summary: 'Makes up to 1,000 random codes without look-alike letters, or one code of your choice.',
  headers: z.looseObject({
    'idempotency-key': z
      .string()
      .trim()
      .min(1, 'Send an Idempotency-Key of 1 to 255 characters.')
      .max(255, 'Send an Idempotency-Key of 1 to 255 characters.')
      .optional()
      .meta({
        description: 'Any text of your own, new for each order. Within 24 hours the same key returns the same batch.',
        examples: ['order-1042'],
      }),
  }),
  body: z
    .strictObject({
      product_code: z.string(),
      count: number.default('1'),
      max_usage: number.default('1'),
      expires_at: day,
      note: z.string().default(''),
      code: z.string().default(''),
      school: z
        .union([z.int(), z.string()])
        .nullish()
        .transform(typed => String(typed ?? ''))
        .meta({ description: 'The school that the codes are for: its number, its LTI 1.1 key or its name.' }),
    })
    .pipe(MakeCodesForm)
    // zod leaves out `examples` of a body whose values it transforms.
    .meta({
      'x-examples': {
        random: { value: { product_code: 'ASL1', count: 30, ...order } },
        chosen: { value: { product_code: 'ASL1', max_usage: 30, code: 'CLASS-ASL1-30' } },
      },
    }),
  response: answers(BatchAndCodes.extend({ message: z.string() })),
}
export const findBatchCall = {
  tags,
  summary: 'Returns one batch with its codes. Viewers get used-up codes only; for other roles it is audited.',
  params,
  response: answers(BatchAndCodes),
}
export const batchCsvCall = {
  tags,
  summary: 'Returns the codes of a batch as a CSV file that can be imported. Audited; not for viewers.',
  params,
  response: { 200: { content: { 'text/csv': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
}
export const activateCourseCall = {
  tags,
  summary: 'Sets the product of an LTI 1.3 context, and until when it gives access, by the token of any member.',
  body: z.object({
    token: z.string(),
    product_code: z.string().default(''),
    create_coupon: z.boolean().default(false),
    ...wireTypes('1.3', sentTypes),
  }),
  response: answers(z.object({ membership: StaffMembership.nullable(), coupon_code: z.string().nullable() })),
}
