import { failureMessages } from '#src/core/rules/failure-messages.ts'
import type { CodeReply, PayRoute } from '#src/payments/rules/pay-page.ts'
import { payPaths } from '../pay-paths.ts'
import { postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

export type CodeAnswer =
  | { kind: 'answered'; reply: CodeReply }
  /** `toast`: also show the message as a toast. */
  | { kind: 'refused'; message: string; toast: boolean }
  | Failed

/** Sends one access code to the JSON endpoint of the payment page. */
export const sendCode = async (door: PayRoute, token: string, code: string): Promise<CodeAnswer> => {
  const path = door === 'pay' ? payPaths.payCouponCode : payPaths.verifyCouponCode
  const answer = await postJson<WireReply>(path, { enroll_token: token, coupon_code: code })
  if (answer.kind === 'error' && answer.status === 500) return { ...answer, message: failureMessages.server }
  if (answer.kind !== 'answered') return answer
  if (answer.ok) return { kind: 'answered', reply: readReply(answer.body) }
  const { status, message } = answer
  return { kind: 'refused', message, toast: status !== 404 && status !== 422 }
}

interface WireReply {
  status: CodeReply['status']
  message: string
  products: { id: number; name: string; coupon_code: string | null; paid: boolean }[]
}

const readReply = ({ status, message, products }: WireReply): CodeReply => ({
  status,
  message,
  needs: products.map(p => ({ id: p.id, product: p.name, code: p.coupon_code, paid: p.paid })),
})
