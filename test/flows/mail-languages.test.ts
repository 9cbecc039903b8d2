import t from 'tap'
import { sendMessage } from '#src/messages/messages.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { codeTo, joinable, PASSWORD } from '../support/sign-up.ts'

/** Sends the waiting mail of an address. Returns its newest subject and text on one line. */
const newestMail = async (app: TestApp, email: string): Promise<string> => {
  for (const { id, sentAt } of await messagesTo(app, email)) if (!sentAt) await sendMessage(app, id)
  const mail = app.mails.filter(m => m.to === email).at(-1)
  return `${mail?.subject} ${mail?.text}`.replace(/\s+/g, ' ')
}

t.test('mail is in the language of the launch, until the person chooses one', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { emailDomain: 'school.example' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL 1' })
  const open = (user_id: string) => {
    const lis_person_contact_email_primary = `${user_id}@school.example`
    return launch(app, school.key, { user_id, lis_person_contact_email_primary, launch_presentation_locale: 'es-US' })
  }
  const eva = await open('eva')
  await redeem(app, eva.token, await makeCode(app, 'A'))
  t.match(await newestMail(app, 'eva@school.example'), /Ya tienes acceso: ASL 1.*hasta el \d+ de [a-z]+ de \d{4}/)
  const leo = await open('leo')
  await app.server.inject(`/lti/pay?token=${leo.token}&lang=en`)
  await redeem(app, leo.token, await makeCode(app, 'A'))
  t.match(await newestMail(app, 'leo@school.example'), 'You are in: ASL 1')
})

t.test('a sign-up in Spanish is answered in Spanish, by the name that its page uses', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, { title: 'ASL 1' })
  const email = 'ana@school.example'
  const post = (page: 'verify' | 'pay', fields: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: `/${page}?${page === 'verify' ? 'course' : 'token'}=${course.joinToken}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es-MX' },
      payload: new URLSearchParams({ email, ...fields }).toString(),
    })
  const who = { first_name: 'Ana', last_name: 'Lima', password: PASSWORD, confirm_password: PASSWORD }
  await post('verify', { intent: 'sign_up', ...who })
  t.match(await newestMail(app, email), 'Tu número PIN')
  app.clock.advance(31_000)
  await post('verify', { intent: 'resend' })
  t.match(await newestMail(app, email), 'Escribe este número PIN')
  const verified = await post('verify', { intent: 'verify', pin_number: await codeTo(app, email) })
  const token = new URL(verified.headers.location ?? '', 'http://x').searchParams.get('token') ?? ''
  await redeem(app, token, await makeCode(app, 'A'))
  t.match(await newestMail(app, email), 'Ya tienes acceso: ASL 1', 'kept with the person')

  app.clock.advance(61_000)
  await post('pay', { intent: 'sign_up', name: 'Ana Lima', password: PASSWORD })
  t.match(await newestMail(app, email), 'Tu código de registro', 'the page /pay asks for a code')
})
