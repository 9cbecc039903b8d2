import t from 'tap'
import { moveCode } from '#src/access/code-moves.ts'
import { setProcessed } from '#src/access/people.ts'
import { processMessages } from '#src/access/rules/access-refusals.ts'
import { linkRefusals, onePersonMessages } from '#src/access/rules/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { linkPeople, unlinkPeople } from '#src/desk/linked-people.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { countOf, couponRow, enrollmentRow, jobsOf } from '../support/rows.ts'
import { launch, makeCode, makeCourse, redeem } from '../support/school.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { postAndConfirm, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const EMAIL = 'ana@school.example'

const join = async (app: TestApp, joinToken: string): Promise<string> => {
  await signUp(app, joinToken, { email: EMAIL })
  return (await verify(app, joinToken, EMAIL, await codeTo(app, EMAIL))).lti_enrollment.token
}

/**
 * A student of a hosted course who signed up and also opens it from the LMS, so has two enrollments
 * (docs/rules/access.md).
 */
const scene = async (t: Test, app?: TestApp) => {
  const on = app ?? (await testApp(t))
  const { school, course } = await joinable(on, { canvasCourseId: '101', canvasDomain: 'canvas.example' })
  const signed = await join(on, course.joinToken)
  const fields = { context_id: course.contextId, lis_person_contact_email_primary: EMAIL, user_id: 'ana' }
  const graded = { lis_result_sourcedid: 'ana-1', lis_outcome_service_url: 'http://localhost:1/outcomes' }
  const launched = (await launch(on, school.key, { ...fields, ...graded })).token
  const { staff } = await signedIn(on, 'support')
  const link = (token = launched, other = signed) =>
    linkPeople(on, { token, other, reason: 'asked her teacher' }, staff)
  const sourceOf = async (token: string) => (await findEntitlement(on, token))?.source ?? null
  const takeOut = (token: string) => setProcessed(on, { token, processed: false }, staff)
  return { app: on, school, course, signed, launched, staff, link, sourceOf, takeOut }
}

t.test('an email from the LMS links nobody; after staff link the rows no second code is needed', async t => {
  const { app, signed, launched, link, sourceOf } = await scene(t)
  const code = await makeCode(app, 'A')
  t.match(await redeem(app, signed, code), { status: 'PROCESSED' })
  t.equal(await sourceOf(launched), null, 'has the same email, but must still pay')

  const jobs = (await jobsOf(app, 'grade')).length
  t.match(await link(), { ok: true })
  const [was, is] = [await enrollmentRow(app, signed), await enrollmentRow(app, launched)]
  t.match([is.source, is.accessEndsAt?.getTime()], ['migrated', was.accessEndsAt?.getTime()])
  t.equal((await jobsOf(app, 'grade')).length, jobs + 1, 'the LMS gets a grade')
  t.equal((await couponRow(app, code)).used, 1, 'no code moved')
  t.equal(await countOf(app, 'coupon_uses'), 1)
  t.equal(await countOf(app, `audit where action = 'link-people' and reason = 'asked her teacher'`), 2, 'one per row')
  t.equal(await countOf(app, `messages where kind = 'welcome'`), 1, 'welcomed once')

  t.match(await link(), { ok: false, reason: 'already_linked' })
  t.match(await link(signed, launched), { ok: false, reason: 'already_linked' }, 'also in the other direction')
  t.equal(await countOf(app, `audit where action = 'link-people'`), 2)
})

