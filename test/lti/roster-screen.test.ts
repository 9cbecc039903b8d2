import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { entitlements, launchTokens } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { agreeToTerms } from '#src/access/tokens.ts'
import { mintSecret, mintToken, sha256 } from '#src/core/crypto.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { makeOutcomeService } from '#src/practice/emulators/outcomes.ts'
import { consumerVault, type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { changeConsumer } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'

/** Opens the roster with a launch token as a teacher. */
const openAs = async (app: TestApp, courseId: number, personId: number) => {
  const [token, state] = [mintSecret(), mintSecret()]
  const expiresAt = new Date(app.clock.now().getTime() + 7_200_000)
  await app.db.orm
    .insert(launchTokens)
    .values({ tokenHash: sha256(token), stateHash: sha256(state), app: 'teacher', courseId, personId, expiresAt })
  return async (query = '') => {
    const answer = await app.server.inject(`/lti/roster?token=${token}&state=${state}${query}`)
    const rows = [...answer.body.matchAll(/<tr data-step="(\w+)">.*?<\/tr>/gs)].map(m => [m[1], textOf(m[0])])
    return {
      status: answer.statusCode,
      type: answer.headers['content-type'],
      body: answer.body,
      text: textOf(answer.body),
      rows,
      csp: answer.headers['content-security-policy'],
    }
  }
}

/** A course in the practice LMS, whose roster has Ana, Ben and Tess; Ana opened it. */
const setUp = async (t: Test) => {
  const app = await testApp(t)
  const toolKeysUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const now = () => app.clock.now()
  const lms = await startLmsEmulator({ toolUrl: 'http://localhost:3000', toolKeysUrl, clientId: 'client-1', now })
  t.teardown(() => lms.close())
  const ana = await makeMembership(app, ['A', 'B'])
  await app.db.orm.update(people).set({ ltiUserId: 'practice-ana', name: 'Ana' }).where(eq(people.id, ana.person.id))
  await app.db.client.query('update platforms set grant_url = $1', [`${lms.base}/token`])
  const [course] = await app.db.orm
    .update(courses)
    .set({ rosterUrl: `${lms.base}/members` })
    .where(eq(courses.id, ana.course.id))
    .returning()
  const [teacher] = await app.db.orm
    .insert(people)
    .values({ platformId: ana.platform.id, ltiUserId: 'practice-tess', name: 'Tess' })
    .returning()
  await app.db.orm.insert(entitlements).values({
    kind: 'membership',
    courseId: course!.id,
    personId: teacher!.id,
    token: mintToken('m'),
    sessionId: randomUUID(),
    role: 'instructor',
  })
  const open = await openAs(app, course!.id, teacher!.id)
  return { app, lms, ana, open }
}

t.test('combines the LMS roster with our data and shows each step of a student', async t => {
  const { app, ana, open } = await setUp(t)
  const first = await open()
  t.equal(first.status, 200)
  t.match(first.text, '0 of 2 students have access.')
  t.strictSame(first.rows, [
    ['absent', 'Ben Okafor Not opened Has not opened the link in your course yet.'],
    ['opened', 'Ana Íñiguez Opened Opened the link. Has not agreed to the Terms of Use yet.'],
  ])
  await agreeToTerms(app, ana.token)
  t.match((await open()).rows[1]?.[1], 'Agreed to the Terms of Use. Has not entered an access code or paid yet.')
  const code = await makeCode(app, 'A')
  await redeem(app, ana.token, code)
  const half = await open()
  t.strictSame(half.rows[1], ['codes', 'Ana Íñiguez 1 of 2 codes Still needs: Product B.'])
  t.notMatch(half.text, new RegExp(code), "another person's code is not shown")
  await redeem(app, ana.token, await makeCode(app, 'B'))
  const done = await open()
  t.strictSame(done.rows[1], ['in', 'Ana Íñiguez Has access All done.'])
  t.match(done.text, '1 of 2 students have access.')
  t.notMatch(done.text, 'school.example', 'no email')
})

t.test('filters by step and name, and gives names, a reminder and a file of what is shown', async t => {
  const { app, ana, open } = await setUp(t)
  await agreeToTerms(app, ana.token)
  const all = await open()
  t.match(all.text, /All 2 Agreed 1 Not opened 1/)
  t.match(all.text, 'Copy names')
  t.notMatch(all.text, 'reminder', 'a reminder is for one step')
  const agreed = await open('&step=agreed')
  t.strictSame(
    agreed.rows.map(([step]) => step),
    ['agreed'],
  )
  t.match(agreed.text, 'You are almost there.')
  t.match(agreed.text, '0 of 2 students have access.', 'the total stays')
  t.strictSame((await open('&name=okaf')).rows.length, 1)
  t.match((await open('&step=in')).text, 'No student matches.')
  const file = await open('&step=absent&as=csv')
  t.equal(file.type, 'text/csv; charset=utf-8')
  t.match(file.body, 'Ben Okafor,Not opened,Has not opened the link in your course yet.')
  t.notMatch(file.body, /Ana|school\.example/)
  t.match((await open('&step=agreed&lang=es')).text, 'Ya casi terminas.')
})

t.test('without the LMS roster the page still shows our data', async t => {
  const { app, lms, open } = await setUp(t)
  lms.failing.push(503)
  const away = await open()
  t.equal(away.status, 200)
  t.match(away.text, 'Your LMS did not send its class list.')
  t.strictSame(
    away.rows.map(r => r[0]),
    ['opened'],
  )
  t.equal((await open()).rows.length, 2, 'the next view asks the LMS again')
  lms.failing.push(503)
  t.equal((await open()).rows.length, 2, 'a recent roster is cached')
  app.clock.advance(31_000)
  t.equal((await open()).rows.length, 1)
})

t.test('says when the LMS sent only a part of its class list', async t => {
  const { app, open } = await setUp(t)
  const lms = createServer((request, response) => {
    response.setHeader('link', `<http://${request.headers.host}/members>; rel="next"`)
    response.end(JSON.stringify({ members: [{ user_id: 1656398468, name: 'Ben Okafor', roles: ['Learner'] }] }))
  })
  await new Promise<void>(done => lms.listen(0, '127.0.0.1', done))
  t.teardown(() => lms.close())
  const { port } = lms.address() as AddressInfo
  await app.db.client.query('update courses set roster_url = $1', [`http://127.0.0.1:${port}/members`])
  const { text, rows } = await open()
  t.match(text, 'Your LMS sent only a part of its class list: its pages repeat. Students may be missing here.')
  t.equal(rows.length, 2, 'each once')
  t.match(
    (await open('&lang=es')).text,
    'Su plataforma envió solo una parte de la lista de la clase: sus páginas se repiten.',
  )
})

t.test('by LTI 1.1 uses the roster of an LMS that shares it', async t => {
  const app = await testApp(t)
  const lms = makeOutcomeService(key => (key.startsWith('school_') ? 'secret' : undefined))
  const base = await lms.server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => lms.server.close())
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const list = { custom_context_memberships_v2_url: `${base}/memberships` }
  const aide = { roles: 'urn:lti:role:ims/lis/TeachingAssistant', user_id: 'practice-ben' }
  const { token } = await launch(app, school.key, { ...list, user_id: 'practice-ana', lis_person_name_full: 'Ana' })
  const { location } = await launch(app, school.key, { ...list, roles: 'Instructor', user_id: 'practice-tess' })
  const teacher = await app.server.inject(location)
  const href = teacher.body.match(/href="(\/lti\/roster\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const open = async () => textOf((await app.server.inject(href)).body)
  await redeem(app, token, await makeCode(app, 'A'))
  const text = await open()
  t.match(text, '1 of 2 students have access.')
  t.match(text, /Ben Okafor Not opened .* Ana Íñiguez Has access All done/)
  t.notMatch(text, 'Only students who have opened')
  await launch(app, school.key, { ...list, ...aide })
  t.notMatch(
    await open(),
    'Ben Okafor',
    'a person who opened it as a teacher is not a student, whatever the roster says',
  )
  const [another, before] = [consumerVault.seal('another'), consumerVault.seal('secret')]
  await changeConsumer(app, school.id, { sealedSecret: another, sealedPreviousSecret: before })
  app.clock.advance(31_000)
  t.notMatch(await open(), 'does not let us read', 'the LMS has the secret before')
  await changeConsumer(app, school.id, { sealedPreviousSecret: another })
  app.clock.advance(31_000)
  t.match(await open(), 'Your LMS does not let us read its class list.')
})

t.test('by LTI 1.1 without a roster it lists the people who opened the course, and needs a launch', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { location } = await launch(app, school.key, { roles: 'Instructor' })
  const teacher = await app.server.inject(location)
  const href = teacher.body.match(/href="(\/lti\/roster\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const open = async (url = href) => textOf((await app.server.inject(url)).body)
  t.match(await open(), 'No students have opened the course yet.')
  const { token } = await launch(app, school.key, { lis_person_name_full: '<b>Ana</b>' })
  await launch(app, school.key, { lis_person_name_full: 'Ben' })
  await redeem(app, token, await makeCode(app, 'A'))
  const text = await open()
  t.match(text, '1 of 2 students have access.')
  t.match(text, /Ben Opened .* b Ana \/b Has access All done/)
  t.match(text, 'Your LMS does not share its class list')
  await launch(app, school.key, { lis_person_name_full: 'Ben', user_id: 'moodle-4711' })
  t.match(await open(), /Ben LMS ID ends in 4711 Opened/)
  t.notMatch(await open(), 'school.example', 'and still shows no email')
  await app.db.client.query('delete from course_products where course_id = $1', [course.id])
  for (const url of [href, location]) {
    const says = await open(url)
    t.match(says, 'Students see “This course is not activated yet.” They cannot enter a code or pay.', url)
    t.match(says, 'We know about your course and will activate it.')
    t.notMatch(says, 'your teacher', 'not the sentence for students')
  }
  const gone = await app.server.inject(`/lti/roster?token=x&state=y`)
  t.equal(gone.statusCode, 410)
  t.notMatch(gone.body, 'Ben')
  app.clock.advance(3 * 3_600_000)
  t.match(await open(), 'It looks like the page expired.')
})

t.test('tells a teacher on both pages that sign-up ends soon or ended, and who can move the date', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', termEndsAt: new Date('2026-12-01T06:00:00Z') })
  const { location } = await launch(app, school.key, { roles: 'Instructor' })
  const teacher = await app.server.inject(location)
  const href = teacher.body.match(/href="(\/lti\/roster\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const pages = async () => {
    const both = [location, href, `${location}&tab=units`].map(url => app.server.inject(url))
    return (await Promise.all(both)).map(answer => textOf(answer.body))
  }
  for (const page of await pages())
    t.match(
      page,
      /Sign-up for this course ends on December 1, 2026\..*Set a later end date for the course in your LMS\./,
    )
  await app.db.client.query("update courses set expires_at = '2026-11-20T06:00:00Z'")
  for (const page of await pages()) {
    t.match(page, 'Sign-up for this course ended on November 20, 2026.')
    t.match(page, /New students see “Sign-up for this course has ended\.”.*Write to .+ with a new date/)
  }
  await app.db.client.query("update courses set expires_at = '2027-01-20T06:00:00Z'")
  for (const page of await pages()) t.notMatch(page, 'Sign-up for this course')
})
