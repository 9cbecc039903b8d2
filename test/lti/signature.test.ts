import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { makeLog } from '#src/core/log.ts'
import { makeServer } from '#src/http/server.ts'
import { collectLaunchParameters } from '#src/lti/rules/launch.ts'
import { baseStringOf, isSignatureMethod, isSignedBy, type SignatureMethod } from '#src/lti/v1p1/signature.ts'
import { formBody, type Pairs, signPairs } from '../support/sign.ts'
import { size } from '../support/size.ts'
import type { Test } from '../support/test.ts'

/** Starts a server that parses requests like the product and returns the base string and the verdict. */
const signingServer = async (t: Test) => {
  const server = await makeServer({
    log: makeLog('silent'),
    trustProxy: false,
    requestId: () => 'x',
  })
  t.teardown(() => server.close())
  server.post('/*', { config: { asSent: true } }, async request => {
    const url = `http://example.com${request.url.split('?')[0]}`
    const authorization = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const parameters = collectLaunchParameters(request.query, request.body, authorization)
    const signatureMethod = (parameters.oauth_signature_method?.[0] ?? '') as SignatureMethod
    const signed = { method: 'POST', url, parameters, signatureMethod }
    const isGood =
      isSignatureMethod(signatureMethod) && isSignedBy(signed, parameters.oauth_signature?.[0] ?? '', ['secret'])
    return { base: baseStringOf(signed), isGood }
  })
  return async (url: string, payload: string, headers = {}): Promise<{ base: string; isGood: boolean }> =>
    (
      await server.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    ).json()
}

t.test('builds the base string of the example in RFC 5849 §3.4.1.1', async t => {
  const post = await signingServer(t)
  const authorization =
    'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"'
  const { base } = await post('/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', 'c2&a3=2+q', { authorization })
  t.equal(
    base,
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

t.test('builds the base strings of captured launches', async t => {
  const folder = resolve(import.meta.dirname, '../launches')
  for (const name of readdirSync(folder).filter(each => each.includes('lti11'))) {
    const { url, fields, base_string } = JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
    t.equal(baseStringOf({ method: 'POST', url, parameters: collectLaunchParameters(fields) }), base_string, name)
  }
})

const awkward: Pairs = [
  ['empty', ''],
  ['plus', '1 + 1 = 2'],
  ['percent', '100% of %41 and %zz'],
  ['lines', 'one\r\n\r\ntwo'],
  ['unicode', 'Íñiguez — 🤟'],
  ['signs', `!*'();:@&=+$,/?#[]"<>~_-.`],
  ['repeated', 'b'],
  ['repeated', 'a'],
  ['repeated', ''],
  ['repeat', 'shorter name, same start'],
  ['a[]', '1'],
  ['ключ', 'значение'],
  ['constructor', 'x'],
]
const options = { secret: 'secret', timestamp: 1795223879 }

t.test('verifies awkward values in the body and in the query of the launch address', async t => {
  const post = await signingServer(t)
  for (const method of ['HMAC-SHA1', 'HMAC-SHA256'] as const) {
    const inBody = signPairs('http://example.com/lti/launch', awkward, { ...options, method })
    t.equal((await post('/lti/launch', formBody(inBody))).isGood, true, `${method}, in the body`)
    const url = `/lti/launch?${formBody(awkward)}`
    const inQuery = signPairs(`http://example.com${url}`, [['a3', 'b']], { ...options, method })
    t.equal((await post(url, formBody(inQuery))).isGood, true, `${method}, in the query`)
  }
  const both = '/lti/launch?app=wts&repeated=c'
  const signed = signPairs(`http://example.com${both}`, awkward, options)
  t.equal((await post(both, formBody(signed))).isGood, true, 'the same name in both')
  t.equal((await post('/lti/launch', formBody(signed))).isGood, false, 'without the signed query')
})

t.test('agrees with an independent signer on random parameters, and detects any change', async t => {
  const post = await signingServer(t)
  const name = fc.string({ unit: 'binary' }).filter(n => !n.startsWith('oauth_') && n !== '__proto__')
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'binary' })), { maxLength: 12 })
  const method = fc.constantFrom('HMAC-SHA1', 'HMAC-SHA256')
  const property = fc.asyncProperty(pairs, pairs, method, async (body, query, method) => {
    const url = query.length > 0 ? `/lti/launch?${formBody(query)}` : '/lti/launch'
    const signed = signPairs(`http://example.com${url}`, body, { ...options, method })
    if (!(await post(url, formBody(signed))).isGood) return false
    const more = [...signed, ['added', '']] as Pairs
    const other = signed.map(([name, value]): Pairs[number] => [name, name === 'oauth_nonce' ? `${value}x` : value])
    return !(await post(url, formBody(more))).isGood && !(await post(url, formBody(other))).isGood
  })
  await fc.assert(property, { numRuns: size(150, 5000) })
  t.pass('agreed')
})

t.test('accepts only the two HMAC methods and well-formed signatures', async t => {
  t.equal(isSignatureMethod('HMAC-SHA1'), true)
  t.equal(isSignatureMethod('HMAC-SHA256'), true)
  for (const name of ['PLAINTEXT', 'RSA-SHA1', 'hmac-sha1', '', 'constructor', 'toString', '__proto__']) {
    t.equal(isSignatureMethod(name), false, name)
  }
  const request = { method: 'POST', url: 'http://example.com/', parameters: {}, signatureMethod: 'HMAC-SHA1' as const }
  for (const forged of ['', '=', 'AAAA', 'not base64 at all!', '\0']) t.equal(isSignedBy(request, forged, ['s']), false)
  t.equal(isSignedBy(request, '', []), false, 'no secrets, no valid signature')
})
