import t from 'tap'
import { textsIn } from '#src/texts/catalogues.ts'
import { testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { launchTeacher } from '../support/teacher.ts'

const app = await testApp(t)
await withContent(app.db)
const get = async (path: string, query: Record<string, string>) => {
  const answer = await app.server.inject({ url: `${path}?${new URLSearchParams(query)}` })
  return { status: answer.statusCode, body: answer.json() }
}
const search = (term: string, more: Record<string, string> = {}) => get('/lti/search_signs', { term, ...more })
const titles = async (term: string): Promise<string[]> =>
  ((await search(term)).body.data?.terms ?? []).map((s: { title: string }) => s.title)

t.test('check_access returns the units of a valid launch', async t => {
  const { location } = await launchTeacher(app, [3, 1, 2])
  const { token = '', state = '' } = Object.fromEntries(new URL(location, 'http://x').searchParams)
  t.strictSame(await get('/lti/check_access', { app: 'teacher', token, state }), {
    status: 200,
    body: { role: 'teacher', units_for_teacher: [1, 2, 3], context_id: 'ctx-1' },
  })
  const refused = {
    status: 403,
    body: { error: textsIn('en').teacher.expired('support@signbook.example'), reason: 'page_expired' },
  }
  for (const query of [
    { app: 'teacher', token, state: 'nope' },
    { app: 'teacher', token: 'nope', state },
    { app: 'wts', token, state },
    { app: 'toString', token, state },
    {},
  ])
    t.strictSame(await get('/lti/check_access', query as Record<string, string>), refused)
  const start = app.clock.now()
  app.clock.advance(2 * 60 * 60 * 1000)
  t.strictSame(await get('/lti/check_access', { app: 'teacher', token, state }), refused, 'after two hours')
  app.clock.set(start)
})

t.test('check_access returns no units for a dictionary launch', async t => {
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'w', allowsWts: true })
  const { location } = await launch(app, school.key, { custom_app: 'wts', context_id: 'w' })
  const { token = '', state = '' } = Object.fromEntries(new URL(location, 'http://x').searchParams)
  t.hasStrict(await get('/lti/check_access', { app: 'wts', token, state }), {
    status: 200,
    body: { units_for_teacher: [], context_id: 'w' },
  })
  t.equal((await get('/lti/check_access', { app: 'teacher', token, state })).status, 403)
})

t.test('search_signs returns id, title, content and unit', async t => {
  const { status, body } = await search('mother')
  t.equal(status, 200)
  t.equal(body.data.total, 1)
  t.hasStrict(body.data.terms[0], {
    id: 'mother',
    title: 'MOTHER',
    content: '<p><b>mother; mom</b> <i>noun</i></p><p>My mother teaches at a school for the Deaf.</p>',
    unit: '3.1',
    english: ['mother', 'mom'],
    spanish: ['madre', 'mamá'],
    related: [],
    handshape: null,
    video: null,
    reviewed_at: null,
  })
})

