import t from 'tap'
import { saveLinkedPeople, setProcessed } from '#src/access/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { eraseRecords } from '#src/desk/erasures.ts'
import { carryPeople, undoMove as undo } from '#src/lti/carried-people.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import { joinSchools } from '#src/schools/join-schools.ts'
import { decideLmsMove as decide, listMoves } from '#src/schools/lms-moves.ts'
import { createPlatform } from '#src/schools/platforms.ts'
import { listCandidates } from '#src/schools/store/lms-moves.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, type Platform13, practicePlatform, ROLE } from '../support/oidc.ts'
import { jobsOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, openFlags, shop } from '../support/shop.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** Decides, and runs the job that the decision sends. */
const decideLmsMove = async (app: TestApp, id: number, ...how: [Parameters<typeof decide>[2], typeof manager]) => {
  const decided = await decide(app, id, ...how)
  if (decided.ok) await carryPeople(app, id)
  return decided
}
const undoLmsMove = async (app: TestApp, id: number, by: typeof manager) => {
  const undone = await undo(app, id, by)
  if (undone.ok) await carryPeople(app, id)
  return undone
}

const manager = { ...colleague, role: 'manager' as const }
const MOVING = /Your school is being moved to a new link\. You do not have to pay again\./

/** Registers the LMS for LTI 1.3. */
const registerAt = async (app: TestApp, lms: Platform13, clientId: string): Promise<Platform13> => {
  const { host: domain } = new URL(lms.base)
  const addresses = {
    issuer: lms.base,
    authorizationRedirect: `${lms.base}/auth`,
    publicKeysUrl: `${lms.base}/jwks`,
    grantUrl: `${lms.base}/token`,
  }
  const made = await createPlatform(
    app,
    { given: addresses, domain, clientId, preset: 'custom', deploymentIds: ['1'] },
    manager,
  )
  if (!made.ok) throw new Error(made.reason)
  const { rows } = await app.db.client.query('select * from deployments where platform_id = $1', [made.platform.id])
  return { ...lms, platform: { ...lms.platform, ...made.platform }, deployment: rows[0] }
}

/** A school by LTI 1.1 that registers its LMS for 1.3, without the migration claim. Ana has access, Ben has none. */
const scene = async (t: Test, { products = ['A'] } = {}) => {
  const app = await testApp(t)
  const lms = await practicePlatform(t, app, { clientId: 'unused' })
  await app.db.client.query('delete from deployments; delete from platforms; delete from schools')
  const school = await makeConsumer(app, { key: 'river', name: 'River High', secret: 'secret' })
  await makeCourse(app, school.id, products, { contextId: 'ctx-1', title: 'ASL 1' })
  const by11 = (user: string, over: Record<string, string> = {}) =>
    launch(app, school.key, { user_id: user, launch_presentation_return_url: `${lms.base}/back`, ...over })
  const register = (clientId: string) => registerAt(app, lms, clientId)
  const by13 = (platform: Platform13, sub: string, over: Record<string, unknown> = {}) =>
    launch13(app, platform, { sub, ...over })
  const page = async ({ location }: { location: string }) => textOf((await app.server.inject(location)).body)
  const stateOf = async (token: string) => {
    const found = await findEntitlement(app, token)
    return {
      source: found?.source ?? null,
      isIn: found?.processedAt != null,
      accessEndsAt: found?.accessEndsAt ?? null,
    }
  }
  const query = (text: string, values: unknown[] = []) => app.db.client.query(text, values).then(({ rows }) => rows)
  const ana = await by11('ana')
  await redeem(app, ana.token, await makeCode(app, 'A'))
  return { app, lms, school, by11, by13, register, page, stateOf, query, ana }
}

const REPLACES = (id: number) => ({ replaces: { kind: 'consumer', id } }) as const

