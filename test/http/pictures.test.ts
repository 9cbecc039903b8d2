import t from 'tap'
import { languages } from '#src/core/rules/language.ts'
import { hrefs, paths } from '#views/paths.ts'
import { testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { postForm } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { joinable } from '../support/sign-up.ts'

const app = await testApp(t)
await withContent(app.db)
const { course } = await joinable(app)

/** Each picture is a few flat shapes, so that it costs a page next to nothing. */
const MOST_BYTES = 2300

const inLanguage = (url: string, lang: string) => `${url}${url.includes('?') ? '&' : '?'}lang=${lang}`

const picturesOf = (body: string) => body.match(/<svg class="picture"[\s\S]*?<\/svg>/g) ?? []

/** Pages with one message, or with a list that may be empty. */
const pages = {
  'start page': paths.home,
  'join link of no course': '/verify?course=c_nothing00',
  'join link': null,
  'payment page without a token': paths.ltiPay,
  'payment page of an unknown token': '/lti/pay?token=e_nobody0000',
  'enrollment of an unknown token': '/enroll?token=e_nobody0000',
  'return from a payment without facts': '/success?course_id=101',
  'return from an unknown payment': '/lti_success?token=e_nobody0000',
  observer: paths.ltiObserver,
  'teacher page that expired': paths.ltiTeacher,
  'list that expired': '/lti/lists',
  help: paths.help,
  'help that was sent': '/help?sent=yes',
  'page behind a QR code': paths.code,
  parents: paths.parents,
  'dictionary without a result': '/dictionary?term=qqqqzzzz',
  'deck without cards': '/deck?unit=99',
  'vocabulary without signs': '/vocabulary?unit=99',
  'seats of an unknown link': '/seats/nothing',
} satisfies Record<string, string | null>

for (const [name, url] of Object.entries(pages))
  t.test(`${name}: ${url ? 'has' : 'needs'} ${url ? 'one' : 'no'} picture, which screen readers skip`, async t => {
    for (const lang of languages) {
      const { body } = await app.server.inject({ url: inLanguage(url ?? hrefs.verify(course.joinToken), lang) })
      const pictures = picturesOf(body)
      t.equal(pictures.length, url ? 1 : 0, lang)
      for (const picture of pictures) {
        t.match(picture, 'aria-hidden="true"')
        t.notMatch(picture, /<text|<image|<animate|href=|style=/)
        t.ok(picture.length <= MOST_BYTES, `${picture.length} bytes`)
      }
    }
  })

t.test('an error has a picture, too', async t => {
  const { body } = await postForm(app, '/lti/launch', { lti_message_type: 'x' })
  t.equal(picturesOf(body).length, 1)
})

t.test('the window on the start page shows the season', async t => {
  const seen = new Set<string>()
  for (const month of ['01', '04', '07', '10']) {
    app.clock.set(new Date(`2027-${month}-15T12:00:00Z`))
    seen.add(picturesOf((await app.server.inject({ url: paths.home })).body)[0] ?? '')
  }
  t.equal(seen.size, 4)
})

t.test('a page that a teacher can help with has a text for the teacher', async t => {
  const given: [url: string, english: string, spanish: string][] = [
    [paths.ltiObserver, 'opens for me as an observer, but I am a student', 'se me abre como observador'],
    [paths.ltiTeacher, 'opens a page for teachers, and it has expired', 'una página para docentes que ya venció'],
    ['/success?course_id=101', 'Could you send me the link to the course?', '¿Me puede enviar el enlace al curso?'],
    ['/lti_success?token=e_nobody0000', 'Could you send me the link again?', '¿Me puede enviar el enlace de nuevo?'],
    ['/enroll?token=e_nobody0000', 'Could you send me the link again?', '¿Me puede enviar el enlace de nuevo?'],
  ]
  for (const [url, english, spanish] of given)
    for (const [lang, summary, letter] of [
      ['en', 'Tell my teacher', english],
      ['es', 'Avisar a mi docente', spanish],
    ] as const) {
      const { body } = await app.server.inject({ url: inLanguage(url, lang) })
      t.match(textOf(body), summary, `${url} ${lang}`)
      const boxes = [...body.matchAll(/<textarea[^>]*readonly[^>]*>([\s\S]*?)<\/textarea>/gi)].map(m => m[1])
      t.match(boxes.join(), letter, `${url} ${lang}: text to select, without a script`)
    }
})
