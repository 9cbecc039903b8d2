import t from 'tap'
import { people } from '#src/access/store/schema/people.ts'
import { linkPeople } from '#src/desk/linked-people.ts'
import { continueSchoolErasure, eraseSchool, viewSchools } from '#src/desk/school-erasures.ts'
import { testApp } from '../support/app.ts'
import { breakErasing } from '../support/break-erasing.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf, jobsOf, personOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

const erased = (row: { erasedAt: Date | null }) => row.erasedAt !== null

t.test('erasing a school erases its people in a job, and nobody else', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [school, other] = [await makeConsumer(app), await makeConsumer(app)]
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  await makeCourse(app, other.id, ['A'], { contextId: 'ctx-1' })
  for (let n = 0; n < 5; n++) await launch(app, school.key, { user_id: `u-${n}` })
  await launch(app, school.key, { user_id: 'teacher', roles: 'Instructor' })
  const stays = await personOf(app, (await launch(app, other.key, { user_id: 'u-1' })).token)
  const both = (await launch(app, school.key, { user_id: 'both' })).token
  const bothThere = (await launch(app, other.key, { user_id: 'both' })).token
  await linkPeople(app, { token: both, other: bothThere, reason: 'same' }, me.staff)

  const { schoolId } = school
  t.equal((await viewSchools(app, schoolId, me.staff)).count, 7)
  t.match(await eraseSchool(app, schoolId, 6, me.staff), { reason: 'count_changed' })
  t.match(await eraseSchool(app, null, 6, me.staff), { reason: 'school_not_found' })
  const started = await Promise.all([1, 2, 3].map(() => eraseSchool(app, schoolId, 7, me.staff)))
  t.equal(started.filter(s => s.ok).length, 1, 'starts once')
  const [job] = await jobsOf(app, 'erase-school')
  const id = Number(job?.erasureId)
  await Promise.all([continueSchoolErasure(app, id), continueSchoolErasure(app, id)])

  const rows = await app.db.orm.select().from(people)
  t.equal(rows.filter(erased).length, 6, 'five students and a teacher')
  t.strictSame(
    rows
      .filter(row => !erased(row))
      .map(row => row.ltiUserId)
      .sort(),
    ['both', 'both', 'u-1'],
    'the other school keeps its people, also those of both',
  )
  t.ok(rows.some(row => row.id === stays.id))
  const [run] = (await viewSchools(app, null, me.staff)).runs
  t.match(run, { total: 7, erased: 6, kept: 1, finishedAt: Date })
  t.equal(await countOf(app, `audit where action = 'erase-school'`), 1)
  await continueSchoolErasure(app, id)
  t.equal((await app.db.orm.select().from(people)).filter(erased).length, 6, 'a late job does nothing')
})

t.test('one person who cannot be erased does not keep the others', async t => {
  const lines: string[] = []
  const app = await testApp(t, { log: { write: line => void lines.push(line) } })
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  for (const user_id of ['a', 'b', 'c']) await launch(app, school.key, { user_id })
  const broken = await breakErasing(app, 'b')
  const { schoolId } = school
  t.match(await eraseSchool(app, schoolId, 3, me.staff), { ok: true })
  const [job] = await jobsOf(app, 'erase-school')
  const run = () => continueSchoolErasure(app, Number(job?.erasureId))
  const left = async () => (await app.db.orm.select().from(people)).filter(p => !erased(p)).map(p => p.ltiUserId)
  for (const pass of [1, 2]) {
    await t.rejects(run(), /could not be erased: 1/, `pass ${pass}: the job runs again`)
    t.strictSame(await left(), ['b'])
    t.match((await viewSchools(app, null, me.staff)).runs, [{ erased: 2, kept: 0, failed: 1, finishedAt: null }])
  }
  t.match((await me.open('/what_we_keep')).body, '2 of 3, 1 failed. We try them again.')
  const errors = lines.filter(line => line.includes('could not be erased')).map(line => JSON.parse(line))
  t.match(errors, [{ personId: broken.id }, { personId: broken.id }])
  await broken.repair()
  await run()
  t.strictSame(await left(), [])
  t.match((await viewSchools(app, null, me.staff)).runs, [{ erased: 3, failed: 0, finishedAt: Date }])
})

t.test('the people of a deployment are people of its school', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { deployment } = await makeMembership(app, ['A'])
  const schoolId = deployment.schoolId!
  const { count } = await viewSchools(app, schoolId, me.staff)
  t.equal(count, 1)
  const key = (await makeConsumer(app, { schoolId })).key
  await launch(app, key)
  t.equal((await viewSchools(app, schoolId, me.staff)).count, 2, 'of all its connections')
  t.match(await eraseSchool(app, schoolId, 2, me.staff), { ok: true })
  const [job] = await jobsOf(app, 'erase-school')
  await continueSchoolErasure(app, Number(job?.erasureId))
  t.ok((await app.db.orm.select().from(people)).every(erased))
})

t.test('the page shows the number before and the progress after', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const url = `/what_we_keep?school=${school.schoolId}`
  t.match((await me.open(url)).body, 'Erase 1 person')
  const fields = { intent: 'erase-school', school: `${school.schoolId}`, confirmed: '1' }
  t.match(await me.post(url, fields), { status: 303 })
  t.match((await me.open('/what_we_keep')).body, '0 of 1')
  t.match((await me.send(url, fields)).status, 409)
  t.notMatch((await (await signedIn(app, 'viewer')).open('/what_we_keep')).body, 'Erased people', 'for managers')
  const person = await personOf(app, token)
  const shown = await me.open(`/person/${person.id}`)
  t.match(shown.body, 'Who asked for it?')
  t.equal((await me.send(`/person/${person.id}`, { intent: 'erase', asked: '', confirmed: 'x' })).status, 422)
  const [, confirmed = ''] = shown.body.match(/name="confirmed" value="([^"]+)"/) ?? []
  t.match(await me.post(`/person/${person.id}`, { intent: 'erase', asked: 'parent', confirmed }), {
    location: '/what_we_keep',
  })
  t.equal((await me.open(`/person/${person.id}`)).status, 404)
})
