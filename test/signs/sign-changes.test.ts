import t from 'tap'
import { approveChange, changeSign, discardChange, sendBackChange } from '#src/signs/sign-changes.ts'
import { viewSign } from '#src/signs/signs.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { headingOf, tagsOf, textOf } from '../support/html.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const scene = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  return { app, signer: await signedIn(app, 'signer'), reviewer: await signedIn(app, 'reviewer') }
}

/** The values of the form of an entry, as a browser would send them. */
const formOf = async (me: Me, slug: string): Promise<Record<string, string>> => {
  const { body } = await me.open(`/signs/${slug}`)
  const [, seen = ''] = body.match(/name="seen" value="(\d+)"/) ?? []
  const inputs = tagsOf(body.match(/<form[\s\S]*?name="seen"[\s\S]*?<\/form>/)?.[0] ?? '', 'input')
  const texts = inputs.flatMap(({ name, value = '' }) => (name && name !== 'seen' ? [[name, value]] : []))
  return { ...Object.fromEntries(texts), seen, intent: 'save' }
}
const changeOf = async (me: Me, slug: string) =>
  (await me.open(`/signs/${slug}`)).body.match(/name="change" value="(\d+)"/)?.[1] ?? ''
const shown = async (app: TestApp, slug: string) =>
  textOf((await app.server.inject({ url: `/dictionary?sign=${slug}` })).body)
const titles = async (app: TestApp, term: string): Promise<string[]> => {
  const { data } = (await app.server.inject({ url: `/lti/search_signs?term=${encodeURIComponent(term)}` })).json()
  return (data?.terms ?? []).map((sign: { title: string }) => sign.title)
}
const auditOf = async (app: TestApp): Promise<string[]> =>
  (await app.db.client.query("select action from audit where subject_kind = 'sign' order by id")).rows.map(
    r => r.action,
  )

t.test('a change waits for review, is sent back, corrected and approved', async t => {
  const { app, signer, reviewer } = await scene(t)
  const first = { ...(await formOf(signer, 'hello')), handshape: 'B', location: 'forehead', english: 'hello; howdy' }
  t.match(await signer.post('/signs/hello', first), { status: 303, location: '/signs/hello' })
  t.match(textOf((await signer.open('/signs/hello')).body), 'Saved. The change waits for a reviewer.')
  t.notMatch(await shown(app, 'hello'), 'forehead', 'the dictionary does not show it yet')
  t.match(textOf((await reviewer.open('/signs?state=waiting')).body), /1 match .* HELLO/)
  t.notMatch((await signer.open('/signs/hello')).body, 'value="approve"', 'a signer does not review')
  t.match(textOf((await reviewer.open('/signs')).body), 'Dictionary 1 waiting', 'the menu counts it for a reviewer')
  t.notMatch(textOf((await signer.open('/signs')).body), 'waiting', 'and for no other role')
  const colleague = await signedIn(app)
  t.match(textOf((await colleague.open('/today')).body), /Sign changes for review 1 .*HELLO.*Proposed by/s)
  t.notMatch(textOf((await (await signedIn(app, 'support')).open('/today')).body), 'Sign changes for review')

  const change = await changeOf(reviewer, 'hello')
  const sendBack = { intent: 'send-back', change, comment: '' }
  t.match(await reviewer.send('/signs/hello', sendBack), { status: 422, body: /Say what to change/ })
  t.equal((await reviewer.post('/signs/hello', { ...sendBack, comment: 'Flat hand' })).status, 303)
  t.equal((await reviewer.post('/signs/hello', { ...sendBack, comment: 'Flat hand' })).status, 303, 'pressed twice')
  const back = textOf((await signer.open('/signs/hello')).body)
  t.match(back, 'Flat hand')
  const corrected = await formOf(signer, 'hello')
  t.equal(corrected.location, 'forehead', 'the form keeps what was sent back')
  t.equal((await signer.post('/signs/hello', { ...corrected, handshape: 'flat B' })).status, 303)

  const approve = { intent: 'approve', change: await changeOf(reviewer, 'hello') }
  t.match(await reviewer.post('/signs/hello', approve), { status: 303, location: '/signs/hello' })
  t.equal((await reviewer.post('/signs/hello', approve)).status, 303, 'pressed twice')
  t.match(await reviewer.send('/signs/hello', { ...approve, change }), { status: 409, body: /Somebody changed/ })
  t.match(await shown(app, 'hello'), /Handshape flat B Location forehead/)
  t.notMatch(await shown(app, 'hello'), 'Movement', 'what is empty is left out')
  t.strictSame(await titles(app, 'howdy'), ['HELLO'], 'search finds the new meaning')
  t.strictSame(await titles(app, 'hiwdy'), ['HELLO'], 'also with a typo')
  t.notOk((await titles(app, 'hi')).includes('HELLO'), 'and no longer the old one')
  const { rows } = await app.db.client.query("select word from sign_slips where word = 'howdy' or word = 'hi'")
  t.ok(rows.some(row => row.word === 'howdy'))
  for (const page of ['/clips/sign/hello', '/dictionary?sign=hello'])
    t.match((await signer.open(page)).body, 'href="/signs/hello"', page)
  t.notMatch((await app.server.inject({ url: '/dictionary?sign=hello' })).body, '/signs/', 'a visitor sees no link')
  t.strictSame(await auditOf(app), ['change-sign', 'send-back-sign-change', 'change-sign', 'approve-sign-change'])
  const manager = await signedIn(app, 'manager')
  t.match(
    textOf((await manager.open('/signs/hello')).body),
    /Change of an entry approved English: hello; hi hello; howdy/,
  )
})

