import t from 'tap'
import { refusalText } from '#src/lti/texts/launch.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import * as es from '#src/texts/es/index.ts'
import { breakPart, type TestApp, testApp } from '#test/support/app.ts'
import { postForm } from '../support/form.ts'
import { headingOf, referenceOf, tagsOf, textOf } from '../support/html.ts'
import { launch, makeConsumer, postLaunch } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'

const languageOfPage = (body: string) => body.match(/<html lang="(\w+)"/)?.[1]

/** Asserts the order of texts on a page. */
const inOrder = (body: string, ...texts: string[]): boolean => {
  const places = texts.map(text => body.indexOf(text))
  return places.every((place, i) => place >= 0 && place > (places[i - 1] ?? -1))
}

const launchFrom = (app: TestApp, locale: string) =>
  postLaunch(app, new URLSearchParams({ oauth_consumer_key: 'nobody', launch_presentation_locale: locale }).toString())

t.test('a refused launch says what to do, and folds what is for administrators', async t => {
  const app = await testApp(t)
  const { body } = await app.server.inject({ url: '/lti/launch' })
  const text = refusalText('unreadable', 'en')
  const reference = referenceOf(body)
  t.ok(reference)
  const parts = [text.teacher, `<code>${reference}</code>`, 'Tell my teacher']
  t.ok(inOrder(body, ...parts, '<details class="technical">'), 'the reference is not folded, and jargon is last')
  for (const words of [text.what, text.student, 'For the person who runs the LMS']) t.match(textOf(body), words)
  t.match(body, new RegExp(`<textarea[^>]*>Hello\\. I could not open[^<]*${reference}</textarea>`), 'a text to copy')
  const [form] = tagsOf(body, 'form')
  t.match(form, { method: 'post', action: `/help?reference=${reference}`, target: '_blank' }, 'the help form')
  t.match(await postForm(app, form?.action ?? '', { email: 'ana@x.example', text: 'Help' }), { statusCode: 303 })
  const wrong = await postForm(app, '/help?reference=a%20b', { email: 'ana@x.example', text: 'Help' })
  t.equal(wrong.statusCode, 303)
  const [sent, other] = await app.db.orm.select().from(helpRequests).orderBy(helpRequests.id)
  t.strictSame(sent?.facts, { email: 'ana@x.example', reference }, 'support reads the reference')
  t.strictSame(other?.facts, { email: 'ana@x.example' }, 'and nothing else that somebody put into the address')
})

t.test('a refused launch is in the language of the launch, or else of the browser', async t => {
  const app = await testApp(t)
  const spanish = await launchFrom(app, 'es-MX')
  t.equal(languageOfPage(spanish.body), 'es')
  t.equal(headingOf(spanish.body), refusalText('parameter', 'es').heading)
  const text = textOf(spanish.body.replace(/<p lang="en">[\s\S]*?<\/p>/, ''))
  for (const words of [es.problem.tellTeacher, es.problem.ifTeacher, es.problem.forAdministrator, es.help.askForHelp])
    t.match(text, words)
  t.notMatch(text, /\b(the|your|course|Reference|Need help)\b/)
  t.equal(languageOfPage((await launchFrom(app, 'fr')).body), 'en')
  const accepts = { 'accept-language': 'es' }
  t.equal(languageOfPage((await app.server.inject({ url: '/lti/launch', headers: accepts })).body), 'es')
})

t.test('an observer reads the language of the launch', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { location } = await launch(app, school.key, { roles: 'Mentor', launch_presentation_locale: 'es' })
  const { body } = await app.server.inject(location)
  t.equal(languageOfPage(body), 'es')
  t.match(textOf(body), es.launch.visitors.observer.what)
})

t.test('an error page is in the language of its person, with the same help', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key, { launch_presentation_locale: 'es' })
  breakPart(app, 'card')
  const { statusCode, body } = await app.server.inject(`/lti/pay?token=${token}`)
  t.equal(statusCode, 500)
  t.equal(headingOf(body), es.ui.uhOh)
  for (const words of [es.errors.wentWrong, es.errors.nothingLost, es.ui.tryAgain, es.problem.tellTeacher])
    t.match(textOf(body), words)
  t.match(body, /action="\/help\?reference=[0-9A-Z]{5}-[0-9A-Z]{5}"/)
  t.notMatch(textOf(body), /Something|minute|Ask|Reference/)
})

t.test('the help form is in Spanish, with its errors and the question without a script', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'altcha' } })
  const { course } = await joinable(app)
  const post = (fields: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: `/help?token=${course.joinToken}&from=verify`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
      payload: new URLSearchParams(fields).toString(),
    })
  const wrong = textOf((await post({ email: 'x', text: '' })).body)
  for (const words of [es.help.emailInvalid, es.help.text, es.help.sendQuestion, es.sentences.help.backToPage])
    t.match(wrong, words)
  const asked = await Promise.all(
    Array.from({ length: 11 }, (_, n) => post({ email: `p${n}@x.example`, text: 'Ayuda' })),
  )
  const checked = textOf(asked.find(a => a.statusCode === 422)?.body ?? '')
  t.match(checked, es.sentences.help.captcha_needed)
  t.match(checked, /Demuestra que eres una persona: ¿Cuánto es [a-z]+ más [a-z]+\?/)
})
