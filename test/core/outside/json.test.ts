import t from 'tap'
import * as z from 'zod'
import { maybe, number, parseJson, readJson, texts, Unreadable } from '#src/core/outside/json.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'

t.test('reads what services send for the same answer', async t => {
  const Person = z.object({ id: text, name: maybe(text), roles: texts, seconds: maybe(number) })
  const cases: [body: string, read: z.output<typeof Person>][] = [
    [
      '{"id":"7","name":"Ana","roles":["a","b"],"seconds":60}',
      { id: '7', name: 'Ana', roles: ['a', 'b'], seconds: 60 },
    ],
    ['\u{feff}{"seconds":"60","roles":"a","id":7}', { id: '7', name: null, roles: ['a'], seconds: 60 }],
    ['{"id":"7","name":null,"roles":null,"seconds":null}', { id: '7', name: null, roles: [], seconds: null }],
    [
      '{"id":1656398468,"name":"","roles":[1,null,{}],"more":{}}',
      { id: '1656398468', name: null, roles: ['1'], seconds: null },
    ],
    [' {"id":"a\\u0000b"} ', { id: 'ab', name: null, roles: [], seconds: null }],
  ]
  for (const [body, read] of cases) t.strictSame(readJson(Person, body, 'it'), read, body)
})

t.test('a blank text is no number', t => {
  for (const blank of ['', ' ', '\t\n']) t.notOk(number.safeParse(blank).success, JSON.stringify(blank))
  t.end()
})

t.test('says where it cannot read, and never what stands there', async t => {
  const Token = z.object({ access_token: z.string(), list: z.array(z.object({ id: text })).nullish() })
  const cases: [body: string, place: string][] = [
    ['', 'no JSON'],
    ['<html>secret</html>', 'no JSON'],
    ['{"access_token":"secret"', 'no JSON'],
    ['"secret"', 'its first level'],
    ['[]', 'its first level'],
    ['{"token":"secret"}', 'access_token'],
    ['{"access_token":{"secret":1}}', 'access_token'],
    ['{"access_token":"secret","list":[{"id":"1"},{"id":["secret"]}]}', 'list.1.id'],
    ['{"access_token":"secret","list":[{"id":12345678901234567890}]}', 'list.0.id'],
  ]
  for (const [body, place] of cases) {
    const message = `the LMS answered something else than expected (${place})`
    t.throws(() => readJson(Token, body, 'the LMS'), { constructor: Unreadable, message }, body)
  }
  t.equal(parseJson('{'), undefined)
  t.equal(parseJson('null'), null)
  t.equal(parseJson('\u{feff}\u{feff}\n7'), 7)
})

t.test('every 2xx is a success', async t => {
  t.strictSame([199, 200, 201, 204, 299, 300, 302, 404, 500].filter(isSuccess), [200, 201, 204, 299])
})
