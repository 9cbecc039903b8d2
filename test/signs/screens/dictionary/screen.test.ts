import t from 'tap'
import { testApp } from '../../../support/app.ts'
import { sampleContent, withContent } from '../../../support/content.ts'
import { textOf } from '../../../support/html.ts'
import { changeCourse, courseRow } from '../../../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../../../support/school.ts'
import { launchTeacher, opener } from '../../../support/teacher.ts'

const app = await testApp(t)
await withContent(app.db)
const get = async (url: string) => {
  const answer = await app.server.inject({ url })
  return { status: answer.statusCode, body: answer.body, text: textOf(answer.body) }
}
const cards = (body: string) => [...body.matchAll(/data-sign="([^"]*)"/g)].map(m => m[1])
const links = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/<a class="button button-quiet" href="([^"]*)">(Back|Next|Close)</g)].map(m => [
      m[2],
      m[1]?.replaceAll('&amp;', '&'),
    ]),
  )

t.test('a search has its own address and works without a script', async t => {
  const start = await get('/dictionary')
  t.match(start.text, "Type a word or a specific unit (e.g. 'Unit 3.1')")
  t.notMatch(start.text, /\d results?|Sorry/)
  t.match(start.body, 'href="/dictionary?term=Unit+18"', 'every unit can be browsed')
  const one = await get('/dictionary?term=mother')
  t.match(one.text, /1 result /)
  t.strictSame(cards(one.body), ['mother'])
  t.match(one.body, /name="term"[^>]*value="mother"/)
  t.match(one.body, '<span class="meaning soft" lang="es">madre, mamá</span>')
  const lesson = await get('/dictionary?term=Unit+3.1')
  t.match(lesson.text, '20 results')
  t.match((await get('/dictionary?term=mohter')).text, 'Did you mean one of these?')
  const none = await get('/dictionary?term=zzzzqqqq')
  t.equal(none.status, 200)
  t.match(none.text, 'Sorry, no signs found. Try another word or unit?')
  t.equal((await get(`/dictionary?term=${'a'.repeat(10_000)}`)).status, 200)
})

t.test('offers to fingerspell what has no sign, a number in digits', async t => {
  for (const [term, text, word] of [
    ['zzzzqqqq', 'Fingerspell “zzzzqqqq”', 'zzzzqqqq'],
    ['21', 'Fingerspell “21”', '21'],
    ['twenty-one', 'Fingerspell “21”', '21'],
    ['veintiuno', 'Fingerspell “21”', '21'],
    ['91', 'Fingerspell “91”', '91'],
    ['7', 'See 7 in the manual alphabet', '7'],
    ['siete', null, null],
    ['25', null, null],
    ['veinticinco', null, null],
    ['1000', null, null],
    ['mother', null, null],
  ] as const) {
    const { body } = await get(`/dictionary?term=${term}`)
    const [, href, shown] = body.match(/<p class="spelling-link"><a href="([^"]*)">([^<]*)/) ?? []
    t.strictSame([href, shown], word ? [`/fingerspelling?word=${word}`, text] : [undefined, undefined], term)
  }
  t.match((await get('/dictionary?term=veintiuno&lang=es')).text, 'Deletrear «21» con la mano')
  t.match((await get('/fingerspelling?word=21')).body, /aria-label="2".*aria-label="1"/s)
})

t.test('a result has its own address, with Back, Next and Close', async t => {
  const { text, body } = await get('/dictionary?term=Unit+3.1&sign=mother')
  t.match(
    text,
    /MOTHER Back Next Close Meaning mother, mom \(noun\) In Spanish madre, mamá No video yet\. Ask your teacher to show you this sign\. Fingerspell “mother” \(spelled, not the sign\) Example My mother teaches/,
  )
  t.match((await get('/dictionary?sign=mother&lang=es')).text, /Significado madre, mamá En inglés mother, mom/)
  t.strictSame(links(body), {
    Back: '/dictionary?term=Unit+3.1&sign=family',
    Next: '/dictionary?term=Unit+3.1&sign=father',
    Close: '/dictionary?term=Unit+3.1',
  })
  const first = await get('/dictionary?term=Unit+3.1&sign=family')
  t.notOk(links(first.body).Back, 'nothing before the first')
  const last = await get('/dictionary?term=Unit+3.1&sign=stepfather')
  t.notOk(links(last.body).Next, 'nothing after the last')
  const alone = await get('/dictionary?sign=mother')
  t.strictSame(links(alone.body), { Close: '/dictionary' })
  t.match(alone.text, /MOTHER .*mother, mom/)
  const gone = await get('/dictionary?term=Unit+3.1&sign=no-such-sign')
  t.notMatch(gone.body, '<dialog')
  t.match(gone.text, 'This sign is no longer in the dictionary. Search for another one here.')
  t.match(gone.text, '20 results', 'with the search of the link')
  t.equal(gone.status, 404)
  t.equal(alone.status, 200)
  t.notMatch((await get('/dictionary?sign=constructor')).body, '<dialog')
})