t.test('an import of content keeps what staff approved', async t => {
  const { app, signer, reviewer } = await scene(t)
  for (const [slug, texts] of [
    ['hello', { location: 'forehead', related: 'GOODBYE; GOOD' }],
    ['good', { notes: 'Waits.' }],
  ] as const) {
    const saved = await changeSign(app, { slug, texts, seen: 0 }, signer.staff)
    if (saved.ok && slug === 'hello') await approveChange(app, saved.id, reviewer.staff)
  }
  const again = await viewSign(app, 'hello', signer.staff)
  const seen = again?.changes[0]?.id ?? 0
  const later = await changeSign(app, { slug: 'hello', texts: { location: 'temple' }, seen }, signer.staff)
  if (later.ok) await approveChange(app, later.id, reviewer.staff)

  const library = await withContent(app.db)
  t.match(await shown(app, 'hello'), 'Location temple', 'the newest approved text of a field')
  t.match(await shown(app, 'hello'), 'GOODBYE')
  t.notMatch(await shown(app, 'good'), 'Waits.', 'not what waits')
  const without = library.signs.filter(sign => sign.gloss !== 'GOODBYE')
  await withContent(app.db, { signs: without.map(sign => (sign.slug === 'hello' ? { ...sign, usage: 'New.' } : sign)) })
  t.match(await shown(app, 'hello'), /New\. .*temple/, 'fields that staff did not change follow the files')
  t.notMatch(await shown(app, 'hello'), 'GOODBYE', 'a sign that is gone is not linked')
})

t.test('mistakes are named at their fields, and what was typed stays', async t => {
  const { signer } = await scene(t)
  const form = await formOf(signer, 'hello')
  const wrong = { ...form, english: ' ', related: 'NOWORD-KNOWS', mouth: 'x'.repeat(101) }
  const { status, body } = await signer.send('/signs/hello', wrong)
  t.equal(status, 422)
  t.match(body, /At least one meaning is needed\./)
  t.match(body, /There is no entry NOWORD-KNOWS\./)
  t.match(body, /value="NOWORD-KNOWS"/)
  t.match(await signer.send('/signs/hello', form), { status: 422, body: /Nothing differs/ })
  t.match(await signer.open('/signs/no-such-sign'), { status: 404, body: /Sign not found/ })
})

t.test('two people at once, twice, and with another role', async t => {
  const { app, signer, reviewer } = await scene(t)
  const ask = (location: string, by: Me) => changeSign(app, { slug: 'hello', texts: { location }, seen: 0 }, by.staff)
  const two = await Promise.all([ask('chin', signer), ask('nose', reviewer)])
  t.strictSame(two.map(saved => (saved.ok ? 'saved' : saved.reason)).toSorted(), ['entry_changed', 'saved'])
  const twice = await Promise.all(
    ['x', 'x'].map(at => changeSign(app, { slug: 'good', texts: { location: at }, seen: 0 }, signer.staff)),
  )
  t.ok(twice.every(saved => saved.ok))
  t.equal(new Set(twice.map(saved => saved.ok && saved.id)).size, 1, 'the same change twice is one')

  const id = twice[0]?.ok ? twice[0].id : 0
  const done = await Promise.all([
    approveChange(app, id, reviewer.staff),
    sendBackChange(app, id, 'No', reviewer.staff),
  ])
  t.equal(done.filter(result => result.ok).length, 1, 'one step wins')
  for (const intent of ['approve', 'send-back'])
    t.equal((await signer.post('/signs/good', { intent, change: String(id), comment: 'x' })).status, 403, intent)
  for (const role of ['viewer', 'support'] as const) {
    const other = await signedIn(app, role)
    for (const path of ['/signs', '/signs/hello', '/import_signs']) t.equal((await other.open(path)).status, 403, path)
  }
})