t.test("Check Email shows the linked row that gives access, and the person's other emails", async t => {
  const { app, school, signed, launched, link } = await scene(t)
  const me = await signedIn(app, 'viewer', 'looks@example.com')
  const emailPage = async (email: string) => (await me.open(`/email?email=${email}`)).body
  const other = { context_id: 'ctx-1', user_id: 'ana-2', lis_person_contact_email_primary: 'ana.home@school.example' }
  const home = (await launch(app, school.key, other)).token
  await link(home, signed)
  await link(launched, signed)
  t.notMatch(textOf(await emailPage(EMAIL)), 'their other row', 'no access yet')
  await redeem(app, signed, await makeCode(app, 'A'))
  t.match(textOf(await emailPage(EMAIL)), `Their other records that count here ${signed}`)
  await findEntitlement(app, launched)
  const words = textOf(await emailPage(EMAIL))
  t.match(words, 'Staff linked these')
  t.match(words, 'ana.home@school.example')
  t.match(words, 'because the same person already had access')
  t.match(textOf(await emailPage('ana.home@school.example')), EMAIL)
})

t.test(
  'paying after the rows are linked gives access in both at the next page view, even after sign-up ended',
  async t => {
    const { app, course, signed, launched, link, sourceOf } = await scene(t)
    t.match(await link(), { ok: true })
    t.equal(await sourceOf(launched), null)
    t.match(await redeem(app, launched, await makeCode(app, 'A')), { status: 'PROCESSED' })
    await app.db.client.query('update courses set expires_at = $2 where id = $1', [course.id, new Date(0)])
    t.equal(await sourceOf(signed), 'migrated')
  },
)

t.test('a person taken out of one row stays out of it and keeps access in the other', async t => {
  const { app, signed, launched, link, sourceOf, takeOut } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  await link()
  await takeOut(launched)
  t.strictSame(
    [await sourceOf(signed), await sourceOf(launched)],
    ['code', null],
    'the row that was taken out stays out',
  )
  t.match(await redeem(app, launched, await makeCode(app, 'A')), { status: 'PROCESSED' })
  await takeOut(signed)
  t.strictSame(
    [await sourceOf(signed), await sourceOf(launched)],
    [null, 'code'],
    'a code of its own keeps a row processed',
  )
})

t.test('a row that depends on the linked row loses access with it', async t => {
  const { app, signed, launched, link, sourceOf, takeOut } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  await link()
  await takeOut(signed)
  t.strictSame([await sourceOf(signed), await sourceOf(launched)], [null, null])
  t.equal(await countOf(app, `audit where action = 'unprocess'`), 2)
})

t.test('a row that depends on the linked row for one product loses access with it and keeps its own code', async t => {
  const { app, school, signed, launched, link, sourceOf, takeOut, staff } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  await link()
  const otherCourse = await makeCourse(app, school.id, ['A', 'B'], {
    canvasCourseId: '101',
    canvasDomain: 'canvas.example',
  })
  const half = await join(app, otherCourse.joinToken)
  const own = await makeCode(app, 'B')
  t.match(await redeem(app, half, own), { status: 'PROCESSED' })
  await takeOut(signed)
  t.strictSame([await sourceOf(signed), await sourceOf(launched), await sourceOf(half)], [null, null, null])
  t.match(
    await redeem(app, half, await makeCode(app, 'A')),
    { status: 'PROCESSED' },
    'only the missing product is needed',
  )
  await redeem(app, signed, await makeCode(app, 'A'))
  await moveCode(app, { code: own, token: half }, staff)
  t.equal(await sourceOf(half), null, 'nothing else covers B')
})

t.test('a released code is not replaced by the row that depended on it', async t => {
  const { app, signed, launched, link, sourceOf, staff } = await scene(t)
  const code = await makeCode(app, 'A')
  await redeem(app, signed, code)
  await link()
  t.match(await moveCode(app, { code, token: signed }, staff), { ok: true, removedAccess: true })
  t.strictSame([await sourceOf(signed), await sourceOf(launched)], [null, null])
})

t.test('a row whose access ends is extended by the linked row that ends later', async t => {
  const { app, signed, launched, link, sourceOf } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  await redeem(app, launched, await makeCode(app, 'A'))
  await link()
  const end = app.clock.now().getTime() + 24 * 60 * 60 * 1000
  await app.db.client.query('update entitlements set access_ends_at = $2 where token = $1', [launched, new Date(end)])
  app.clock.set(new Date(end).toISOString())
  t.strictSame([await sourceOf(launched), await sourceOf(signed)], ['migrated', 'code'])
  const [was, is] = [await enrollmentRow(app, signed), await enrollmentRow(app, launched)]
  t.equal(is.accessEndsAt?.getTime(), was.accessEndsAt?.getTime())
  t.equal(is.unprocessedAt, null, 'nobody took them out')
})

t.test('after one of two codes is released the row depends on the linked row', async t => {
  const { app, signed, launched, staff, link, sourceOf, takeOut } = await scene(t)
  const [one, two] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
  await redeem(app, signed, one)
  await redeem(app, launched, two)
  await link()
  t.equal(await sourceOf(launched), 'code')
  t.match(await moveCode(app, { code: two, token: launched }, staff), {
    ok: true,
    removedAccess: false,
  })
  t.equal(await sourceOf(launched), 'migrated')
  await takeOut(signed)
  t.equal(await sourceOf(launched), null)
})

t.test('linking and unlinking need a reason', async t => {
  const { app, signed, launched, staff, link } = await scene(t)
  const refused = { ok: false, reason: 'reason_required' }
  for (const reason of [undefined, ' '])
    t.strictSame(await linkPeople(app, { token: launched, other: signed, reason }, staff), refused)
  t.equal(await countOf(app, 'people where one_person is not null'), 0)
  await link()
  t.strictSame(await unlinkPeople(app, { token: launched }, staff), refused)
  t.equal(await countOf(app, 'people where one_person is not null'), 2)
})

t.test('unlinking takes access from a row that had it only through the other', async t => {
  const { app, signed, launched, staff, link, sourceOf } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  await link()
  const part = () => unlinkPeople(app, { token: launched, reason: 'a cousin' }, staff)
  t.match(await part(), { ok: true })
  t.strictSame([await sourceOf(signed), await sourceOf(launched)], ['code', null])
  t.equal(await countOf(app, 'people where one_person is not null'), 0)
  t.match(await part(), { ok: false, reason: 'not_linked' })
  app.clock.advance(1000)
  t.match(await link(), { ok: true }, 'they can be linked again')
  t.equal(await sourceOf(launched), 'migrated')
})

t.test('an address verified twice is one person: a cross-listed course is paid for once', async t => {
  const { app, school, signed } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  const canvas = { canvasCourseId: '101', canvasDomain: 'canvas.example' }
  const otherCourse = await makeCourse(app, school.id, ['A'], canvas)
  const other = await makeCourse(app, school.id, ['A'], { ...canvas, canvasCourseId: '102' })
  const more = await makeCourse(app, school.id, ['A', 'B'], canvas)
  t.equal((await enrollmentRow(app, await join(app, otherCourse.joinToken))).source, 'migrated')
  t.equal((await enrollmentRow(app, await join(app, other.joinToken))).source, null, 'another Canvas course')
  const part = await join(app, more.joinToken)
  t.match(
    await redeem(app, part, await makeCode(app, 'B')),
    { status: 'PROCESSED' },
    'only the missing product is needed',
  )
})

t.test('access that has ended in one row gives none in the other', async t => {
  const { app, signed, launched, link, sourceOf } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  app.clock.advance(400 * 24 * 60 * 60 * 1000)
  await link()
  t.strictSame([await sourceOf(launched), await sourceOf(signed)], [null, null])
})

t.test('the page previews the link, asks for a reason and then links', async t => {
  const { app, school, signed, launched } = await scene(t)
  await redeem(app, signed, await makeCode(app, 'A'))
  const me = await signedIn(app, 'support')
  const url = `/token?token=${launched}`
  const link = { intent: 'link', other: `http://localhost:3000/pay?token=${signed}` }
  const asked = await me.send(url, link)
  t.match([asked.status, textOf(asked.body)], [200, 'gets access without their own code or payment.'])
  t.equal(await countOf(app, 'people where one_person is not null'), 0, 'asking does nothing')
  const mute = await postAndConfirm(me, url, link, ' ')
  t.match([mute.status, textOf(mute.body)], [422, processMessages.reason])
  const stale = await me.send(url, { ...link, confirmed: 'something else', reason: 'x' })
  t.match([stale.status, textOf(stale.body)], [409, linkRefusals.effects_changed.message])
  t.equal(await countOf(app, 'people where one_person is not null'), 0)
  const done = await postAndConfirm(me, url, link)
  t.match([done.status, textOf(done.body)], [200, onePersonMessages.linked])
  t.match(done.body, signed, 'shows the other row')
  t.match(textOf((await me.open(`/find?q=${launched}`)).body), 'Signed up with us', 'and finds it')
  const home = { context_id: 'ctx-1', user_id: 'ana-2', lis_person_contact_email_primary: 'ana.home@school.example' }
  await launch(app, school.key, home)
  t.match(await me.send(url, { intent: 'link', other: 'Ana.Home@school.example' }), { status: 200 }, 'by an email')
  const both = await me.send(url, { intent: 'link', other: EMAIL })
  t.match([both.status, textOf(both.body)], [422, linkRefusals.other_ambiguous.message])
  const unknown = await me.send(url, { intent: 'link', other: 'e_nothing-of-ours' })
  t.match([unknown.status, textOf(unknown.body)], [422, linkRefusals.other_not_found.message])
  const asking = textOf((await me.send(url, { intent: 'unlink' })).body)
  t.match(asking, /is no longer one person with .+\. A code or payment of one no longer counts for the other\./)
  const parted = await postAndConfirm(me, url, { intent: 'unlink' })
  t.match([parted.status, textOf(parted.body)], [200, onePersonMessages.parted])
  const viewer = await signedIn(app, 'viewer')
  t.notMatch((await viewer.open(url)).body, 'Link records…')
  t.equal((await viewer.post(url, link)).status, 403)
})

t.test(
  'parallel requests in two processes link once, and a removal at the same time leaves both rows without access',
  async t => {
    const url = await freshDatabaseUrl(t)
    const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
    const { app, signed, launched, staff, link, sourceOf, takeOut } = await scene(t, apps[0])
    await redeem(app, signed, await makeCode(app, 'A'))
    const said = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const [token, other] = i % 2 === 0 ? [signed, launched] : [launched, signed]
        return linkPeople(apps[i % 2]!, { token, other, reason: 'asked' }, staff)
      }),
    )
    t.equal(said.filter(s => s.ok).length, 1)
    t.equal(await countOf(app, `audit where action = 'link-people'`), 2)
    for (let round = 0; round < 5; round++) {
      await unlinkPeople(app, { token: launched, reason: 'a cousin' }, staff)
      await setProcessed(app, { token: signed, processed: true }, colleague)
      await Promise.all([link(), takeOut(signed)])
      t.strictSame([await sourceOf(signed), await sourceOf(launched)], [null, null])
    }
  },
)

t.test('a search by one address shows all names of the person and the name on each course', async t => {
  const { app, school, course, signed } = await scene(t)
  const other = {
    user_id: 'ben',
    lis_person_contact_email_primary: 'ben@school.example',
    lis_person_name_full: 'Ben Okafor',
  }
  const { token } = await launch(app, school.key, { context_id: course.contextId, ...other })
  const me = await signedIn(app, 'support')
  await linkPeople(app, { token, other: signed, reason: 'asked' }, me.staff)
  const { body } = await me.open('/find?q=ben%40school.example')
  const [head = '', ...courses] = body.split('class="person-courses"')
  t.match(textOf(head), /Ana.*, Ben Okafor|Ben Okafor, Ana/)
  t.match(textOf(head), EMAIL)
  t.match(textOf(head), 'ben@school.example')
  t.match(textOf(courses.join()), 'Ben Okafor · ')
})