t.test('a 1.1 school that registers for 1.3 is asked about, and pays for nothing until staff decide', async t => {
  const { app, school, by11, by13, register, page, stateOf, ana } = await scene(t)
  await by11('ben')
  const now = await register('client-1')
  const { id } = now.deployment
  const [before] = await listMoves(app, manager)
  t.hasStrict(before, { deploymentId: id, state: 'asked', people: 0 })
  t.hasStrict(before?.candidates, [
    {
      kind: 'consumer',
      id: school.id,
      school: 'River High',
      sameCourses: 0,
      courses: 1,
      people: 2,
      letIn: 1,
      codes: 1,
    },
  ])
  const first = await by13(now, 'ana')
  t.match(await page(first), MOVING)
  t.notMatch(await page(first), /Make Payment|Enter your code/)
  const code = await makeCode(app, 'A')
  t.match(await redeem(app, first.token, code), { http: 409, error: MOVING })
  t.match(
    await page(await by13(now, 'teacher', { [`${C}roles`]: [`${ROLE}Instructor`] })),
    /Your school is being moved/,
  )
  const [seen] = await listMoves(app, manager)
  t.hasStrict(seen?.candidates, [{ sameCourses: 1, samePeople: 1 }])

  t.hasStrict(await decideLmsMove(app, id, REPLACES(school.id), manager), { ok: true, move: { school: 'River High' } })
  const { accessEndsAt } = await stateOf(ana.token)
  t.strictSame(await stateOf(first.token), { source: 'migrated', isIn: true, accessEndsAt }, 'who launched before')
  t.match(await page(await by13(now, 'ana')), /You are in/)
  const ben = await by13(now, 'ben')
  t.hasStrict(await stateOf(ben.token), { isIn: false }, 'who had no access has none')
  t.hasStrict(await redeem(app, ben.token, code), { status: 'PROCESSED' }, 'the course has its product')
  t.hasStrict(
    await stateOf((await by11('ben')).token),
    { source: 'migrated', isIn: true },
    'it counts for the old link',
  )
  t.hasStrict(await stateOf((await by11('ana')).token), { source: 'code', isIn: true }, 'the old link still works')
})

t.test(
  'the tool is deleted and added again: a second registration replaces the first, and a third the second',
  async t => {
    const { app, school, by13, register, stateOf, query } = await scene(t)
    const one = await register('client-1')
    await decideLmsMove(app, one.deployment.id, REPLACES(school.id), manager)
    const two = await register('client-2')
    const [asked] = await listMoves(app, manager)
    t.strictSame(
      asked?.candidates.map(c => c.kind),
      ['consumer'],
      'a deployment that nobody launched carries nothing',
    )
    await by13(one, 'cleo')
    t.strictSame((await listMoves(app, manager))[0]?.candidates.map(c => c.kind).sort(), ['consumer', 'deployment'])
    const replaced = { replaces: { kind: 'deployment', id: one.deployment.id } } as const
    t.hasStrict(await decideLmsMove(app, two.deployment.id, replaced, manager), { ok: true })
    const ana = await by13(two, 'ana')
    t.hasStrict(await stateOf(ana.token), { source: 'migrated', isIn: true }, 'from the key, over both')
    t.hasStrict(await undoLmsMove(app, one.deployment.id, manager), { ok: false, reason: 'later_move' })
    const schools = await query('select name from schools order by id')
    t.strictSame(schools, [{ name: 'River High' }], 'the schools that registrations made are gone')
    const three = await register('client-3')
    await decideLmsMove(app, three.deployment.id, 'other', manager)
    const other = await by13(three, 'ana')
    t.hasStrict(await stateOf(other.token), { isIn: false }, 'another school pays for itself')
  },
)

t.test('undo parts people and courses, takes nothing that was bought, and can be decided again', async t => {
  const { app, school, by11, by13, register, page, stateOf, query, ana } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  const moved = await by13(now, 'ana')
  const own = await by13(now, 'own')
  await redeem(app, own.token, await makeCode(app, 'A'))
  const ownBy11 = await by11('own')
  t.hasStrict(await stateOf(ownBy11.token), { source: 'migrated', isIn: true })

  t.hasStrict(await undoLmsMove(app, id, manager), { ok: true, move: { state: 'asked' } })
  t.hasStrict(await stateOf(moved.token), { isIn: false })
  t.hasStrict(await stateOf(ownBy11.token), { isIn: false }, 'in the other direction too')
  t.hasStrict(await stateOf(ana.token), { source: 'code', isIn: true }, 'the old link keeps what it sold')
  t.hasStrict(await stateOf(own.token), { source: 'code', isIn: true }, 'the new link keeps what it sold')
  t.match(await page(await by13(now, 'ana')), MOVING)
  t.strictSame(await query('select count(*)::int as n from schools'), [{ n: 2 }])
  t.strictSame(await query('select from people where one_person is not null'), [])

  await decideLmsMove(app, id, REPLACES(school.id), manager)
  t.hasStrict(await stateOf(moved.token), { source: 'migrated', isIn: true })
  t.hasStrict(await stateOf(ownBy11.token), { source: 'migrated', isIn: true }, 'at the next view of the page')
  await undoLmsMove(app, id, manager)
  t.hasStrict(await stateOf(ownBy11.token), { isIn: false }, 'undone again')
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  t.hasStrict(await stateOf((await by11('own')).token), { source: 'migrated', isIn: true })
})

