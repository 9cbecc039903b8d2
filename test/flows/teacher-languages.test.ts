import t from 'tap'
import { teacherTabs } from '#src/signs/rules/lessons.ts'
import * as es from '#src/texts/es/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { textOf } from '../support/html.ts'
import { launchTeacher } from '../support/teacher.ts'

const start = async (t: Parameters<typeof testApp>[0], over: Record<string, string> = {}) => {
  const app = await testApp(t)
  await withContent(app.db)
  return { app, ...(await launchTeacher(app, [1, 2], over)) }
}

const languageIn = (body: string) => body.match(/<html lang="(\w+)"/)?.[1]
const titleIn = (body: string) => textOf(body.match(/<title>([^<]*)/)?.[1] ?? '')
const inEnglish = (body: string) => [...body.matchAll(/ lang="en"[^>]*>([^<]*)/g)].map(m => textOf(m[1] ?? ''))
const get = async (app: TestApp, url: string, accept = 'en') =>
  (await app.server.inject({ url, headers: { 'accept-language': accept } })).body

t.test('a launch in Spanish opens each tab in Spanish, with content in English marked as such', async t => {
  const { open } = await start(t, { launch_presentation_locale: 'es-MX' })
  for (const tab of teacherTabs) {
    const { body } = await open({ tab, unit: '1' })
    t.equal(languageIn(body), 'es', tab)
    t.ok(titleIn(body).startsWith(`${es.teacher.tabs[tab]} · ASL 1`), titleIn(body))
    const text = textOf(body)
    for (const word of [es.teacher.teacherPage, es.roster.whoHasAccess, es.ui.courseId, es.ui.needHelpFormal])
      t.match(text, word)
    t.notMatch(text, es.ui.needHelp)
    t.notMatch(text, /Teacher page|Who has access|Course ID|Course Resources|How-To|Unit \d|Lessons/)
  }
  const left = es.courseState.ready(2)
  t.match(textOf((await open({ tab: 'faqs' })).body), left, 'each tab says what is left to do')
  const units = (await open({ tab: 'units', unit: '1' })).body
  t.match(textOf(units), `${es.teacher.unit(1)} Conocer gente`)
  t.ok(inEnglish(units).length > 0, 'the text of the lesson is marked as English')
  t.match(textOf(units), es.teacher.unitLinks.third)
  const faqs = (await open({ tab: 'faqs' })).body
  t.match(faqs, '<div class="faqs" lang="es"><details name="faq" open=""><summary>¿')
  const steps = textOf((await open({ tab: 'signs' })).body)
  t.match(steps, es.courseState.setUp)
  t.match(steps, es.courseState.nobodyIn)
})

t.test('a choice on the teacher page stays with the teacher', async t => {
  const { app, location, open } = await start(t)
  t.equal(languageIn((await open()).body), 'en')
  t.equal(languageIn(await get(app, location, 'es')), 'es', 'without one, the browser decides')
  t.equal(languageIn((await open({ lang: 'es' })).body), 'es')
  t.equal(languageIn((await open({ tab: 'faqs' })).body), 'es')
  const roster = await get(app, location.replace('/lti/teacher', '/lti/roster'))
  t.equal(languageIn(roster), 'es')
  t.match(textOf(roster), es.roster.nobody)
  t.match(textOf(roster), es.roster.noList)
  const stranger = location.replace(/state=[^&]+/, 'state=wrong')
  t.equal(languageIn(await get(app, `${stranger}&lang=en`)), 'en', 'another link shows its own choice')
  t.equal(languageIn((await open()).body), 'es', 'and changes nothing')
  t.match(textOf(await get(app, stranger, 'es')), es.teacher.expired('support@signbook.example'))
})

t.test('the dictionary in Spanish finds units by their Spanish name, and shows Spanish meanings first', async t => {
  const { app } = await start(t)
  const empty = textOf(await get(app, '/dictionary', 'es'))
  for (const word of [es.dictionary.title, es.dictionary.hint, es.dictionary.chooseUnit, es.dictionary.unit(3)])
    t.match(empty, word)
  const found = await get(app, `/dictionary?term=${encodeURIComponent('Unidad 1.1')}&sign=hello`, 'es')
  t.match(textOf(found), /\d+ resultados/)
  t.match(found, /lang="en">HELLO<.*lang="es">hola<.*lang="en">hello; hi|hello, hi/s)
  for (const word of [es.dictionary.fields.usage, es.dictionary.linkToSign, 'interjección', es.ui.close])
    t.match(textOf(found), word)
  t.notMatch(textOf(found), /Close|Example|Lesson /)
  t.match(textOf(found), /Significado hola .*En inglés hello/, 'in the entry too')
  t.match(textOf(await get(app, '/dictionary?term=qqqqq', 'es')), es.dictionary.none)
})

t.test('the alphabet, the drill and the vocabulary sheet are in the language of the browser', async t => {
  const { app } = await start(t)
  const word = await get(app, '/fingerspelling?word=Ana', 'es')
  t.match(textOf(word), es.fingerspelling.notTheSign)
  const alphabet = await get(app, '/fingerspelling', 'es')
  t.equal(languageIn(alphabet), 'es')
  for (const word of [es.fingerspelling.about, es.fingerspelling.spellIt, es.fingerspelling.letters.W])
    t.match(textOf(alphabet), word)
  t.match(textOf(alphabet), es.fingerspelling.notReviewed)
  for (const page of [word, alphabet]) t.notMatch(textOf(page), /The |Spell /)
  const drill = await get(app, '/fingerspelling/drill', 'es')
  t.ok(titleIn(drill).startsWith(es.fingerspelling.drillTitle))
  t.match(textOf(drill), es.fingerspelling.needsScript)
  const sheet = await get(app, '/vocabulary?unit=1.1', 'es')
  t.match(textOf(sheet), es.vocabulary.titleOf('1.1'))
  t.match(sheet, 'lang="en">HELLO</strong>')
  t.notMatch(textOf(sheet), /Paper|Show|Print|QR code/)
})
