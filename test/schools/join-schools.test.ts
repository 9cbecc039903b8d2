import t from 'tap'
import { annotateBatch, generateCodes } from '#src/access/code-batches.ts'
import { addColleague } from '#src/accounts/colleagues.ts'
import { makeServiceAccount } from '#src/accounts/service-accounts.ts'
import type { ServiceAccount } from '#src/core/rules/service-account.ts'
import { eraseSchool } from '#src/desk/school-erasures.ts'
import { joinSchools, moveConnection, previewJoin, previewMove } from '#src/schools/join-schools.ts'
import type { ConnectionRef } from '#src/schools/rules/school-facts.ts'
import { updateSchool } from '#src/schools/schools.ts'
import { createSeatLink, listSeatLinks, openSeatLink } from '#src/schools/seat-links.ts'
import { testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { jobsOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const manager = { ...colleague, role: 'manager' as const }

/** A school by LTI 1.1, and the same school by LTI 1.3, each with a course and a person. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const river = await makeConsumer(app, { key: 'river', name: 'River High', contact: 'Jo', note: 'Orders in May' })
  const platform = await practicePlatform(t, app, {
    deployment: { name: 'River High by 1.3', isK12: true, acceptsPayment: false, contact: 'Bo' },
  })
  const product = await makeProduct(app, 'A')
  await makeCourse(app, river.id, ['A'], { contextId: 'ctx-11' })
  await launch(app, river.key, { context_id: 'ctx-11' })
  await launch13(app, platform)
  const query = (text: string, values: unknown[] = []) => app.db.client.query(text, values).then(({ rows }) => rows)
  const pair = { staysId: river.schoolId, joinsId: platform.deployment.schoolId! }
  return { app, river, platform, product, query, pair }
}

t.test('two schools are joined: what belongs to the one goes to the other, with one set of settings', async t => {
  const { app, query, pair, product, platform } = await scene(t)
  const [{ id: staffId }] = (await query(
    "insert into staff_users (email, is_limited) values ('lim@example.com', true) returning id",
  )) as [{ id: number }]
  await query('insert into staff_schools values ($1, $2)', [staffId, pair.joinsId])
  await query('insert into coupon_batches (school_id, product_id, size) values ($1, $2, 3)', [pair.joinsId, product.id])
  await query('insert into default_products values ($1, $2)', [pair.joinsId, product.id])
  await createSeatLink(app, pair.joinsId, manager)
  const [link] = await listSeatLinks(app, pair.joinsId)

  const shown = await previewJoin(app, pair, manager)
  t.hasStrict(shown, {
    preview: {
      stays: { name: 'River High', consumers: 1, deployments: 0, courses: 1, people: 1, batches: 0, staff: 0 },
      joins: {
        ...{ name: 'River High by 1.3', consumers: 0, deployments: 1, courses: 1, people: 1, batches: 1, staff: 1 },
        ...{ seatLinks: 1, defaultProducts: ['A'] },
      },
      differing: [{ setting: 'acceptsPayment' }, { setting: 'isK12' }],
    },
  })
  const join = (over: object = {}) =>
    joinSchools(
      app,
      { ...pair, name: 'River High School', choices: { acceptsPayment: 'joins', isK12: 'joins' }, ...over },
      manager,
    )
  for (const [over, reason] of [
    [{ choices: { isK12: 'joins' } }, 'settings_not_chosen'],
    [{ name: ' ' }, 'school_name_required'],
    [{ joinsId: pair.staysId }, 'same_school'],
    [{ joinsId: 999 }, 'school_not_found'],
  ] as const)
    t.match(await join(over), { ok: false, reason })
  await makeConsumer(app, { name: 'Lake' })
  t.match(await join({ name: 'lake' }), { reason: 'school_name_exists' })
  await query('insert into school_erasures (school_id, actor, total) values ($1, $2, 1)', [pair.joinsId, 'staff:1'])
  t.match(await join(), { reason: 'erasure_running' })
  await query('update school_erasures set finished_at = now()')

  const done = await join()
  t.hasStrict(done, {
    ok: true,
    school: {
      ...{ id: pair.staysId, name: 'River High School', acceptsPayment: false, acceptsAccessCode: true, isK12: true },
      ...{ contact: 'Jo; Bo', note: 'Orders in May' },
      connections: { consumers: [{ key: 'river' }], deployments: [{ deploymentId: '1', isOn: true }] },
    },
  })
  t.strictSame(await query('select id from schools where id = $1', [pair.joinsId]), [])
  t.strictSame(await query('select distinct school_id from courses'), [{ school_id: pair.staysId }])
  t.hasStrict(await openSeatLink(app, link?.link ?? ''), { id: pair.staysId }, 'the link keeps working')
  for (const table of ['coupon_batches', 'default_products', 'staff_schools', 'school_erasures'])
    t.strictSame(await query(`select school_id from ${table}`), [{ school_id: pair.staysId }], table)
  t.equal((await launch13(app, platform, { [`${C}context`]: { id: 'another' } })).status, 303)
  const lines = await query("select subject_id from audit where action = 'join-schools' order by id")
  t.strictSame(lines, [{ subject_id: pair.staysId }, { subject_id: pair.joinsId }])
  t.match(await join(), { ok: true, school: { id: pair.staysId } }, 'pressed again')
  t.equal((await query("select from audit where action = 'join-schools'")).length, 2, 'nothing happens twice')
})

t.test('of joins at once one wins, and a launch meanwhile finds its school', async t => {
  const { app, river, platform, pair, query } = await scene(t)
  const choices = { acceptsPayment: 'stays', isK12: 'stays' } as const
  const join = () => joinSchools(app, { ...pair, name: 'One', choices }, manager)
  const back = () => joinSchools(app, { staysId: pair.joinsId, joinsId: pair.staysId, name: 'Other', choices }, manager)
  const opens = (n: number) => [
    launch(app, river.key, { context_id: `new-11-${n}` }),
    launch13(app, platform, { [`${C}context`]: { id: `new-13-${n}` } }),
  ]
  const [launches, ...joined] = await Promise.all([Promise.all([0, 1, 2].flatMap(opens)), join(), back(), join()])
  t.strictSame([...new Set(launches.map(l => l.status))], [303])
  t.ok(joined.some(j => j.ok))
  const [left, ...more] = await query('select id from schools')
  t.strictSame(more, [])
  t.strictSame(await query('select distinct school_id from courses'), [{ school_id: left.id }])
})

t.test('codes, keys and roles for a school that joins another go to the one that stays, or are refused', async t => {
  const { app, pair, product, query } = await scene(t)
  const { staff } = await signedIn(app)
  const [batch] = await query('insert into coupon_batches (product_id, size) values ($1, 1) returning id', [product.id])
  const codes = { product_code: 'A', count: '2', max_usage: '1', expires_at: '2027-06-30', note: '', code: '' }
  const keyFor = (schoolId: number) => ({
    name: 'North',
    scopes: ['codes:make' as const],
    schoolId,
    expires: '2027-06-30',
  })
  const person = { firstName: 'Kim', lastName: 'Lee', role: 'support' as const }
  const gone = { ok: false, reason: 'school_not_found' }
  const makes: [outcome: object, make: (id: number, program: ServiceAccount) => Promise<{ ok: boolean }>][] = [
    [gone, id => generateCodes(app, { ...codes, school: String(id) }, staff)],
    [gone, id => annotateBatch(app, batch.id, { school: String(id), seller: '', note: '' }, staff)],
    [gone, id => makeServiceAccount(app, keyFor(id), staff)],
    [{ ok: true }, (_, program) => generateCodes(app, { ...codes, school: '' }, program)],
    [
      { ok: false, reason: 'school_required' },
      id => addColleague(app, { ...person, email: `kim${id}@example.com`, schools: [id] }, staff),
    ],
  ]
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  for (const isJoinFirst of [true, false])
    for (const [outcome, make] of makes) {
      const joinsId = (await makeConsumer(app)).schoolId
      await makeServiceAccount(app, keyFor(joinsId), staff)
      const [program] = await query(
        'select id, name, scopes, school_id as "schoolId" from service_accounts order by id desc limit 1',
      )
      const choices = { acceptsPayment: 'stays', isK12: 'stays' } as const
      const join = () => joinSchools(app, { staysId: pair.staysId, joinsId, name: 'River High', choices }, staff)
      const works = [join, () => make(joinsId, program)]
      // The lock is held until both wait in the middle of their transactions.
      const holder = await app.db.client.connect()
      const held = isJoinFirst ? 'coupon_batches, service_accounts, staff_schools' : 'audit'
      await holder.query(`begin; lock table ${held} in share mode`)
      const running: Promise<{ ok: boolean }>[] = []
      for (const work of isJoinFirst ? works : works.toReversed()) {
        running.push(work())
        await until('it waits', async () => (await query(waiting)).length === running.length)
      }
      await holder.query('commit')
      holder.release()
      t.match(await Promise.all(running), isJoinFirst ? [{ ok: true }, outcome] : [{ ok: true }, { ok: true }])
    }
  const places = await query(
    'select school_id from coupon_batches union select school_id from service_accounts union select school_id from staff_schools',
  )
  t.strictSame(places, [{ school_id: pair.staysId }])
})

t.test('a connection moves to another school with its courses, or to a new one', async t => {
  const { app, river, platform, pair, query } = await scene(t)
  const ref: ConnectionRef = { kind: 'deployment', id: platform.deployment.id }
  const to = { schoolId: river.schoolId }
  t.hasStrict(await previewMove(app, ref, to, manager), {
    preview: {
      connection: `LTI 1.3, deployment 1 of ${platform.platform.domain}`,
      ...{ from: { name: 'River High by 1.3' }, courses: 1, people: 1, isLast: true },
      changes: [
        { label: 'Card payment', values: ['off', 'on'] },
        { label: 'K-12', values: ['on', 'off'] },
      ],
    },
  })
  await updateSchool(app, river.schoolId, { yearlyAccess: true }, manager)
  const moves = await Promise.all([1, 2].map(() => moveConnection(app, ref, to, manager)))
  t.match(moves, [{ ok: true }, { ok: true }])
  t.strictSame(await query('select distinct school_id from courses'), [{ school_id: river.schoolId }])
  t.strictSame(
    await query("select subject_kind, subject_id from audit where action = 'move-connection' order by id"),
    [
      { subject_kind: 'deployment', subject_id: ref.id },
      { subject_kind: 'school', subject_id: pair.joinsId },
      { subject_kind: 'school', subject_id: river.schoolId },
    ],
    'once, on all three',
  )
  t.strictSame(await jobsOf(app, 'move-access-ends'), [
    { schoolId: river.schoolId, mayShorten: false },
    { schoolId: river.schoolId, mayShorten: false },
  ])
  t.match(await previewMove(app, ref, to, manager), { reason: 'same_school' })

  t.match(await moveConnection(app, ref, { newSchool: 'river high' }, manager), { reason: 'school_name_exists' })
  const [split, same] = await Promise.all(
    [1, 2].map(() => moveConnection(app, ref, { newSchool: 'Lake College' }, manager)),
  )
  t.strictSame(same, split, 'pressed twice')
  t.hasStrict(split, { school: { name: 'Lake College', yearlyAccess: true, connections: { consumers: [] } } })
  const again = await moveConnection(app, ref, { newSchool: 'Lake College' }, manager)
  t.strictSame(again, split, 'pressed again')
  t.equal((await query("select from audit where action = 'move-connection'")).length, 6, 'nothing happens twice')
  t.equal((await query('select distinct school_id from courses')).length, 2)
  for (const [id, target, reason] of [
    [999, to, 'connection_not_found'],
    [ref.id, { schoolId: 999 }, 'school_not_found'],
  ] as const)
    t.match(await moveConnection(app, { ...ref, id }, target, manager), { reason })
})

t.test('nobody moves into an erasure, or out of one', async t => {
  const { app, river, platform, pair, query } = await scene(t)
  const by = { ...manager, confirmedAt: app.clock.now() }
  const into: ConnectionRef = { kind: 'deployment', id: platform.deployment.id }
  const out: ConnectionRef = { kind: 'consumer', id: river.id }
  t.match(await eraseSchool(app, river.schoolId, 1, by), { ok: true })
  for (const [ref, to] of [
    [into, { schoolId: pair.staysId }],
    [out, { schoolId: pair.joinsId }],
    [out, { newSchool: 'Lake' }],
  ] as const)
    t.match(await moveConnection(app, ref, to, manager), { ok: false, reason: 'erasure_running' })
  t.strictSame(await query("select name from schools where name = 'Lake'"), [], 'no school was made')
  await query('update school_erasures set finished_at = now()')

  const both = await Promise.all([
    moveConnection(app, into, { schoolId: pair.staysId }, manager),
    eraseSchool(app, pair.staysId, 1, by),
  ])
  t.match(both.filter(({ ok }) => ok).length, 1, 'one of them wins')
  const refused = both.find(({ ok }) => !ok)
  t.match(refused, { reason: /^(erasure_running|count_changed)$/ })
})

t.test('a launch that makes a course while its connection moves gets the new school', async t => {
  const { app, river, pair, query } = await scene(t)
  const ref: ConnectionRef = { kind: 'consumer', id: river.id }
  const open = (n: number) => launch(app, river.key, { context_id: `during-${n}` })
  for (let n = 0; n < 6; n++) {
    const schoolId = n % 2 === 0 ? pair.joinsId : pair.staysId
    const move = moveConnection(app, ref, { schoolId }, manager)
    const launches = await Promise.all([0, 1, 2, 3].map(i => open(4 * n + i)))
    t.match(await move, { ok: true })
    t.strictSame([...new Set(launches.map(l => l.status))], [303])
  }
  t.strictSame(
    await query('select c.id from courses c join consumers k on k.id = c.consumer_id where k.school_id <> c.school_id'),
    [],
  )
})
