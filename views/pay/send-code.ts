import type { CodeReply } from '#src/codes/contract.ts'
import type { CodeResult } from '#src/payments/rules/after-code.ts'
import type { PayPageKind } from '#src/payments/rules/page-kind.ts'
import { payPaths } from '../pay-paths.ts'
import { postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

export type CodeSent =
  | { kind: 'answered'; result: CodeResult }
  /** `toast`: also show the message as a toast. */
  | { kind: 'refused'; reason: string; message: string; toast: boolean }
  | Failed

/** Sends one access code to the JSON endpoint of the payment page. */
export const sendCode = async (pageKind: PayPageKind, token: string, code: string): Promise<CodeSent> => {
  const path = pageKind === 'pay' ? payPaths.payCouponCode : payPaths.verifyCouponCode
  const answer = await postJson(path, { enroll_token: token, coupon_code: code })
  if (answer.kind === 'error' && answer.status === 500) return { ...answer, message: undefined }
  if (answer.kind !== 'answered') return answer
  if (answer.ok) return { kind: 'answered', result: toCodeResult(answer.body) }
  const { status, message } = answer
  return { kind: 'refused', reason: answer.body.reason ?? '', message, toast: status !== 404 && status !== 422 }
}

const toCodeResult = ({ status, message, reason, products }: CodeReply): CodeResult => ({
  status,
  message,
  unchanged: reason ?? null,
  needs: products.map(p => ({ id: p.id, product: p.name, code: p.coupon_code, paid: p.paid })),
})
