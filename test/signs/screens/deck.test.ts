import t from 'tap'
import { testApp } from '../../support/app.ts'
import { withContent } from '../../support/content.ts'
import { textOf } from '../../support/html.ts'

const app = await testApp(t)
const library = await withContent(app.db, {})
const get = async (url: string) => (await app.server.inject({ url })).body
const cardsIn = (body: string) => [...body.matchAll(/<summary>/g)].length

t.test('without a script a lesson is a list with answers to unfold', async t => {
  const body = await get('/deck?unit=3.1')
  const lesson = library.signs.filter(sign => sign.lesson === '3.1')
  t.equal(cardsIn(body), lesson.length)
  const text = textOf(body)
  t.match(text, /mother, mom madre, mamá Show the answer MOTHER No video yet/)
  t.match(text, 'My mother teaches at a school for the Deaf.')
  t.match(body, 'href="/dictionary?sign=mother"')
  t.match(body, 'href="/vocabulary?unit=3.1"')
})

t.test('a unit has all its lessons; without a unit it is the first; an unknown one says so', async t => {
  const of = (unit: number) => library.signs.filter(sign => sign.unit === unit).length
  t.equal(cardsIn(await get('/deck?unit=3')), of(3))
  t.equal(cardsIn(await get('/deck')), of(1))
  for (const unit of ['99', '%3Cb%3E']) {
    const body = await get(`/deck?unit=${unit}`)
    t.equal(cardsIn(body), 0)
    t.match(textOf(body), 'This unit has no signs')
  }
})

t.test('spelled words show their letters, marked as not reviewed', async t => {
  const body = await get('/deck?unit=4.1')
  for (const letter of 'APT') t.match(body, `aria-label="${letter}"`)
  t.match(textOf(body), 'Spell it with your fingers.')
  t.match(textOf(body), 'The drawn hands are not yet reviewed by a Deaf signer.')
  t.notMatch(textOf(await get('/deck?unit=3.1')), 'drawn hands')
})

t.test('the page is in Spanish for those who prefer it', async t => {
  const { body } = await app.server.inject({ url: '/deck?unit=3.1', headers: { 'accept-language': 'es' } })
  t.match(body, '<html lang="es"')
  t.match(textOf(body), 'Practicar señas, unidad 3.1')
})
