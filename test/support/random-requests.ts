import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { JsonSchema } from '#src/staff/rules/openapi.ts'

/** Random requests, made from the schemas of an OpenAPI document and from addresses of pages. */

export interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}
type Requests = fc.Arbitrary<InjectOptions>

const texts = ['', ' ', '0', '-1', '1e308', 'null', '\0', '\ud800', "' or 1=1 --", '%', '../..', '<b>', '🤟'.repeat(90)]
const long = ['x'.repeat(20_000), '9'.repeat(400)]
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts, ...long, null, true, -1, 2 ** 53, 1e-7, [], {}),
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

const FIELDS =
  'token state sign q redirect course intent email name code text reason confirmed id_token oauth_consumer_key page'
const fields = Object.fromEntries(FIELDS.split(' ').map(name => [name, {}]))
const formHeaders = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'http://localhost:3000',
  host: 'localhost:3000',
}

/** Returns visits and form posts of one page. `address` may have parameters, as in `/token/:token?`. */
export const requestsOfPage = (address: string, known: string[]): Requests =>
  fc.record({ post: fc.boolean(), part: valueFor({}, known), sent: recordOf(fields, [], known) }).map(made => {
    const url = address.replace(/\/:\w+\??|\*/g, () => `/${percent(made.part)}`)
    const text = encoded(made.sent)
    return made.post
      ? { method: 'POST', url, headers: formHeaders, payload: text }
      : { method: 'GET', url: `${url}?${text}` }
  })

const encoded = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${percent(value)}`)
    .join('&')

/** Percent-encodes a value; half of a surrogate pair cannot be encoded. */
const percent = (value: unknown): string =>
  encodeURIComponent(String(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Surrogate}/gu, '%'))