t.test('decisions race with each other and with launches, and the job repeats without effect', async t => {
  const { app, school, by13, register, stateOf, query } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  const both = await Promise.all([
    decideLmsMove(app, id, REPLACES(school.id), manager),
    decideLmsMove(app, id, 'other', manager),
    decideLmsMove(app, id, REPLACES(school.id), manager),
    by13(now, 'ana'),
    by13(now, 'ana'),
  ])
  t.equal(both.filter(b => 'ok' in b && b.ok).length, 1)
  t.equal(both.filter(b => 'reason' in b && b.reason === 'move_decided').length, 2)
  const [{ state }] = (await query('select state from lms_moves')) as [{ state: string }]
  const token = (await by13(now, 'ana')).token
  t.hasStrict(await stateOf(token), { isIn: state === 'replaces' })
  await Promise.all([carryPeople(app, id), carryPeople(app, id)])
  t.hasStrict(await stateOf(token), { isIn: state === 'replaces' })
  const undone = await Promise.all([undoLmsMove(app, id, manager), undoLmsMove(app, id, manager)])
  t.strictSame(undone.map(u => u.ok).sort(), [false, true])
  t.hasStrict(await stateOf(token), { isIn: false })
  t.equal((await query("select from audit where action = 'decide-lms-move' and subject_kind = 'deployment'")).length, 2)
})

t.test('a class launches while staff decide: everyone who had access has it', async t => {
  const { app, school, by11, by13, register, stateOf } = await scene(t)
  const users = Array.from({ length: 12 }, (_, n) => `user-${n}`)
  for (const user of users) await redeem(app, (await by11(user)).token, await makeCode(app, 'A'))
  const now = await register('client-1')
  const launches = users.map(user => by13(now, user))
  const [decided, ...launched] = await Promise.all([
    decideLmsMove(app, now.deployment.id, REPLACES(school.id), manager),
    ...launches,
  ])
  t.equal(decided.ok, true)
  for (const { token } of launched) t.hasStrict(await stateOf(token), { source: 'migrated', isIn: true })
})

t.test('codes that wait for more move along, and who was taken out stays out', async t => {
  const { app, school, by11, by13, register, stateOf, query } = await scene(t, { products: ['A', 'B'] })
  const half = await by11('half')
  await redeem(app, half.token, await makeCode(app, 'A'))
  const out = await by11('out')
  await redeem(app, out.token, await makeCode(app, 'A'))
  t.hasStrict(await redeem(app, out.token, await makeCode(app, 'B')), { status: 'PROCESSED' })
  const now = await register('client-1')
  await decideLmsMove(app, now.deployment.id, REPLACES(school.id), manager)
  const moved = await by13(now, 'half')
  const codeB = await makeCode(app, 'B')
  t.hasStrict(
    await redeem(app, moved.token, codeB),
    { http: 409 },
    'a course of LTI 1.3 has one product, which staff choose',
  )
  await query(
    `insert into course_products (course_id, product_id) select c.id, p.id from courses c, products p where c.deployment_id = $1 and p.product_code = 'A'`,
    [now.deployment.id],
  )
  t.hasStrict(await stateOf((await by13(now, 'half')).token), { isIn: true }, 'the first code counts')
  const outBy13 = await by13(now, 'out')
  t.hasStrict(await stateOf(outBy13.token), { isIn: true })
  await setProcessed(app, { token: outBy13.token, processed: false }, colleague)
  await by13(now, 'out')
  t.hasStrict(await stateOf(outBy13.token), { isIn: false })
  t.equal((await query("select from audit where action = 'move-access-code'")).length, 1)
})

