import t from 'tap'
import { JWT_MAX, readJwt } from '#src/lti/v1p3/platform-answers.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const head = part({ alg: 'RS256', kid: 'k1' })
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const filled = (length: number) => {
  const start = `${head}.${part({ sub: 'a' })}.`
  return start + 'x'.repeat(length - start.length)
}

t.test('reads header and claims of three parts, signed or not', async t => {
  const read = { head: { alg: 'RS256', kid: 'k1' }, claims: { sub: 'Noé', aud: ['a', 'b'] } }
  for (const signature of ['sig', '', '!']) t.strictSame(readJwt(`${head}.${part(read.claims)}.${signature}`), read)
  t.ok(readJwt(filled(JWT_MAX)), 'the longest that is read')
})

t.test('refuses everything else', async t => {
  const claims = part({ sub: 'a' })
  const cases: Record<string, string> = {
    'no text': '',
    'one part': head,
    'two parts': `${head}.${claims}`,
    'four parts, like an encrypted token': `${head}.${claims}.x.y`,
    'five parts': `${head}.${claims}.x.y.z`,
    'two dots': '..',
    'no header': `.${claims}.x`,
    'no claims': `${head}..x`,
    'a header that is not JSON': `x.${claims}.x`,
    'claims that are not JSON': `${head}.x.x`,
    'claims that are a list': `${head}.${part([{ sub: 'a' }])}.x`,
    'claims that are null': `${head}.${part(null)}.x`,
    'claims that are a text': `${head}.${part('a')}.x`,
    'one character too many': filled(JWT_MAX + 1),
    'values nested too deep': `${head}.${part({ x: nested(20) })}.x`,
    'values nested so deep that the call stack would end': `${head}.${Buffer.from(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`).toString('base64url')}.x`,
    'an object that cannot become a text': `${head}.${part({ iss: { toString: 1 } })}.x`,
    'such an object in a list': `${head}.${part({ aud: [{ a: { valueOf: 1 } }] })}.x`,
    'such a header': `${part({ alg: { toString: 1 } })}.${claims}.x`,
  }
  for (const [name, jwt] of Object.entries(cases)) t.equal(readJwt(jwt), null, name)
  t.ok(readJwt(`${head}.${part({ x: nested(10) })}.x`), 'as deep as any LMS nests')
})

t.test('does not split or decode what is too long', async t => {
  const before = process.cpuUsage()
  for (const separator of ['.', 'e30.', 'a', '=']) t.equal(readJwt(separator.repeat(10_000_000)), null)
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 1_000_000, `${(user + system) / 1000} ms of CPU`)
})
