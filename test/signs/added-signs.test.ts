import t from 'tap'
import { changeListing } from '#src/signs/added-signs.ts'
import { approveChange, changeSign } from '#src/signs/sign-changes.ts'
import { viewSign } from '#src/signs/signs.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { textOf } from '../support/html.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const scene = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  return { app, signer: await signedIn(app, 'signer'), reviewer: await signedIn(app, 'reviewer') }
}
const titles = async (app: TestApp, term: string): Promise<string[]> => {
  const { data } = (await app.server.inject({ url: `/lti/search_signs?term=${encodeURIComponent(term)}` })).json()
  return (data?.terms ?? []).map((sign: { title: string }) => sign.title)
}
const hidden = async (me: Me, slug: string, name: 'change' | 'seen') =>
  (await me.open(`/signs/${slug}`)).body.match(new RegExp(`name="${name}" value="(\\d+)"`))?.[1] ?? ''
const approve = async (me: Me, slug: string) =>
  (await me.post(`/signs/${slug}`, { intent: 'approve', change: await hidden(me, slug, 'change') })).status
const slugs = async (app: TestApp) =>
  (await app.db.client.query('select slug from signs order by id')).rows.map(row => row.slug)

const quokka = {
  ...{ intent: 'add', gloss: 'QUOKKA', lesson: '1.1', english: 'quokka', spanish: 'cuoka' },
  ...{ partOfSpeech: 'noun', usage: 'I like quokka.', related: 'GOOD' },
}

t.test('a new entry waits, is corrected and approved, and stays after an import', async t => {
  const { app, signer, reviewer } = await scene(t)
  t.match(textOf((await signer.open('/add_sign')).body), /Add an entry .* Unit 1\.1 Unit 1\.2/)
  const wrong = await signer.send('/add_sign', { ...quokka, gloss: 'quokka', lesson: '', related: 'NOWORD' })
  t.equal(wrong.status, 422)
  for (const said of ['Write capitals', 'Choose a lesson.', 'value="quokka"']) t.match(wrong.body, said)
  t.match((await signer.send('/add_sign', { ...quokka, related: 'NOWORD' })).body, 'There is no entry NOWORD.')
  t.match(await signer.send('/add_sign', { ...quokka, gloss: 'HELLO', related: '' }), {
    status: 409,
    body: /has this sign already/,
  })

  const added = { status: 303, location: '/signs/quokka' }
  t.match(await signer.post('/add_sign', quokka), added)
  t.match(await signer.post('/add_sign', quokka), added, 'pressed twice')
  t.match(await signer.send('/add_sign', { ...quokka, usage: 'Other.' }), { status: 409, body: /waits for review/ })
  t.strictSame(await titles(app, 'quokka'), [], 'the dictionary does not show it yet')
  t.match(textOf((await reviewer.open('/signs')).body), /Not in the dictionary .*QUOKKA 1\.1 Waits for review/)
  const page = textOf((await reviewer.open('/signs/quokka')).body)
  t.match(page, 'Adds the entry to the dictionary.')
  t.notMatch(page, /In the dictionary|Ask to withdraw|: empty/)

  const change = await hidden(reviewer, 'quokka', 'change')
  await reviewer.send('/signs/quokka', { intent: 'send-back', change, comment: 'Which sauce?' })
  t.match(textOf((await signer.open('/signs/quokka')).body), 'Which sauce?')
  const seen = await hidden(signer, 'quokka', 'seen')
  const corrected = { intent: 'save', seen, usage: 'I like quokka with tomatoes.' }
  t.equal((await signer.post('/signs/quokka', corrected)).status, 303)
  t.equal((await signer.post('/signs/quokka', corrected)).status, 303, 'pressed twice')
  t.equal(await approve(reviewer, 'quokka'), 303)
  t.strictSame(await titles(app, 'cuoka'), ['QUOKKA'])
  t.strictSame(await titles(app, 'quoka'), ['QUOKKA'], 'also with a typo')
  const { body } = await app.server.inject({ url: '/dictionary?sign=quokka' })
  t.match(textOf(body), /with tomatoes\. .*GOOD/)
  const order = await slugs(app)
  const { rows } = await app.db.client.query("select slug from signs where lesson = '1.1' order by id")
  t.equal(rows.at(-1).slug, 'quokka', 'at the end of its lesson')

  const later = await changeSign(
    app,
    { slug: 'quokka', texts: { notes: 'New.' }, seen: Number(await hidden(signer, 'quokka', 'seen')) },
    signer.staff,
  )
  if (later.ok) await approveChange(app, later.id, reviewer.staff)
  const library = await withContent(app.db)
  t.strictSame(await slugs(app), order, 'an import keeps it, at its place')
  t.match(textOf((await app.server.inject({ url: '/dictionary?sign=quokka' })).body), /with tomatoes\. .*New\./)
  const [hello] = library.signs
  await withContent(app.db, {
    signs: [...library.signs, { ...hello!, slug: 'quokka', gloss: 'QUOKKA', lesson: '1.2' }],
  })
  const twice = (await slugs(app)).filter(slug => slug === 'quokka')
  t.equal(twice.length, 1, 'once, if the files have it by now')
})