t.test('an unknown LMS, and one at another host, is asked nothing', async t => {
  const { app, register, by13, stateOf, query } = await scene(t)
  await query("update courses set lms_origins = '{https://other.example}'")
  const now = await register('client-1')
  t.strictSame(await listMoves(app, manager), [])
  t.hasStrict(await stateOf((await by13(now, 'ana')).token), { isIn: false })
})

t.test('a platform of more than 20 schools tells nothing', async t => {
  const { app, register, query } = await scene(t)
  const { platform, deployment } = await register('a')
  const more = (schools: number) =>
    query(
      `with s as (insert into schools (name) select 'School ' || n || ' of ' || $2 from generate_series(1, $2::int) n returning id)
       insert into deployments (platform_id, deployment_id, status, school_id) select $1, 's' || id, 'approved', id from s`,
      [platform.id, schools],
    )
  const known = async () => (await listCandidates(app.db, deployment.id)).length
  await more(19)
  t.equal(await known(), 1, 'the key of LTI 1.1 at its host')
  await more(1)
  t.equal(await known(), 0)
})

t.test('undo gives back the school with its settings, and the course as it was', async t => {
  const { app, school, by13, register, query } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  const [{ school_id: ownId }] = (await query(`select school_id from deployments where id = ${id}`)) as [
    { school_id: number },
  ]
  await app.db.client.query('update schools set is_k12 = true where id = $1', [ownId])
  await app.db.client.query("update courses set access_until = '2027-06-30T05:00:00Z' where consumer_id = $1", [
    school.id,
  ])
  await by13(now, 'ana')
  const course = `select access_until as until, was_activated as "wasActivated", (select count(*)::int from activations a where a.course_id = c.id) as activations,
    (select count(*)::int from course_products cp where cp.course_id = c.id) as products from courses c where deployment_id = ${id}`
  const [before] = await query(course)
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  t.hasStrict((await query(course))[0], { until: new Date('2027-06-30T05:00:00Z'), activations: 1, products: 1 })
  t.strictSame(
    await query(`select name from schools where id = ${ownId}`).then(rows => rows.length),
    1,
    'it has a setting',
  )
  await undoLmsMove(app, id, manager)
  t.strictSame((await query(course))[0], before, 'the course waits to be activated again')
  t.strictSame(await query(`select school_id from deployments where id = ${id}`), [{ school_id: ownId }])
  t.strictSame(await query('select count(*)::int as n from schools'), [{ n: 2 }], 'no third school')
})

t.test('undo gives back the school that the deployment left, as it is now', async t => {
  const { app, school, register, query } = await scene(t)
  const { id } = (await register('client-1')).deployment
  const schoolNow = async (): Promise<number> =>
    (await query('select school_id from deployments where id = $1', [id]))[0].school_id
  const leftId = await schoolNow()
  await query('update schools set yearly_access = true where id = $1', [leftId])
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  await query("insert into school_erasures (school_id, actor, total) values ($1, 'staff:1', 1)", [leftId])
  t.hasStrict(await undoLmsMove(app, id, manager), { ok: false, reason: 'erasure_running' })
  await query('delete from school_erasures')
  t.hasStrict(await undoLmsMove(app, id, manager), { ok: true, move: { schoolId: leftId } })
  const ends = await jobsOf(app, 'move-access-ends')
  t.strictSame(ends, [{ schoolId: leftId, mayShorten: false }], 'its people get the year of that school')

  await decideLmsMove(app, id, REPLACES(school.id), manager)
  const { schoolId: thirdId } = await makeConsumer(app, { key: 'third', name: 'Third High' })
  const pair = { staysId: thirdId, joinsId: leftId, name: 'Third High', choices: { yearlyAccess: 'stays' } } as const
  t.hasStrict(await joinSchools(app, pair, manager), { ok: true })
  t.hasStrict(await undoLmsMove(app, id, manager), { ok: true, move: { schoolId: thirdId } }, 'joined since')
})