t.test('a change of no entry, one already reviewed and one without a comment are refused', async t => {
  const { app, signer, reviewer } = await scene(t)
  const change = (slug: string, texts: object) => changeSign(app, { slug, texts, seen: 0 }, signer.staff)
  t.match(await change('no-such', {}), { reason: 'sign_not_found' })
  t.match(await change('hello', { hands: 'three', related: 'NO-ONE' }), {
    reason: 'fields_wrong',
    faults: { length: 2 },
  })
  const saved = await change('hello', { otherHandshape: 'B' })
  const id = saved.ok ? saved.id : 0
  t.match(await sendBackChange(app, id, ' ', reviewer.staff), { reason: 'remark_required' })
  t.match(await approveChange(app, id, reviewer.staff), { ok: true, sign: 'hello' })
  t.match(await discardChange(app, id, signer.staff), { ok: false })
  t.match(await approveChange(app, 999, reviewer.staff), { reason: 'change_not_found' })
  const { data } = await reviewer.call('GET', '/lti/search_signs?term=hello')
  t.equal(data.data.terms[0].other_handshape, 'B')
})

/** Sends a file with the form of the import page. */
const upload = async (app: TestApp, me: Me, content: string | Uint8Array<ArrayBuffer>, name = 'signs.csv') => {
  const form = new FormData()
  form.set('csvfile', new Blob([content], { type: 'text/csv' }), name)
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const answer = await app.server.inject({
    method: 'POST',
    url: '/import_signs',
    headers: {
      cookie: me.cookie,
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const page = answer.statusCode === 303 ? await me.open(String(answer.headers.location)) : answer
  return { status: answer.statusCode, text: textOf(page.body) }
}

t.test('the saved list is imported, shown, and sent for review', async t => {
  const { app, signer, reviewer } = await scene(t)
  const { body: saved } = await signer.open('/signs?unit=1&sort=course&as=csv')
  t.match(saved, /^gloss,unit,lesson,english,spanish,part_of_speech,usage,/)
  t.match((await upload(app, signer, saved)).text, 'No row differs from the dictionary.')

  const file = 'gloss,location,hands\nHELLO,forehead,one\nGOOD,chin,three\nNOWORD,,\nHELLO,chin,\nMORNING,,\n'
  const read = await upload(app, signer, file)
  t.match(read.text, 'Rows: 5. 1 entry changes. Look at the file, then send it for review.')
  t.match(read.text, /signs\.csv is not sent yet .*HELLO Location: forehead Hands: one/)
  t.match(read.text, 'Refused: 3, listed below.')
  t.match(
    read.text,
    /3 GOOD Hands: expected one of one, two 4 NOWORD No sign has this gloss\. .* 5 HELLO Duplicate in file/,
  )
  t.equal((await signer.open('/signs?state=waiting')).body.includes('HELLO'), false, 'nothing was sent yet')
  t.notMatch((await reviewer.open('/import_signs')).body, 'HELLO', 'only for who read it')
  const last = (await signer.open('/import_signs')).body.match(/name="last" value="(\d+)"/)?.[1] ?? ''
  const send = { intent: 'send', last }
  t.match(textOf((await signer.send('/import_signs', send)).body), 'Sent for review: 1.')
  t.match(textOf((await signer.send('/import_signs', send)).body), 'Sent for review: 0.', 'pressed twice')

  await upload(app, reviewer, 'gloss,mouth\nHELLO,open\nGOOD,closed\nMORNING,wide\n')
  const theirs = (await reviewer.open('/import_signs')).body.match(/name="last" value="(\d+)"/)?.[1] ?? ''
  t.match(textOf((await reviewer.send('/import_signs', { intent: 'send', last: theirs })).body), 'Sent for review: 3.')
  const { body: list } = await reviewer.open('/signs?state=waiting')
  t.match(textOf(list), '3 matches', 'a newer change of the same sign took its place')
  const change = tagsOf(list, 'input').flatMap(input => (input.name === 'change' ? [input.value ?? ''] : []))
  t.equal(change.length, 3)
  t.match(textOf((await reviewer.send('/signs?state=waiting', { intent: 'approve-all', change })).body), 'Approved: 3.')
  t.match(await shown(app, 'good'), 'Mouth closed')
  t.match(textOf((await reviewer.open('/signs?lacks=mouth&unit=1&q=good')).body), /GOODBYE/)
  t.notMatch((await reviewer.open('/signs?lacks=mouth&q=morning')).body, '>MORNING<')

  for (const [content, problem] of [
    ['gloss,color\nHELLO,red\n', 'a column that we do not know, or one twice. color'],
    ['gloss,unit\nHELLO,1\n', 'must name the column gloss'],
    ['\0\0', 'This is not a CSV file'],
    [new Uint8Array(Buffer.from('gloss,mouth\nHELLO,caf\xe9\n', 'latin1')), 'This is not a CSV file'],
  ] as const)
    t.match(await upload(app, signer, content), { status: 422, text: new RegExp(problem) })
  const many = `gloss,mouth\n${'NOWORD,x\n'.repeat(502)}`
  t.match((await upload(app, signer, many)).text, /Not read \(502\) .* 2 more are in the CSV file\./)
  await upload(app, signer, 'gloss,mouth\nHELLO,shut\n')
  t.equal((await signer.post('/import_signs', { intent: 'discard' })).status, 303)
  t.notMatch(textOf((await signer.open('/import_signs')).body), 'is not sent yet')
  t.equal(headingOf((await signer.open('/import_signs')).body), 'Import signs')
})

t.test('a file adds words, and is approved in one step', async t => {
  const { app, signer, reviewer } = await scene(t)
  const words = ['QUOKKA', 'WOMBAT', 'NUMBAT']
  const row = (gloss: string, lesson = '1.1') =>
    `${gloss};1;${lesson};${gloss.toLowerCase()};noun;I like it.;${gloss === 'QUOKKA' ? 'NUMBAT' : ''};\n`
  const head = '\ufeffgloss;unit;lesson;english;part_of_speech;usage;related;mouth\n'
  const file = `${head}${words.map(gloss => row(gloss)).join('')}${row('DINGO', '99.9')}HELLO;;;;;;;open\n`
  const read = await upload(app, signer, file, 'new-words.csv')
  t.match(read.text, 'Rows: 5. 3 new entries, 1 entry changes. Look at the file, then send it for review. Refused: 1')
  t.match(read.text, 'DINGO Lesson: there is no lesson 99.9')
  t.match(read.text, /new-words\.csv is not sent yet .*QUOKKA New in 1\.1 Meaning: quokka/)
  const last = (await signer.open('/import_signs')).body.match(/name="last" value="(\d+)"/)?.[1] ?? ''
  t.match(textOf((await signer.send('/import_signs', { intent: 'send', last })).body), 'Sent for review: 4.')
  t.notMatch(textOf((await signer.open('/import_signs')).body), 'Approve all')
  t.match(textOf((await reviewer.open('/signs')).body), 'Import from CSV 1')

  const { body } = await reviewer.open('/import_signs')
  t.match(textOf(body), /new-words\.csv waits for review 3 new entries, 1 entry changes\..* Approve all 4/)
  const [staff, at] = ['staff', 'at'].map(name => body.match(new RegExp(`name="${name}" value="(\\d+)"`))?.[1] ?? '')
  const approve = { intent: 'approve', staff: staff!, at: at! }
  t.equal((await signer.post('/import_signs', approve)).status, 403)
  const both = await Promise.all([reviewer.send('/import_signs', approve), reviewer.send('/import_signs', approve)])
  t.strictSame(
    both.map(({ body }) => textOf(body).match(/Approved: (\d)/)?.[1]).toSorted(),
    ['0', '4'],
    'twice at once',
  )
  t.match(await shown(app, 'hello'), 'Mouth open')
  t.match(await shown(app, 'quokka'), 'NUMBAT', 'related to another new word of the file')
  const { rows } = await app.db.client.query("select gloss from signs where lesson = '1.1' order by id desc limit 3")
  t.strictSame(rows.map(row => row.gloss).toSorted(), words.toSorted(), 'at the end of their lesson')
  t.match((await reviewer.call('GET', '/lti/search_signs?term=wombat')).data.data.terms, [{ title: 'WOMBAT' }])

  await upload(app, signer, `${head}HELLO;;;;;;;-\n${row('BILBY')}`, 'more.csv')
  const more = (await signer.open('/import_signs')).body.match(/name="last" value="(\d+)"/)?.[1] ?? ''
  await signer.post('/import_signs', { intent: 'send', last: more })
  const again = (await reviewer.open('/import_signs')).body
  const key = { staff: staff!, at: again.match(/name="at" value="(\d+)"/)?.[1] ?? '' }
  t.match(textOf(again), /HELLO Mouth: open empty/)
  t.match(textOf((await reviewer.send('/import_signs', { intent: 'discard-sent', ...key })).body), 'Discarded: 2.')
  t.match(textOf((await reviewer.send('/import_signs', { intent: 'approve', ...key })).body), 'Approved: 0.')
})
