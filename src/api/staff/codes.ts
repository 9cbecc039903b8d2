import { importMessages } from '../../domain/code-import.ts'
import { adminMessages } from '../../domain/staff-messages.ts'
import { type Call, call, refuse, refusedBy } from './call.ts'
import { wireCoupon } from './wire.ts'

export const codeCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/coupons/:id',
    does: 'The access codes that match, with everybody who used them.',
    answers: ['coupons'],
    async run({ params, operations }) {
      const coupons = await operations.checkAccessCode(params.id ?? '')
      return coupons.length > 0 ? { coupons: coupons.map(wireCoupon) } : refuse(404, adminMessages.codeNotFound)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/import_coupons',
    does: 'Takes in a CSV file of access codes; good rows are kept, each failure is named.',
    answers: ['message', 'failed_coupons'],
    upload: true,
    async run({ request, staff, operations }) {
      const file = request.isMultipart() ? await request.file() : undefined
      if (!file) return refuse(400, importMessages.noFile)
      const result = await operations.importAccessCodes(file.file, staff)
      if (file.file.truncated) return refuse(413, importMessages.tooBig)
      if (result.kind === 'refused') return refusedBy(result)
      return {
        message: result.message,
        failed_coupons: result.failed.map(f => ({ coupon_code: f.code, product: f.product, reason: f.reason })),
      }
    },
  }),
]