t.test('a key that is newer than the deployment is no earlier connection', async t => {
  const { app, by13, register } = await scene(t)
  const now = await register('client-1')
  await app.db.client.query("update consumers set created_at = now() + interval '1 day'")
  await app.db.client.query('delete from lms_moves')
  await by13(now, 'ana')
  const other = await register('client-2')
  t.strictSame(
    (await listMoves(app, manager)).map(m => [m.deploymentId, m.candidates.map(c => c.kind)]),
    [[other.deployment.id, ['deployment']]],
  )
})

t.test('people of other courses who have the same user id are not linked', async t => {
  const { app, school, by11, by13, register, query } = await scene(t)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-2' })
  await by11('7', { context_id: 'ctx-2' })
  const now = await register('client-1')
  await decideLmsMove(app, now.deployment.id, REPLACES(school.id), manager)
  await by13(now, '7')
  t.strictSame(await query('select from people where one_person is not null'), [])
})

t.test('who paid by card on both sides is due the later payment back', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const lms = await practicePlatform(t, app, { clientId: 'unused' })
  await app.db.client.query('delete from deployments; delete from platforms')
  const context = { context_id: course.contextId, launch_presentation_return_url: `${lms.base}/back` }
  const by11 = await launch(app, school.key, { user_id: 'kim', ...context })
  await buy({ ...given, token: by11.token })
  await deliver(given, COMPLETED)
  const now = await registerAt(app, lms, 'client-1')
  const by13 = () => launch13(app, now, { sub: 'kim', [`${C}context`]: { id: course.contextId } })
  await decideLmsMove(app, now.deployment.id, 'other', manager)
  const { token } = await by13()
  await app.db.client.query(
    `insert into course_products (course_id, product_id) select c.id, p.id from courses c, products p where c.deployment_id = $1 and p.product_code = 'A'`,
    [now.deployment.id],
  )
  app.clock.advance(60_000)
  await buy({ ...given, token })
  await deliver(given, COMPLETED)
  t.strictSame(await openFlags(given), [], 'two schools, as far as staff know')
  await undoLmsMove(app, now.deployment.id, manager)
  await decideLmsMove(app, now.deployment.id, { replaces: { kind: 'consumer', id: school.id } }, manager)
  t.strictSame(await openFlags(given), ['refund_due'])
  await by13()
  t.strictSame(await openFlags(given), ['refund_due'], 'once')
  await undoLmsMove(app, now.deployment.id, manager)
  t.strictSame(await openFlags(given), [], 'both count again')
  for (const each of [by11.token, token]) t.hasStrict(await findEntitlement(app, each), { source: 'card' })
})

t.test('undo parts whom the move merged, and nobody whom staff linked before', async t => {
  const { app, school, by11, by13, register, query } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  await decideLmsMove(app, id, 'other', manager)
  const users = ['both', 'old', 'new', 'each', 'none'] as const
  const rows: Record<string, number> = {}
  const personOf = async (token: string) =>
    Number((await query('select person_id as id from entitlements where token = $1', [token]))[0].id)
  for (const user of users) {
    rows[`${user} 11`] = await personOf((await by11(user)).token)
    rows[`${user} 13`] = await personOf((await by13(now, user)).token)
    for (const other of ['x', 'y']) rows[`${user} ${other}`] = await personOf((await by11(`${user}-${other}`)).token)
  }
  const link = (a: string, b: string) =>
    inTransaction(app.db, tx => saveLinkedPeople(tx, [rows[a] ?? 0, rows[b] ?? 0], app.clock.now()))
  await link('both 11', 'both 13')
  await link('old 11', 'old x')
  await link('new 13', 'new x')
  await link('each 11', 'each x')
  await link('each 13', 'each y')
  const groups = async () => {
    const found = await query(
      'select array_agg(id order by id) as ids from people where one_person is not null group by one_person',
    )
    const nameOf = (person: string) => Object.keys(rows).find(name => rows[name] === Number(person))
    return found.map(({ ids }) => ids.map(nameOf).sort().join(' + ')).sort()
  }
  const before = await groups()
  await undoLmsMove(app, id, manager)
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  t.strictSame(await groups(), [
    'both 11 + both 13',
    'each 11 + each 13 + each x + each y',
    'new 11 + new 13 + new x',
    'none 11 + none 13',
    'old 11 + old 13 + old x',
  ])
  await by13(now, 'old')
  await undoLmsMove(app, id, manager)
  t.strictSame(await groups(), before)
  t.strictSame(await query('select from people where one_person_before is not null'), [])
})

