/** An error in Stripe's format. Clients decide by its type and code. */
export class Fault extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; param?: string; message: string } }
  constructor(status: number, error: { type: string; code?: string; param?: string; message: string }) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const invalid = (message: string, param?: string, code?: string): Fault =>
  new Fault(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  })

/** Error for a missing object: 404 for one in the URL, 400 for one in a parameter. */
export const missing = (what: string, id: string, param: string, status: 400 | 404 = 404): Fault =>
  new Fault(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })
