import type { CodeReply, PayDoor } from '#src/domain/pay-page.ts'
import { payPaths } from '../pay-paths.ts'

export type Sent =
  | { kind: 'answered'; reply: CodeReply }
  /** `toast` as well for what §8 calls other HTTP errors. */
  | { kind: 'refused'; message: string; toast: boolean }
  | { kind: 'offline' }

/** Sends one code to the JSON endpoint of the payment page and reads the answer by spec §8. */
export const sendCode = async (door: PayDoor, token: string, code: string): Promise<Sent> => {
  try {
    const answer = await fetch(door === 'pay' ? payPaths.payCouponCode : payPaths.verifyCouponCode, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ enroll_token: token, coupon_code: code }),
    })
    const body = await answer.json().catch(() => ({}))
    if (answer.ok) return { kind: 'answered', reply: readReply(body) }
    if (answer.status === 500) return { kind: 'refused', message: 'Internal Server Error.', toast: false }
    return {
      kind: 'refused',
      message: body.error ?? answer.statusText,
      toast: answer.status !== 404 && answer.status !== 422,
    }
  } catch {
    return { kind: 'offline' }
  }
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