/** Runs work while another connection holds the rows of a query, and lets go when it waits for them, or when it is done. */
const whileHeld = async (app: TestApp, rows: string, works: (() => Promise<unknown>)[]): Promise<void> => {
  const holder = await app.db.client.connect()
  await holder.query('begin')
  await holder.query(`${rows} for update`)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const running: Promise<unknown>[] = []
  for (const work of works) {
    let isDone = false
    running.push(work().finally(() => (isDone = true)))
    await until('it waits', async () => isDone || (await app.db.client.query(waiting)).rows.length >= running.length)
  }
  await holder.query('rollback')
  holder.release()
  await Promise.all(running)
}

t.test('an undo waits for a person who is carried over, by the job or by a launch', async t => {
  const { app, school, by11, by13, register, stateOf, query, ana } = await scene(t)
  await by11('ben')
  const now = await register('client-1')
  const { id } = now.deployment
  const { token } = await by13(now, 'ana')
  for (const carry of [() => carryPeople(app, id), () => by13(now, 'ana')]) {
    t.hasStrict(await decide(app, id, REPLACES(school.id), manager), { ok: true })
    await by13(now, 'ben')
    await whileHeld(app, `select from entitlements where token = '${ana.token}'`, [
      carry,
      () => undoLmsMove(app, id, manager),
    ])
    t.hasStrict(await listMoves(app, manager), [{ state: 'asked' }])
    t.hasStrict(await stateOf(token), { isIn: false })
    t.strictSame(await query('select from people where one_person is not null'), [])
    t.strictSame(await query('select from courses where deployment_id is not null and one_course is not null'), [])
  }
})

t.test('a launch that began before the decision, and ends after its job, is carried over', async t => {
  const { app, school, by13, register, stateOf } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  await by13(now, 'ben')
  await by13(now, 'ana', { [`${C}context`]: { id: 'ctx-2' } })
  let token = ''
  const launched = async () => {
    token = (await by13(now, 'ana')).token
  }
  await whileHeld(app, "select from people where lti_user_id = 'ana' and platform_id is not null", [
    launched,
    () => decideLmsMove(app, id, REPLACES(school.id), manager),
  ])
  t.hasStrict(await stateOf(token), { isIn: true })
})

t.test('a decision after an undo waits until people are parted', async t => {
  const { app, school, by13, register, stateOf, query } = await scene(t)
  const now = await register('client-1')
  const { id } = now.deployment
  const { token } = await by13(now, 'ana')
  await decideLmsMove(app, id, REPLACES(school.id), manager)
  t.hasStrict(await undo(app, id, manager), { ok: true })
  t.match(await decide(app, id, REPLACES(school.id), manager), { ok: false, reason: 'people_being_parted' })
  const part = () => carryPeople(app, id)
  await whileHeld(app, 'select from carried_rows', [part, part, () => decide(app, id, 'other', manager)])
  t.hasStrict(await stateOf(token), { isIn: false })
  t.hasStrict(await listMoves(app, manager), [{ state: 'asked' }], 'refused')
  t.hasStrict(await decideLmsMove(app, id, REPLACES(school.id), manager), { ok: true })
  t.hasStrict(await stateOf(token), { isIn: true })
  await part()
  t.hasStrict(await stateOf(token), { isIn: true }, 'a job of the undo that comes late')
  t.equal((await query('select from carried_rows')).length, 2)
})