t.test('an entry is withdrawn and brought back', async t => {
  const { app, signer, reviewer } = await scene(t)
  const all = await slugs(app)
  const entry = await viewSign(app, 'goodbye', signer.staff)
  const related = entry?.sign.related ?? []
  const [other = ''] = related
  const seen = await hidden(signer, 'goodbye', 'seen')
  const asked = textOf((await signer.send('/signs/goodbye', { intent: 'withdraw', seen })).body)
  t.match(asked, /Ask to withdraw this entry\? .* no longer find GOODBYE in the dictionary/, 'it asks first')
  t.match(asked, 'No list of a teacher has it.')
  const ask = { intent: 'withdraw', seen, confirmed: 'yes' }
  t.equal((await signer.post('/signs/goodbye', ask)).status, 303)
  t.equal((await signer.post('/signs/goodbye', ask)).status, 303, 'pressed twice')
  t.ok((await titles(app, 'goodbye')).includes('GOODBYE'), 'nothing is withdrawn before the review')
  const list = (await reviewer.open('/signs?state=waiting')).body
  t.match(list, 'GOODBYE')
  t.notMatch(list, 'Did you check the changes', 'it is not approved together with others')
  t.match(textOf((await reviewer.open('/signs/goodbye')).body), 'Withdraws the entry from the dictionary.')
  t.equal(await approve(reviewer, 'goodbye'), 303)
  t.notOk((await titles(app, 'goodbye')).includes('GOODBYE'))
  t.equal(
    (await app.server.inject({ url: '/lti/search_signs?term=goodbye' })).json().data?.terms?.[0]?.title,
    undefined,
  )
  const link = await app.server.inject({ url: '/dictionary?sign=goodbye', headers: { 'accept-language': 'es' } })
  t.equal(link.statusCode, 404)
  t.match(textOf(link.body), 'Esta seña ya no está en el diccionario.')
  t.match(textOf((await signer.open('/signs')).body), /Not in the dictionary .*GOODBYE 1\.1 Withdrawn/)
  await withContent(app.db)
  t.strictSame(
    await slugs(app),
    all.filter(slug => slug !== 'goodbye'),
    'also after an import',
  )
  t.match(await signer.send('/signs/goodbye', { intent: 'restore', seen: '0' }), { status: 409 }, 'an older page')

  const back = { intent: 'restore', seen: await hidden(signer, 'goodbye', 'seen') }
  t.equal((await signer.post('/signs/goodbye', back)).status, 303)
  t.equal((await signer.post('/signs/goodbye', back)).status, 303, 'pressed twice')
  t.match(textOf((await reviewer.open('/signs/goodbye')).body), 'Brings the entry back')
  t.equal(await approve(reviewer, 'goodbye'), 303)
  t.ok((await titles(app, 'goodbye')).includes('GOODBYE'))
  t.match((await signer.open('/signs/goodbye')).body, 'Ask to withdraw')
  await withContent(app.db)
  t.strictSame(await slugs(app), all, 'an import has all again, in the order of the files')
  if (other) t.match(textOf((await app.server.inject({ url: '/dictionary?sign=goodbye' })).body), other)
  t.match(await signer.send('/signs/no-such', { intent: 'withdraw', seen: '0' }), { status: 404 })
})

t.test('what changed since the page was opened is not withdrawn, and what is listed is not brought back', async t => {
  const { app, signer, reviewer } = await scene(t)
  const saved = await changeSign(app, { slug: 'goodbye', texts: { notes: 'New.' }, seen: 0 }, signer.staff)
  const seen = saved.ok ? saved.id : 0
  await approveChange(app, seen, reviewer.staff)
  const ask = (given: { seen: number; withdraws: boolean }) =>
    changeListing(app, { slug: 'goodbye', ...given }, signer.staff)
  t.match(await ask({ seen: 0, withdraws: true }), { reason: 'entry_changed' })
  t.match(await ask({ seen, withdraws: true }), { ok: true })
  t.match(await ask({ seen, withdraws: false }), { reason: 'sign_exists' })
})
