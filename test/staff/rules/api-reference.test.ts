import t from 'tap'
import { fieldsIn, typeOf } from '#src/staff/rules/api-fields.ts'
import { describeApi } from '#src/staff/rules/api-reference.ts'
import { OpenApi } from '#src/staff/rules/openapi.ts'

const names = (schema: Parameters<typeof fieldsIn>[0]) =>
  fieldsIn(schema).map(f => `${f.within}${f.name}: ${f.type}${f.required ? '' : '?'}`)

t.test('names types in words', async t => {
  t.equal(typeOf({ type: ['string', 'null'] }), 'string or null')
  t.equal(typeOf({ type: 'string', enum: ['a', 'b'] }), '"a" or "b"')
  t.equal(typeOf({ type: 'string', format: 'date-time' }), 'string (date-time)')
  t.equal(typeOf({ type: 'array', items: { type: 'integer' } }), 'list of integers')
  t.equal(typeOf({ anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] }), 'object or null')
  t.equal(typeOf({}), 'any')
})

t.test('lists nested fields below their parent', async t => {
  const id = { type: 'integer' }
  const list = { type: 'array', items: { type: 'object', properties: { id }, required: ['id'] } }
  t.strictSame(names({ type: 'object', properties: { list, note: { type: 'string' } }, required: ['list'] }), [
    'list: list of objects',
    'list[].id: integer',
    'note: string?',
  ])
})

t.test('joins the variants of a union; a field that some lack may be missing', async t => {
  const variant = (name: string, more: string[]) => ({
    type: 'object',
    properties: Object.fromEntries([['do', { enum: [name] }], ...more.map(m => [m, { type: 'string' }])]),
    required: ['do', ...more],
  })
  t.strictSame(names({ oneOf: [variant('wait', []), variant('move', ['code'])] }), [
    'do: "wait" or "move"',
    'code: string?',
  ])
})

t.test('tells limits and defaults, but not the bounds of every integer', async t => {
  const about = (schema: object) => fieldsIn({ properties: { x: { description: 'Units.', ...schema } } })[0]?.about
  t.equal(about({ maxLength: 500 }), 'Units. At most 500 characters.')
  t.equal(about({ minimum: 1, maximum: 19 }), 'Units. From 1 to 19.')
  t.equal(about({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), 'Units.')
  t.equal(about({ default: false }), 'Units. Default: false.')
})

t.test('groups calls by tag, and shows of an own error reply only what other errors lack', async t => {
  const json = (properties: object) => ({ content: { 'application/json': { schema: { type: 'object', properties } } } })
  const error = { type: 'string' }
  const responses = {
    200: json({ id: { type: 'integer' } }),
    403: json({ error, host: { type: 'string' } }),
    409: json({ error }),
    '4XX': json({ error }),
  }
  const document = OpenApi.parse({
    info: {},
    paths: {
      '/z/{id}': {
        get: {
          tags: ['B'],
          security: [{ bearer: [] }],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
      },
      '/x': { get: {} },
      '/a': { post: { tags: ['A'], responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } } },
    },
  })
  const { groups, problem } = describeApi(document)
  t.strictSame(
    groups.map(g => g.name),
    ['A', 'B', 'Other'],
  )
  t.strictSame(
    problem.map(f => f.name),
    ['error'],
  )
  const [csv, own] = groups.map(g => g.calls[0])
  t.match(csv, { forStaff: false, gives: [{ title: 'Reply 200, text/csv', note: 'string' }] })
  t.match(own, { id: 'get-z-id-', forStaff: true, takes: [{ title: 'In the path' }] })
  t.strictSame(
    own?.gives.map(g => [g.title, g.fields.map(f => f.name)]),
    [
      ['Reply 200', ['id']],
      ['Reply 403 also has', ['host']],
    ],
  )
})
