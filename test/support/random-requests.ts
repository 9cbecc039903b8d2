import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { PageForm } from './page-forms.ts'

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

/** Random requests, made from the schemas of an OpenAPI document, and from addresses and forms of pages. */

export interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}
type Requests = fc.Arbitrary<InjectOptions>

const texts = ['', ' ', '0', '-1', '1e308', 'null', '\0', '\ud800', "' or 1=1 --", '%', '../..', '<b>', '🤟'.repeat(90)]
const inherited = ['constructor', '__proto__', 'toString']
const long = ['x'.repeat(20_000), '9'.repeat(400)]
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts, ...inherited, ...long, null, true, -1, 2 ** 53, 1e-7, [], {}),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that fit the schema, with hostile ones among them. Texts are often one of `known`, for example a token. */
const valueFor = (schema: JsonSchema, known: string[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: hostile })

const fitting = (schema: JsonSchema, known: string[]): fc.Arbitrary<unknown> => {
  if (schema.anyOf?.length) return fc.oneof(...schema.anyOf.map(one => valueFor(one, known)))
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'object') return recordOf(schema.properties ?? {}, schema.required ?? [], known)
  if (type === 'array') return fc.array(valueFor(schema.items ?? {}, known), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.oneof(fc.nat(200), fc.integer())
  return fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 30 }), fc.emailAddress())
}

const recordOf = (properties: Record<string, JsonSchema>, required: string[], known: string[]) => {
  const values = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueFor(one, known)]))
  const requiredKeys = required.filter(name => name in values)
  return fc.oneof(fc.record(values, { requiredKeys }), fc.record(values, { requiredKeys: [] }))
}

/** Returns requests of one call of the OpenAPI document. */
export const requestsOfCall = (method: string, path: string, operation: Operation, known: string[]): Requests => {
  const parameters = (place: string) => {
    const named = (operation.parameters ?? []).filter(p => p.in === place)
    return recordOf(Object.fromEntries(named.map(p => [p.name, p.schema])), [], known)
  }
  const body = operation.requestBody?.content['application/json']?.schema
  const payload = body ? valueFor(body, known).map(value => JSON.stringify(value)) : fc.constant(undefined)
  const headers = { 'content-type': 'application/json' }
  return fc.record({ parts: parameters('path'), query: parameters('query'), payload }).map(made => ({
    method: method.toUpperCase() as 'GET',
    url: `${path.replace(/\{(\w+)\}/g, (_, name) => percent(made.parts[name] ?? 'x'))}?${encoded(made.query)}`,
    ...(made.payload === undefined ? {} : { payload: made.payload, headers }),
  }))
}

const formHeaders = { origin: 'http://localhost:3000', host: 'localhost:3000' }
const FORM = { ...formHeaders, 'content-type': 'application/x-www-form-urlencoded' }

/** Fills the parameters of a page's address, as in `/token/:token?`. */
const filled = (address: string, value: unknown) => address.replace(/\/:\w+\??|\*/g, () => `/${percent(value)}`)

/** Returns visits of one page. `names` are the parameters to put into the query. */
export const requestsOfPage = (address: string, names: string[], known: string[]): Requests => {
  const query = recordOf(Object.fromEntries(names.map(name => [name, {}])), [], known)
  return fc
    .record({ part: valueFor({}, known), query })
    .map(made => ({ method: 'GET', url: `${filled(address, made.part)}?${encoded(made.query)}` }))
}

/** Returns posts of a form that a page has: each field with a value from the page, a known one or a hostile one. */
export const requestsOfForm = ({ action, fields }: PageForm, known: string[]): Requests => {
  const values = Object.entries(fields).map(([name, seen]) => {
    const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('', ...seen) }, valueFor({}, known))
    return [name, text] as const
  })
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map(made => ({ method: 'POST', url: action, headers: FORM, payload: encoded(made) }))
}

const HEADS = [
  'form-data; name="file"; filename="codes.csv"',
  'form-data; name="note"',
  'form-data; name="file"; filename=""',
  'form-data',
  '',
]
const CONTENTS = ['coupon_code,product_code\r\nAAAA-1111,A\r\n', '"', 'a;b\n"x', '\0', 'x'.repeat(20_000)]

/** Returns uploads to an address: whole, without an end, with another boundary, or not multipart at all. */
export const requestsOfUpload = (url: string): Requests => {
  const content = fc.oneof(fc.constantFrom(...CONTENTS), fc.string({ unit: 'binary', maxLength: 200 }))
  const part = fc.tuple(fc.constantFrom(...HEADS), content)
  return fc
    .record({
      parts: fc.array(part, { maxLength: 4 }),
      boundary: fc.constantFrom('x', 'x', 'y', '', 'x'.repeat(200)),
      end: fc.constantFrom('--x--\r\n', '--x--', ''),
      kept: fc.constantFrom(1, 1, 0.9, 0.5, 0),
    })
    .map(({ parts, boundary, end, kept }) => {
      const heads = parts.map(([head, text]) => `--x\r\nContent-Disposition: ${head}\r\n\r\n${text}\r\n`)
      const body = heads.join('') + end
      const type = `multipart/form-data${boundary && `; boundary=${boundary}`}`
      const headers = { ...formHeaders, 'content-type': type }
      return { method: 'POST', url, headers, payload: body.slice(0, Math.ceil(body.length * kept)) }
    })
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const TAILS = ['', '/', '//', '/..', '/%2e%2e/', '%00', '%', '%ff', ';a=b', '.php', '?', '?a[]=1&a=2&__proto__=x', '?%']
const ODD_HEADERS: Record<string, string[]> = {
  cookie: ['signbook_staff=x; signbook_staff=y', '=;;', 'a'.repeat(4000)],
  'content-type': ['text/plain', 'application/json', 'multipart/form-data', 'x'],
  accept: ['text/html', 'application/json', '*/*;q=x'],
  'accept-language': ['es', '*', '-,;q='],
  range: ['bytes=5-2', 'bytes=-1'],
  authorization: ['Bearer', 'Bearer x.y.z', 'Basic ='],
  referer: ['https://evil.example/', 'x'],
  origin: ['null', 'x'],
  'if-none-match': ['"x"', '*'],
}

/** Returns requests to addresses that are nearly right, with any method and odd headers. */
export const requestsOfOddAddress = (addresses: string[]): Requests => {
  const headers = Object.fromEntries(
    Object.entries(ODD_HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)]),
  )
  const typed = fc.string({ maxLength: 30 }).map(text => `/${percent(text)}`)
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      address: fc.oneof(fc.constantFrom(...addresses), typed),
      tail: fc.constantFrom(...TAILS),
      headers: fc.record(headers, { requiredKeys: [] }),
      payload: fc.constantFrom('', '{', '[]', 'a=b', '\0'),
    })
    .map(({ method, address, tail, headers, payload }) => ({
      method,
      url: address + tail,
      headers,
      ...(method === 'GET' || method === 'HEAD' ? {} : { payload }),
    }))
}

const encoded = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${percent(value)}`)
    .join('&')

/** Percent-encodes a value; half of a surrogate pair cannot be encoded. */
const percent = (value: unknown): string =>
  encodeURIComponent(String(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Surrogate}/gu, '%'))
