/** Values of an example, by the name of the field. An example that a contract gives comes first. */
const VALUES: Record<string, unknown> = {
  token: 'm_4Yf0gJq0nJkq2b1V6o1l8Xw3zT5uR7sA',
  enroll_token: 'c_4Yf0gJq0nJkq2b1V6o1l8Xw3zT5uR7sA',
  context_id: 'asl-101-fall',
  access_code: 'CFGH-3479-KMNP',
  coupon_code: 'CFGH-3479-KMNP',
  product_code: 'ASL1',
  stripe_price_id: 'price_1QasfJ2eZvKYlo2C',
  units: [1, 2, 3],
  name: 'Ana Ortiz',
  first_name: 'Ana',
  last_name: 'Ortiz',
  email: 'ana@school.example',
  password: 'Quiet7rivers!',
  magic_code: '123456',
  recaptcha_response: 'SOLVED',
  refresh_token: 'h3T2lY7gXw0bC9dE4fJ6kM8nP1qR5sV',
  domain: 'lms.school.example',
  key: 'school_lake',
  agreed: true,
  confirm: true,
  reason: 'The school asked for it.',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  bytes: 1_048_576,
  response: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {}, clientExtensionResults: {} },
}

interface Described {
  type?: string
  properties?: Record<string, object>
  example?: unknown
  examples?: unknown
  'x-examples'?: unknown
}

/** Gives the body of a call an example, made of its fields. */
export const withExample = (body: Described): Described => {
  if (!body.properties || body.example || body.examples || body['x-examples']) return body
  const known = Object.keys(body.properties).filter(name => name in VALUES)
  return { ...body, examples: [Object.fromEntries(known.map(name => [name, VALUES[name]]))] }
}
