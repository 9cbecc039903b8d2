import t from 'tap'
import { testApp } from '../../support/app.ts'
import { withContent } from '../../support/content.ts'
import { textOf } from '../../support/html.ts'

const app = await testApp(t)
await withContent(app.db)
const get = async (url: string) => (await app.server.inject({ url })).body

t.test('prints the signs of a lesson, its title and lines for name and date', async t => {
  const body = await get('/vocabulary?unit=3.1&paper=a4')
  t.equal([...body.matchAll(/class="vocabulary-row"/g)].length, 20)
  t.notMatch(body, 'aria-label="QR code of ', 'no sign of the lesson has a clip to open')
  t.match(textOf(body), /Family and Friends · Parents, Brothers and Sisters Name Date/)
  t.match(body, /<img src="\/assets\/pictures-1\/baby-medium\.svg" alt=""/)
  t.match(body, 'paper-a4')
  t.match(textOf(body), 'MOTHER mother, mom madre, mamá')
})

t.test('in Spanish, its links and the form stay in Spanish, and meanings in Spanish come first', async t => {
  const body = await get('/vocabulary?unit=3.1&lang=es')
  t.match(textOf(body), /Vocabulario, Unidad 3\.1 .* MOTHER madre, mamá mother, mom/)
  t.match(body, 'href="/vocabulary?unit=3.1&amp;paper=letter&amp;lang=es"')
  t.match(body, '<input type="hidden" name="lang" value="es"/>')
})

t.test('a whole unit has all its lessons, and an unknown unit says so', async t => {
  const whole = [...(await get('/vocabulary?unit=3')).matchAll(/class="vocabulary-row"/g)].length
  t.ok(whole > 20, `${whole} signs`)
  t.match(textOf(await get('/vocabulary?unit=99')), 'This unit has no signs')
  t.match(textOf(await get('/vocabulary?unit=%3Cb%3E')), 'This unit has no signs')
})