t.test(
  'a deployment is not undone while a newer one is decided to replace it, nor parted from that by an answer',
  async t => {
    const { app, school, by13, register, stateOf, query } = await scene(t)
    const one = await register('client-1')
    await by13(one, 'ana')
    const two = await register('client-2')
    const ana = await by13(two, 'ana')
    const [oneId, twoId] = [one.deployment.id, two.deployment.id]
    const replacesOne = { replaces: { kind: 'deployment', id: oneId } } as const
    await decideLmsMove(app, twoId, replacesOne, manager)
    await decideLmsMove(app, oneId, 'other', manager)
    t.equal((await query('select from carried_rows')).length, 2, 'the newer one still replaces it')
    t.hasStrict(await undoLmsMove(app, twoId, manager), { ok: true })
    t.hasStrict(await undoLmsMove(app, oneId, manager), { ok: true })
    await decideLmsMove(app, oneId, REPLACES(school.id), manager)
    await whileHeld(app, `select from schools where id = ${school.schoolId}`, [
      () => decideLmsMove(app, twoId, replacesOne, manager),
      () => undoLmsMove(app, oneId, manager),
    ])
    t.hasStrict(await query('select state from lms_moves'), [{ state: 'replaces' }, { state: 'replaces' }])
    t.hasStrict(await stateOf(ana.token), { isIn: true })
  },
)

/** Kim paid by card at the key of LTI 1.1, which a deployment replaces. Staff may refund. */
const paidAndCarried = async (t: Test) => {
  const given = await shop(t)
  const { app, school, course } = given
  const lms = await practicePlatform(t, app, { clientId: 'unused' })
  await app.db.client.query('delete from deployments; delete from platforms')
  const context = { context_id: course.contextId, launch_presentation_return_url: `${lms.base}/back` }
  const by11 = (user: string) => launch(app, school.key, { user_id: user, ...context })
  const old = (await by11('kim')).token
  const paid = await buy({ ...given, token: old })
  await deliver(given, COMPLETED)
  const now = await registerAt(app, lms, 'client-1')
  const by13 = (sub: string) => launch13(app, now, { sub, [`${C}context`]: { id: course.contextId } })
  const { id } = now.deployment
  await decideLmsMove(app, id, { replaces: { kind: 'consumer', id: school.id } }, manager)
  const { token } = await by13('kim')
  const refund = (sessionId: string) =>
    refundPayment(
      app,
      { sessionId, productIds: [], reason: 'left' },
      { ...colleague, role: 'manager', confirmedAt: app.clock.now() },
    )
  const sources = async () =>
    (await Promise.all([old, token].map(each => findEntitlement(app, each)))).map(found =>
      found?.processedAt ? found.source : null,
    )
  return { ...given, by11, by13, id, old, token, paid, refund, sources, undo: () => undoLmsMove(app, id, manager) }
}

t.test('a refund of a payment that was carried ends both, and a new payment by the new link stays there', async t => {
  const given = await paidAndCarried(t)
  const { app, token, paid, refund, sources } = given
  t.strictSame(await sources(), ['card', 'migrated'])
  t.match(await refund(paid.id), { ok: true })
  t.strictSame(await sources(), [null, null])
  app.clock.advance(60_000)
  const again = await buy({ ...given, token })
  await deliver(given, COMPLETED)
  await given.by11('kim')
  t.strictSame(await sources(), ['migrated', 'card'])
  t.hasStrict(await given.undo(), { ok: true })
  t.strictSame(await sources(), [null, 'card'])
  t.match(await given.undo(), { ok: false, reason: 'move_decided' })
  t.match(await refund(again.id), { ok: true })
  t.strictSame(await sources(), [null, null])
})

t.test('who is erased between a decision and its undo is gone, and others are parted', async t => {
  const given = await paidAndCarried(t)
  const { app, by11, by13 } = given
  const lee = await by11('lee')
  await redeem(app, lee.token, await makeCode(app, 'A'))
  const leeBy13 = await by13('lee')
  await given.refund(given.paid.id)
  const [{ id }] = (await app.db.client.query("select id from people where lti_user_id = 'kim' order by id limit 1"))
    .rows
  const erased = () =>
    inTransaction(app.db, tx =>
      eraseRecords(app, tx, { personId: id, actor: 'system', asked: 'person', now: app.clock.now() }),
    )
  const [done, undone] = await Promise.all([erased(), given.undo()])
  t.match(undone, { ok: true })
  t.match(done, { ok: true })
  t.hasStrict(await findEntitlement(app, leeBy13.token), { processedAt: null })
  t.hasStrict(await findEntitlement(app, lee.token), { source: 'code' })
})
