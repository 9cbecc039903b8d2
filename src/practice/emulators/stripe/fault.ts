interface StripeError {
  type: string
  code?: string
  param?: string
  message: string
}

/** An error in Stripe's format. Clients decide by its type and code. */
export class Fault extends Error {
  readonly status: number
  readonly body: { error: StripeError }
  /** The endpoint began to execute, so the answer is kept for its idempotency key. */
  readonly isKept: boolean
  constructor(status: number, error: StripeError, { isKept = false } = {}) {
    super(error.message)
    this.status = status
    this.body = { error }
    this.isKept = isKept
  }
}

const badRequest = (message: string, param?: string, code?: string): StripeError => ({
  type: 'invalid_request_error',
  message,
  ...(param ? { param } : {}),
  ...(code ? { code } : {}),
})

/** Error for a parameter that is malformed, found before the endpoint executes. */
export const invalid = (message: string, param?: string, code?: string): Fault =>
  new Fault(400, badRequest(message, param, code))

/** Error for a request that the state of an object does not allow. */
export const refused = (message: string, param?: string, code?: string): Fault =>
  new Fault(400, badRequest(message, param, code), { isKept: true })

/** Error for a missing object: 404 for one in the URL, 400 for one in a parameter. */
export const missing = (what: string, id: string, param: string, status: 400 | 404 = 404): Fault =>
  new Fault(status, badRequest(`No such ${what}: '${id}'`, param, 'resource_missing'), { isKept: true })