t.test('an entry shows what it has and leaves out what is empty', async t => {
  const { text, body } = await get('/dictionary?term=food&sign=food')
  t.match(body, /<dd><span lang="es">comida, alimento<\/span><\/dd>/)
  t.match(
    body,
    '<a class="gloss" lang="en" href="/dictionary?term=food&amp;sign=eat">EAT</a>',
    'a related sign keeps the search',
  )
  for (const label of ['How to sign it', 'Handshape', 'Variants', 'In a sentence', 'Signer', 'Review'])
    t.notMatch(text, label)
  const { signs } = await sampleContent().then(({ library }) => library)
  const full = { handshape: '5', hands: 'two', mouth: 'closed', notes: 'A note', confusable: ['HELLO'] } as const
  await withContent(app.db, {
    signs: signs.map(s => (s.slug === 'food' ? { ...s, ...full, confusable: ['HELLO'] } : s)),
  })
  const filled = await get('/dictionary?sign=food')
  t.match(
    filled.text,
    /Notes on signing A note Handshape 5 Mouth closed Same hand Signs made with hand 5 Hands Two hands Related signs EAT Easy to confuse with HELLO/,
  )
  t.match(filled.body, 'href="/dictionary?sign=hello"')
  await withContent(app.db)
})

t.test('an entry shows what can be drawn, and pictures of the meaning', async t => {
  const hands = (body: string) => [...body.matchAll(/role="img" aria-label="(\w)"/g)].map(m => m[1])
  const coda = await get('/dictionary?sign=fs-coda')
  t.strictSame(hands(coda.body), ['C', 'O', 'D', 'A'])
  t.match(coda.text, 'The drawn hands are not yet reviewed by a Deaf signer.')
  t.match(coda.body, '<a class="own-page" href="/glosses"')
  const six = await get('/dictionary?sign=six')
  t.strictSame(hands(six.body), ['6'])
  t.match(six.body, 'href="/dictionary?term=Handshape+6"')
  t.notMatch(six.text, 'No video yet')
  const dog = await get('/dictionary?sign=loan-dog')
  t.strictSame(hands(dog.body), [], 'a loan sign moves as one sign')
  t.match(dog.body, '<img src="/assets/pictures-1/dog.svg" alt="Picture of the meaning: dog"')
  t.match((await get('/dictionary?sign=loan-dog&lang=es')).body, 'alt="Dibujo del significado: perro"')
  t.match(
    (await get('/dictionary?sign=siblings')).body,
    /girl-medium\.svg" alt="Picture[^>]*><img src="[^"]*boy-medium\.svg" alt=""/,
  )
  t.notMatch((await get('/dictionary?sign=mother')).body, 'href="/glosses" target', 'no mark to explain')
})

t.test('splits results into pages', async t => {
  const first = await get('/dictionary?term=s')
  const total = Number(first.text.match(/(\d+) results/)?.[1])
  t.ok(total > 50)
  t.equal(cards(first.body).length, 50)
  t.match(first.body, 'href="/dictionary?term=s&amp;page=2"')
  const second = await get('/dictionary?term=s&page=2')
  t.match(second.text, `${total} results`)
  t.strictSame(
    cards(second.body).filter(slug => cards(first.body).includes(slug)),
    [],
  )
})

t.test('inside a course it needs a launch, and a course that allows it', async t => {
  t.equal((await get('/lti/wts?term=mother')).status, 410)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', allowsWts: true })
  const back = { launch_presentation_return_url: 'https://lms.example/back' }
  const { location } = await launch(app, school.key, { custom_app: 'wts', ...back })
  const open = opener(app, location)
  const found = await open({ term: 'mother' })
  t.equal(found.status, 200)
  t.strictSame(cards(found.body), ['mother'])
  t.match(found.body, /name="token" value="[\w-]{43}"/, 'the next search stays inside the launch')
  t.match(found.csp, "frame-ancestors 'self' https://lms.example;")
  await changeCourse(app, course.id, { allowsWts: false })
  t.equal((await open({ term: 'mother' })).status, 410, 'switched off while it was open')
})

t.test('a search in the first tab of the teacher page stays on that page', async t => {
  const { open } = await launchTeacher(app, [1])
  const ways = (await open({ tab: 'signs' })).body.match(/term=Unit\+\d+"/g)
  t.strictSame(ways, ['term=Unit+1"'], 'only the units of the course are suggested')
  const { body } = await open({ tab: 'signs', term: 'Unit 18.1', sign: 'loan-dog' })
  t.match(textOf(body), /#DOG Back Next Close/, 'a search covers all units')
  t.match(links(body).Close, /^\/lti\/teacher\?state=[\w-]+&token=[\w-]+&tab=signs&term=Unit\+18\.1$/)
  t.ok((await courseRow(app, 'ctx-1').catch(() => null)) !== undefined)
})

t.test('escapes the search text', async t => {
  const nasty = '"><script>alert(1)</script>'
  const { body } = await get(`/dictionary?term=${encodeURIComponent(nasty)}`)
  t.notMatch(body, '<script>alert')
  t.match(body, 'value="&quot;&gt;&lt;script&gt;alert')
})
