import t from 'tap'
import * as es from '#src/texts/es/index.ts'
import { hrefs } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { agree, postCode } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'

const start = async (t: Parameters<typeof testApp>[0]) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1', title: 'ASL 1' })
  return { app, school }
}

const open = async (app: TestApp, url: string, accept = 'en-US,en') => {
  const { body, headers } = await app.server.inject({ url, headers: { 'accept-language': accept } })
  return { body, text: textOf(body), vary: headers.vary, language: body.match(/<html lang="(\w+)"/)?.[1] }
}

t.test('a launch in Spanish opens the Spanish page, in a browser in English too', async t => {
  const { app, school } = await start(t)
  const { token } = await launch(app, school.key, { launch_presentation_locale: 'es-US' })
  const page = await open(app, `/lti/pay?token=${token}`)
  t.equal(page.language, 'es')
  t.match(page.vary, /accept-language/)
  for (const text of [
    es.pay.needs,
    es.pay.enterCode,
    es.reasons.card_not_set_up_use_code,
    es.sentences.asks.code,
    es.ui.needHelp,
  ])
    t.match(page.text, text)
  t.notMatch(page.text, /I agree|Enter Access Code|Make Payment|Terms|Privacy|help\?/)
  t.match(page.body, /<a href="\/lti\/pay\?token=e_[\w-]+&amp;lang=en" lang="en" hrefLang="en">English<\/a>/i)
})

t.test('without the language of a launch, the browser decides', async t => {
  const { app, school } = await start(t)
  for (const over of [undefined, { launch_presentation_locale: 'fr-CA' }]) {
    const { token } = await launch(app, school.key, over)
    t.equal((await open(app, `/lti/pay?token=${token}`)).language, 'en')
    t.equal((await open(app, `/lti/pay?token=${token}`, 'es-MX')).language, 'es')
  }
})

t.test('a choice stays with the person, also after another launch', async t => {
  const { app, school } = await start(t)
  const over = { launch_presentation_locale: 'es', user_id: 'ana' }
  const { token } = await launch(app, school.key, over)
  t.equal((await open(app, `/lti/pay?token=${token}&lang=en`, 'es')).language, 'en')
  t.equal((await open(app, `/lti/pay?token=${token}`, 'es')).language, 'en', 'without the parameter')
  await launch(app, school.key, over)
  t.equal((await open(app, `/lti/pay?token=${token}`, 'es')).language, 'en')
  t.equal((await open(app, `/lti/pay?token=${token}&lang=xx`)).language, 'en', 'not a language of ours')
  t.equal((await open(app, `/lti/pay?token=${token}&lang=es`)).language, 'es')
})

t.test('where no person is known, the browser keeps the choice', async t => {
  const { app } = await start(t)
  const chosen = await app.server.inject({ url: '/lti/pay?token=e_nobody00000&lang=es' })
  t.equal(chosen.statusCode, 404)
  t.match(textOf(chosen.body), es.reasons.token_not_found)
  const [cookie] = chosen.cookies
  t.hasStrict(cookie, { name: 'signbook_language', value: 'es', httpOnly: true, sameSite: 'Lax' })
  const next = await app.server.inject({ url: '/success?course_id=101', cookies: { signbook_language: 'es' } })
  t.match(textOf(next.body), es.success.processed)
})

