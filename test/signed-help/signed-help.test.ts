import t from 'tap'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import { clipsToShow, shownHelp } from '#src/messages/rules/signed-help.ts'
import { saveSeen } from '#src/messages/signed-help.ts'
import { helpViews } from '#src/messages/store/schema.ts'
import { helpSlots, isHelpSlot, listSlots } from '#src/messages/texts/signed-help.ts'
import { checkContent } from '#src/signs/content/load-content.ts'
import { problemLine } from '#src/signs/rules/content.ts'
import { testApp } from '../support/app.ts'
import { sampleContent } from '../support/content.ts'
import { copyOfContent } from '../support/content-folder.ts'
import { textOf } from '../support/html.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

t.test('the sample has one test clip, for demo mode only', async t => {
  const { library } = await sampleContent()
  const [clip, ...more] = library.help ?? []
  t.strictSame([clip?.slot, clip?.isTest, more], ['agree', true, []])
  t.equal(clipsToShow(library.help ?? [], false).size, 0)
  t.equal(clipsToShow(library.help ?? [], true).size, 1)
  if (!clip) throw new Error('the sample has no clip')
  t.match(shownHelp(clip, 'es'), {
    language: 'es',
    title: /Acepta/,
    clip: { captions: /^\/media\/[0-9a-f]{64}\.vtt$/ },
  })
  t.match(
    shownHelp({ ...clip, translations: {} }, 'es'),
    { language: 'en', title: /Agree/ },
    'English where it is missing',
  )
})

t.test('a clip needs a known name, a signer, a transcript, captions and a video', async t => {
  const content = copyOfContent(t)
  const problems = async () => (await checkContent(content.folder, [])).problems.map(problemLine)
  content.remove('help/agree.vtt')
  content.remove('help/agree.mp4')
  content.write('help/nowhere.md', '---\ntitle: A\nsigner: B\n---\nText')
  content.write('help/code.webp', '')
  content.write('help/code.exe', '')
  t.strictSame((await problems()).sort(), [
    'help/agree.md:1: the captions help/agree.vtt are missing',
    'help/agree.md:1: the video help/agree.mp4 or .webm is missing',
    'help/code.exe:1: unknown file name; see content/README.md for the allowed names',
    'help/code.webp:1: the text of the same name, with .md, is missing',
    'help/nowhere.md:1: nowhere is no step; the page Signed help of the back office lists their names',
  ])
  const other = copyOfContent(t)
  other.write('help/agree.md', '---\ntitle: A\n---\n')
  t.strictSame((await checkContent(other.folder, [])).problems.map(({ rule }) => rule).sort(), [
    'front matter: `signer` is missing',
    'the transcript is missing',
  ])
})

t.test('every answer to a code has a slot', async t => {
  for (const outcome of ['MAX', 'MAX_SAME_EMAIL', 'MAX_OTHER_EMAIL', 'code_unknown', 'too_many_wrong_codes'])
    t.ok(isHelpSlot(codeSlot(outcome)), outcome)
  t.equal(codeSlot('code_expired'), 'code-wrong')
  t.equal(codeSlot('code_required'), 'code', 'nothing was typed')
  t.notOk(isHelpSlot('launch-nothing'))
  t.notOk(isHelpSlot('toString'))
})

t.test('lists what is missing first, the most seen at the top', async t => {
  const { library } = await sampleContent()
  const [clip] = library.help ?? []
  if (!clip) throw new Error('the sample has no clip')
  const views = new Map([
    ['code', 5],
    ['agree', 9],
    ['thank-you', 7],
  ])
  const first = (isTest: boolean) =>
    listSlots(new Map([['agree', { ...clip, isTest }]]), views)
      .slice(0, 3)
      .map(({ slot, state }) => `${slot} ${state}`)
  t.strictSame(first(true), ['agree test', 'thank-you empty', 'code empty'], 'a test clip is not recorded')
  t.strictSame(first(false).slice(0, 2), ['thank-you empty', 'code empty'])
  const listed = listSlots(new Map(), views)
  t.strictSame([listed.length, listed.at(-1)?.views], [helpSlots.size, 0])
})

/** The sample's clip, as if a signer had recorded it. */
const published = async () => ({
  help: ((await sampleContent()).library.help ?? []).map(clip => ({ ...clip, isTest: false })),
})

t.test('a page shows the clip of its step, counts it, and staff see the count', async t => {
  const app = await testApp(t, { content: await published() })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { location } = await launch(app, school.key)
  const open = async (url: string) => (await app.server.inject({ url })).body
  const page = await open(location)
  t.match(page, '>Watch in ASL</summary>')
  t.match(page, /<video[^>]*controls/, 'plays without a script')
  t.match(textOf(page), 'This is a test clip. It shows no sign.', 'its transcript')
  t.match(page, /<track kind="captions" src="\/media\/[0-9a-f]{64}\.vtt" srcLang="en"/)
  t.match(await open(`${location}&lang=es`), '>Ver en ASL</summary>')
  t.notMatch(await open('/home'), 'data-help', 'a step without a clip has no button')

  await saveSeen(app)
  await saveSeen(app)
  t.match(
    await app.db.orm.select({ slot: helpViews.slot, views: helpViews.views }).from(helpViews).orderBy(helpViews.slot),
    [
      { slot: 'agree', views: 2 },
      { slot: 'home', views: 1 },
    ],
  )
  await open(location)
  await saveSeen(app)

  const me = await signedIn(app)
  const { status, body } = await me.open('/signed_help')
  t.equal(status, 200)
  t.match(textOf(body), /Agree, and choose a code or a card.*agree.*3.*watch/)
  const viewer = await signedIn(app, 'viewer', 'vi@example.com')
  t.equal((await viewer.open('/signed_help')).status, 403)
})

t.test('without a published clip, pages show nothing about it, also in demo mode', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { location } = await launch(app, school.key)
  for (const url of [location, `${location}&lang=es`, '/help', '/home', '/parents']) {
    const { body } = await app.server.inject({ url })
    t.notMatch(body, 'data-help', url)
    t.notMatch(textOf(body), /Watch in ASL|Ver en ASL|Test clip|Video de prueba/, url)
  }
  t.notOk(app.signedHelp.clips.has('agree'))
  const { body } = await (await signedIn(app)).open('/signed_help')
  t.match(textOf(body), /Agree, and choose a code or a card.*agree.*test clip/)
})

t.test('the page of a clip is for mail; an unknown one leads home', async t => {
  const app = await testApp(t)
  const { statusCode, body } = await app.server.inject({ url: '/watch/agree?lang=es' })
  t.equal(statusCode, 200)
  t.match(textOf(body), 'Acepta, y luego ingresa un código o paga')
  for (const url of ['/watch/code', '/watch/nothing'])
    t.match(await app.server.inject({ url }), { statusCode: 303, headers: { location: '/home' } }, url)
})
