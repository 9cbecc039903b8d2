import t from 'tap'
import { postForm } from '../support/form.ts'
import { good, type RuledForm, rules } from '../support/form-rules.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { launch } from '../support/school.ts'
import { shop } from '../support/shop.ts'
import { codeTo, joinable, PASSWORD, signUp, verify } from '../support/sign-up.ts'
import type { Test } from '../support/test.ts'

/** Every form rule on the server: posted as a form without JavaScript, and sent as JSON. */
const EMAIL = 'ana@school.example'

/** Returns a field's messages: the paragraph that describes it, and the list under a password. */
const saidBeside = (body: string, field: string): string[] => {
  const box = tagsOf(body, 'input').find(({ name }) => name === field)
  const id = box?.['aria-describedby']?.split(' ').find(id => id.endsWith('problem'))
  const beside = id ? body.match(new RegExp(`id="${id}"[^>]*>([^<]*)<`))?.[1] : undefined
  const listed =
    field === 'password'
      ? [...body.matchAll(/<li class="rule-fails">(.*?)<\/li>/g)].map(m =>
          textOf(m[1] ?? '').replace(/ Not yet\.$/, ''),
        )
      : []
  return [...(beside ? [beside] : []), ...listed].map(textOf)
}

/** Sets up the state that each form needs, and returns where it posts. */
const standAt = async (t: Test) => {
  const { app, school, course: inner, token: inside } = await shop(t)
  const { course } = await joinable(app, {}, { emailDomain: 'school.example' })
  await signUp(app, course.joinToken, { email: EMAIL })
  const { token } = (await verify(app, course.joinToken, EMAIL, await codeTo(app, EMAIL))).lti_enrollment
  // Another person, with a code waiting.
  await signUp(app, course.joinToken, { email: 'ben@school.example' })
  const silent = await launch(app, school.key, { context_id: inner.contextId, lis_person_contact_email_primary: '' })
  const codeAt = [`/pay?token=${token}`, `/lti/pay?token=${inside}`]
  for (const url of codeAt) await postForm(app, url, { intent: 'coupons', agreed: 'yes' })
  const pay = `/pay?token=${course.joinToken}`
  const join = `/verify?course=${course.joinToken}`
  const forms: Record<RuledForm, { url: string; with: Record<string, string> }[]> = {
    pay: [{ url: pay, with: { intent: 'sign_up' } }],
    join: [{ url: join, with: { intent: 'sign_up' } }],
    code: [{ url: pay, with: { intent: 'verify', email: 'ben@school.example' } }],
    pin: [{ url: join, with: { intent: 'verify', email: 'ben@school.example' } }],
    coupon: codeAt.map(url => ({ url, with: { intent: 'redeem' } })),
    receipt: [{ url: `/lti/pay?token=${silent.token}`, with: { intent: 'checkout', agreed: 'yes' } }],
  }
  return { app, link: course.joinToken, forms, tokens: { pay: token, lti: inside } }
}

t.test('a posted form shows the message at its field and keeps the input, except passwords', async t => {
  const { app, forms } = await standAt(t)
  for (const form of Object.keys(rules) as RuledForm[]) {
    for (const { typed, field, says } of rules[form]) {
      for (const { url, with: rest } of forms[form]) {
        const answer = await postForm(app, url, { ...good[form], ...typed, ...rest })
        const name = `${url.split('?')[0]} ${JSON.stringify(typed)}`
        t.match(answer.statusCode, /^(422|404)$/, name)
        t.strictSame(saidBeside(answer.body, field), says, name)
        const boxes = tagsOf(answer.body, 'input')
        t.match(
          boxes.find(box => box.name === field),
          { 'aria-invalid': 'true' },
        )
        for (const [kept, value] of Object.entries({ ...good[form], ...typed })) {
          const box = boxes.find(box => box.name === kept)
          if (/password/.test(kept)) t.notOk(box && 'value' in box, `${name}: ${kept} is empty`)
          else t.equal(box?.value?.trim() ?? '', value.trim(), `${name}: ${kept} is kept`)
        }
        t.notMatch(answer.body, PASSWORD)
      }
    }
  }
})

t.test('JSON calls return the same messages under their field names', async t => {
  const { app, link, tokens } = await standAt(t)
  const send = async (url: string, payload: object) => {
    const answer = await app.server.inject({ method: 'POST', url, payload })
    const { error, errors } = answer.json() as { error: string; errors?: { field: string; message: string }[] }
    return { http: answer.statusCode, error, errors }
  }
  const of = (errors: { field: string; message: string }[] | undefined, field: string) =>
    errors?.filter(e => e.field === field).map(e => e.message)
  for (const form of ['pay', 'join'] as const) {
    for (const { typed, field, says } of rules[form]) {
      // The confirmation exists only in the form.
      if (field === 'confirm_password') continue
      const { confirm_password: _, ...body } = { ...good[form], ...typed } as Record<string, string>
      const sent = await send('/api/students/send_code', { enroll_token: link, ...body, recaptcha_response: 'off' })
      t.equal(sent.http, 422)
      t.strictSame(of(sent.errors, field), says, JSON.stringify(typed))
    }
  }
  for (const { typed, says } of rules.code) {
    const body = { enroll_token: link, email: 'ben@school.example', magic_code: typed.code }
    t.match(await send('/api/students/verify_code', body), { http: /^(422|404)$/, error: says[0] })
  }
  for (const { typed, says } of rules.coupon) {
    for (const [url, enroll_token] of [
      ['/api/payments/verify_coupon_code', tokens.pay],
      ['/api/lti/verify_coupon_code', tokens.lti],
    ] as const) {
      const sent = await send(url, { enroll_token, email: EMAIL, coupon_code: typed.coupon })
      t.match(sent, { http: /^(422|404)$/, error: says[0] }, `${url} ${JSON.stringify(typed)}`)
    }
  }
})