t.test('every answer to a form and to a code is in the language of the page', async t => {
  const { app, school } = await start(t)
  const { token } = await launch(app, school.key, { launch_presentation_locale: 'es' })
  const unchecked = await app.server.inject({
    method: 'POST',
    url: `/lti/pay?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'intent=coupons',
  })
  t.match(textOf(unchecked.body), es.reasons.terms_not_agreed)
  await agree(app, token)
  const empty = textOf((await postCode(app, token, '')).body.replace(/ data-props="[^"]*"/g, ''))
  t.match(empty, es.reasons.code_required)
  t.notMatch(empty, es.pay.checkCode, 'nothing to check')
  const wrong = textOf((await postCode(app, token, 'NO-SUCH-CODE')).body)
  for (const words of [es.reasons.code_unknown, es.pay.checkCode]) t.match(wrong, words)
  const code = await makeCode(app, 'A')
  await postCode(app, token, code)
  const again = await open(app, `/lti/pay?token=${token}&step=coupons&note=counted`)
  t.match(again.text, es.reasons.already_counted)
  t.match(again.text, `1 de 2 códigos validados: ${code}`)
  const call = await app.server.inject({
    method: 'POST',
    url: '/api/lti/verify_coupon_code',
    headers: { 'accept-language': 'es' },
    payload: { enroll_token: token, coupon_code: 'NO-SUCH-CODE' },
  })
  t.match(call.json(), { error: es.reasons.code_unknown, reason: 'code_unknown' })
  await redeem(app, token, await makeCode(app, 'B'))
  const done = await open(app, `/lti/pay?token=${token}`)
  t.match(done.text, es.pay.thankYou)
  t.match(done.text, /hasta el \d+ de [a-z]+ de \d{4}\./)
  t.match((await open(app, `/enroll?token=${token}`)).text, es.sentences.enrollment.congratulations)
})

t.test('a join link is in the language of the browser, from the form to the pin number', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const url = `/verify?course=${course.joinToken}`
  const form = await open(app, url, 'es-MX')
  t.equal(form.language, 'es')
  for (const text of [es.join.firstName, es.join.confirmPassword, es.join.verifyEmail, es.sentences.asks.code_or_card])
    t.match(form.text, text)
  t.notMatch(form.text, /First name|Password|Verify Email|code_or_card/)
  const post = async (fields: Record<string, string>) =>
    textOf(
      (
        await app.server.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
          payload: new URLSearchParams(fields).toString(),
        })
      ).body,
    )
  const wrong = await post({ intent: 'sign_up', first_name: 'A', email: 'x', password: 'abc' })
  const { faults } = es.join
  for (const text of [faults.first_name_short, faults.email_invalid, faults.password_upper]) t.match(wrong, text)
  t.match(await post({ intent: 'verify', email: 'ana@school.example', pin_number: '' }), faults.pin_required)
  t.match(await post({ intent: 'verify', email: 'ana@school.example', pin_number: '1234' }), faults.pin_wrong)
  const call = await app.server.inject({
    method: 'POST',
    url: '/api/students/send_code',
    headers: { 'accept-language': 'es' },
    payload: {
      enroll_token: course.joinToken,
      name: 'Ana',
      email: 'ana@school.example',
      password: 'x',
      recaptcha_response: '',
    },
  })
  t.match(call.json(), { errors: [{ field: 'name', message: faults.name_not_two }, {}] })
  t.match((await open(app, '/verify?course=c_nobody0000', 'es')).text, es.sentences.joinCard.unknown.title)
})

t.test('the page behind the QR code of a card is in the language of the browser', async t => {
  const { app } = await start(t)
  const page = await open(app, '/code', 'es')
  t.equal(page.language, 'es')
  for (const text of Object.values(es.code).filter(text => text !== es.code.copy && text !== es.code.copied))
    t.match(page.text, text)
  t.notMatch(page.text, /Your|Open|Choose|Submit/)
})

t.test('the start page is in the language of the browser, and leads staff to the login', async t => {
  const app = await testApp(t)
  const page = await open(app, '/home', 'es-MX,es;q=0.9,en;q=0.5')
  t.equal(page.language, 'es')
  t.match(page.vary, /accept-language/)
  for (const text of [es.home.title, es.home.forStudents, es.home.forTeachers, es.home.forSchools, es.ui.needHelp])
    t.match(page.text, text)
  t.match(page.body, /<a href="\/home\?lang=en" lang="en" hrefLang="en">English<\/a>/i)
  const english = await open(app, '/home')
  t.match(english.text, 'Each course has its own link. Ask your teacher for the link to join your course.')
  t.match(english.body, '<a href="/login">Staff log in</a>')
  const { cookie } = await signedIn(app)
  const staff = await app.server.inject({ url: '/home', headers: { cookie, 'accept-language': 'es' } })
  t.match(staff.body, '<html lang="en">', 'the menu of staff is in English')
})

t.test('the legal texts in Spanish say that the English text decides', async t => {
  const app = await testApp(t)
  for (const [path, words] of [
    ['/terms', [/ley de Texas/, /seis meses/]],
    ['/privacy', [/menores de 13 años/, /registro de accesos.* después de 30 días/]],
  ] as const) {
    const page = await open(app, path, 'es')
    t.equal(page.language, 'es')
    t.match(page.text, es.legal.translation)
    t.match(page.body, `href="${path}?lang=en"`)
    t.match(page.text, /Versión del \d+ de noviembre de 2026/)
    for (const word of words) t.match(page.text, word)
    t.notMatch(page.text, /\{\{|Version of|Contact /)
    t.notMatch((await open(app, path)).text, /translation/)
  }
  const linked = await open(app, '/home', 'es')
  t.match(linked.body, 'href="/terms?lang=es"', 'a link leads to the same language')
})

t.test('without JavaScript, the language switch of a form keeps what was typed, and repeats no secret', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const url = hrefs.verify(course.joinToken)
  const { body: english } = await app.server.inject({ url })
  t.match(english, /<noscript><button [^>]*form="typed"[^>]*>Español<\/button><\/noscript>/)
  const typed = { first_name: 'Zoë', last_name: 'Ng', email: 'zoe@home.example', password: 'Kept-secret-1' }
  const { body, statusCode } = await app.server.inject({
    method: 'POST',
    url: `${url}&lang=es`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams({ ...typed, confirm_password: typed.password, pin_number: '424242', typed_in: 'sign_up' })}`,
  })
  t.equal(statusCode, 200)
  t.match(body, '<html lang="es">')
  for (const value of ['Zoë', 'Ng', 'zoe@home.example']) t.match(body, `value="${value}"`)
  t.notMatch(body, typed.password)
  t.notMatch(body, '424242')
  t.notMatch(body, 'class="problem"')
})
