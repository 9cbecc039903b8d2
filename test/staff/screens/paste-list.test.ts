import { eq } from 'drizzle-orm'
import t from 'tap'
import { audit } from '#src/core/audit/store/schema.ts'
import { setDefaultProducts } from '#src/courses/products.ts'
import { MAX_ENTRIES, parseList } from '#src/desk/rules/lists.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

t.test('a list has each entry once, and at most 500', async t => {
  t.strictSame(parseList('a@b.example, A@B.example\n\n code-1;CODE-1\tcode-2'), {
    ok: true,
    entries: ['A@B.example', 'CODE-1', 'code-2'],
  })
  t.match(parseList('Ana Lima <ana@b.example>\n"bo@b.example"\t="0012345"'), {
    entries: ['ana@b.example', 'bo@b.example', '0012345'],
  })
  t.match(parseList(' \n,'), { reason: 'list_empty' })
  const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, i) => `${i}@b.example`)
  t.match(parseList(many.join('\n')), { reason: 'list_too_long' })
  t.match(parseList(many.slice(1).join('\n')), { ok: true })
})

const confirmedIn = (body: string) => tagsOf(body, 'input').find(i => i.name === 'confirmed')?.value ?? ''

t.test('many people are let in after a preview; each is audited, and a second time changes nothing', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const come = (name: string) =>
    launch(app, school.key, {
      context_id: 'ctx-1',
      user_id: name,
      lis_person_name_full: `${name} Hill`,
      lis_person_contact_email_primary: `${name}@school.example`,
    })
  const rows = [await come('ana'), await come('ben')]
  const form = {
    action: 'let-in',
    list: 'ana@school.example\nben@school.example, nobody@school.example, what',
    course: '',
  }
  t.match(await me.send('/paste_list', { ...form, list: '', intent: 'act' }), {
    status: 422,
    body: 'Paste at least one',
  })
  const asked = await me.send('/paste_list', { ...form, intent: 'act' })
  t.match(textOf(asked.body), 'Let people in: 2 of 4')
  t.match(textOf(asked.body), 'No one has this email.')
  t.match(textOf(asked.body), 'This is not an email.')
  const act = { ...form, intent: 'act', confirmed: confirmedIn(asked.body) }
  t.match(await me.send('/paste_list', { ...act, reason: ' ' }), { status: 422, body: 'Enter a reason.' })
  t.match(await me.send('/paste_list', { ...act, reason: 'camp', course: 'ctx-2' }), { status: 409 })
  t.match(textOf((await me.send('/paste_list', { ...act, reason: 'summer camp' })).body), 'Done for 2 of 4.')
  const lines = await app.db.orm.select().from(audit).where(eq(audit.action, 'process'))
  t.strictSame(
    lines.map(line => line.reason),
    ['summer camp', 'summer camp'],
  )
  const again = await me.send('/paste_list', { ...form, intent: 'act' })
  t.match(textOf(again.body), 'Has access already.')
  t.match(
    await me.send('/paste_list', { ...act, reason: 'again' }),
    { status: 409 },
    'the first preview is out of date',
  )
  t.match(textOf((await me.open(`/token?token=${rows[0]!.token}`)).body), 'summer camp')
  const out = await me.send('/paste_list', { ...form, action: 'take-out', intent: 'act' })
  const taken = { ...form, action: 'take-out', intent: 'act', confirmed: confirmedIn(out.body), reason: 'camp is over' }
  t.match(textOf((await me.send('/paste_list', taken)).body), 'Done for 2 of 4.')
  t.equal((await (await signedIn(app, 'viewer')).post('/paste_list', { ...form, intent: 'act' })).status, 403)
})

t.test('many codes are released', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  await makeCode(app, 'A', { couponCode: 'CODE-A-2' })
  const { token } = await launch(app, school.key, { context_id: 'ctx-1' })
  await redeem(app, token, 'CODE-A-1')
  const form = { action: 'release', list: 'code-a-1, CODE-A-2, NOPE99', course: '' }
  const asked = await me.send('/paste_list', { ...form, intent: 'act' })
  t.match(textOf(asked.body), 'CODE-A-1 becomes unused.')
  t.match(textOf(asked.body), 'No one uses this code.')
  t.match(textOf(asked.body), 'No such code.')
  const act = { ...form, intent: 'act', confirmed: confirmedIn(asked.body), reason: 'wrong batch' }
  t.match(textOf((await me.send('/paste_list', act)).body), 'Done for 1 of 3.')
  t.match(await redeem(app, token, 'CODE-A-1'), { status: 'PROCESSED' })
})

t.test('all waiting courses of a school are activated at once', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [here, there] = [
    await makeConsumer(app, { name: 'Ash College' }),
    await makeConsumer(app, { name: 'Birch College' }),
  ]
  const known = await makeProduct(app, 'A')
  for (const context_id of ['one', 'two', 'three']) await launch(app, here.key, { context_id })
  for (const context_id of ['four', 'five']) await launch(app, there.key, { context_id })
  await setDefaultProducts(app, here.schoolId, [known.id], me.staff)
  await makeCourse(app, there.id, ['B'], { contextId: 'old', title: 'Other' })
  const page = (await me.open('/waiting_courses')).body
  t.match(textOf(page), 'Activate all 3 of Ash College')
  t.notMatch(textOf(page), 'of Birch College', 'a guess is not activated with others')
  t.match(textOf(page), 'Guess: B, as in “Other”')
  const chosen = tagsOf(page, 'option').filter(option => 'selected' in option)
  t.strictSame(
    chosen.map(({ value }) => value).sort(),
    ['', '', ...Array(3).fill(String(known.id))],
    'a guess is not preselected',
  )
  const school = String(here.schoolId)
  const names = tagsOf(page, 'select').map(s => s.name ?? '')
  const product = String(known.id)
  const fields = Object.fromEntries(names.map(name => [name, product]))
  const done = await me.send('/waiting_courses', { ...fields, school, intent: 'activate' })
  t.equal(done.status, 200)
  const left = textOf((await me.open('/waiting_courses')).body)
  t.match(left, 'Courses waiting (2)')
})