t.test('ranks the likeliest sign first', async t => {
  for (const [typed, ...glosses] of [
    ['Mother', 'MOTHER'],
    ['moth', 'MOTHER'],
    ['  MOM ', 'MOTHER'],
    // Letters swapped, missing, extra, wrong.
    ['mohter', 'MOTHER'],
    ['moher', 'MOTHER'],
    ['mothher', 'MOTHER'],
    ['mothet', 'MOTHER'],
    ['tommorow', 'TOMORROW'],
    ['sisters brohters', 'SIBLINGS'],
    // Words in any order, with and without small words.
    ['sisters brothers', 'SIBLINGS'],
    ['the dog', '#DOG'],
    ['to eat', 'EAT'],
    // The gloss before its meanings, a whole term before longer ones.
    ['run', 'RUN', 'MANAGE'],
    ['fine', 'FINE'],
    ['1000', 'THOUSAND'],
    // By sound, in Spanish.
    ['helo', 'HELLO'],
    ['skool', 'SCHOOL'],
    ['tankyou', 'THANK-YOU'],
    ['madre', 'MOTHER'],
    // Word forms, and joined or split words.
    ['mothers', 'MOTHER'],
    ['running', 'RUN'],
    ['eating', 'EAT'],
    ['stories', 'STORY'],
    ['went', 'GO'],
    ['thankyou', 'THANK-YOU'],
    ['icecream', 'ICE-CREAM'],
    ['every day', 'EVERY-DAY'],
    ['everyday', 'EVERY-DAY'],
    // A sentence: its signs, those matching most words first.
    ['where is the bathrom', 'WHERE', 'BATHROOM'],
    ['how are you', 'HOW-ARE-YOU'],
    ['I love you', 'I-LOVE-YOU'],
    ['thank you very much', 'THANK-YOU'],
    ["can't", 'CANT'],
    ["don't understand", 'DONT-UNDERSTAND'],
    ['Handshape 3', 'THREE', 'CL:3'],
    ['handshape: f', 'CL:F'],
    ['Forma de la mano V', 'CL:V'],
    ['good morning', 'GOOD', 'MORNING'],
    // Question words and pronouns after the other words, in both languages.
    ['what is your name', 'NAME'],
    ['¿Cómo te llamas?', 'NAME'],
    ['cómo se llama', 'NAME'],
    ['what time is it', 'TIME'],
    ['qué hora es', 'TIME'],
    ['te quiero', 'I-LOVE-YOU'],
    ['te amo', 'I-LOVE-YOU'],
    ['how old are you', 'HOW-OLD'],
    ['¿Cuántos años tienes?', 'HOW-OLD'],
    ['qué edad tienes', 'HOW-OLD'],
    ['where do you live', 'LIVE', 'WHERE'],
    ['dónde vives', 'LIVE', 'WHERE'],
    ['where are you from', 'FROM'],
    ['de dónde eres', 'FROM', 'WHERE'],
    ['cómo estás', 'HOW-ARE-YOU'],
    ['dónde está el baño', 'BATHROOM'],
    ['el perro', '#DOG'],
    // Words that begin others.
    ['el sol', 'SUN'],
    ['el mar', 'OCEAN'],
    ['el pan', 'BREAD'],
    ['el té', 'TEA'],
    ['yo soy', 'IX-1'],
    ['eres tú', 'IX-2'],
    ['los dos', 'BOTH'],
    // Spanish verbs.
    ['vivimos', 'LIVE'],
    ['¿Puedes?', 'CAN'],
    ['¿Duermes?', 'SLEEP'],
    ['quieres', 'LOVE', 'WANT'],
  ] as const)
    t.strictSame((await titles(typed)).slice(0, glosses.length), glosses, typed)
  for (const [typed, match] of [
    ['mother', 'exact'],
    ['mohter', 'near'],
    ['running', 'near'],
    ['mother father', 'parts'],
  ] as const)
    t.equal((await search(typed)).body.data.match, match, typed)
})

t.test('a quoted phrase matches exactly, and a unit is returned whole', async t => {
  t.strictSame(await titles('\u201cbrothers and\u201d'), ['SIBLINGS'], 'curly quotes')
  t.strictSame(await titles('"brothers and"'), ['SIBLINGS'])
  t.strictSame(await titles('"brother and"'), [])
  t.strictSame(await titles('"mother father"'), [])
  t.strictSame(await titles("I'm fine"), await titles('I\u2019m fine'))
  const { terms } = (await search('Unit 3.1')).body.data
  t.ok(terms.every((s: { unit: string }) => s.unit === '3.1'))
  const unit = (await search('unit 3')).body.data
  t.ok(unit.terms.length > 50 && unit.terms.length === unit.total)
  t.strictSame(await titles('3.1'), await titles('Unit 3.1'))
})

t.test('answers 404 when nothing is found or the search is empty', async t => {
  t.equal((await search("%_'\\); drop table signs;--")).status, 200, 'only its words are searched')
  const nasty = ['zzzzqqqq', '', '   ', '""', '!!!', '\0', 'a'.repeat(10_000), 'Unit 99', '🤟']
  for (const term of nasty) {
    const { status, body } = await search(term)
    t.equal(status, 404, term.slice(0, 30))
    t.strictSame(body, { error: 'Sorry, no signs found. Try another word or unit?', reason: 'no_signs_found' })
  }
  t.equal((await app.server.inject({ url: '/lti/search_signs' })).statusCode, 404)
  t.equal((await app.server.inject({ url: '/lti/search_signs?term=a&term=mother' })).json().data.terms[0].id, 'mother')
  t.equal((await search('mother', { page: '2' })).status, 404)
  for (const page of ['0', '-1', 'x', '99999999999999999999'])
    t.equal((await search('mother', { page })).status, 200, page)
})

t.test('returns fifty at a time in a fixed order', async t => {
  const pages = []
  for (let page = 1; page <= 4; page++) pages.push((await search('s', { page: String(page) })).body.data)
  const ids = pages.flatMap(p => p?.terms.map((s: { id: string }) => s.id) ?? [])
  t.equal(new Set(ids).size, ids.length)
  t.equal(pages[0].terms.length, 50)
})
