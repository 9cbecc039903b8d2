import t from 'tap'
import { findEntitlementByToken, processEntitlement, unprocessEntitlement } from '#src/access/entitlements.ts'
import type { Entitlement, Source } from '#src/access/rules/entitlement.ts'
import type { AccessEnding } from '#src/access/store/entitlement-changes.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { UNDO_REASON } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { countDays } from '#src/desk/reports.ts'
import { listTotals } from '#src/desk/store/daily-totals.ts'
import { launchDiary } from '#src/lti/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { postCode } from '../support/form.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

/** Daily totals: what is counted on which day, and that counting again changes nothing. */
const totalsOf = async ({ db }: TestApp, ...measures: string[]) =>
  (await listTotals(db, '2026-11-01', '2026-11-30')).filter(({ measure }) => measures.includes(measure))

t.test('a day is counted in the business time zone, once, however often the job runs', async t => {
  const app = await testApp(t)
  app.clock.set('2026-11-20T05:30:00Z')
  const line = { version: '1.1' as const, parameters: [] }
  await app.db.orm.insert(launchDiary).values([
    { ...line, reference: 'A', outcome: 'pay', at: new Date('2026-11-20T05:10:00Z') },
    { ...line, reference: 'B', outcome: 'pay', at: new Date('2026-11-20T06:10:00Z') },
    { ...line, reference: 'C', outcome: 'stale', at: new Date('2026-11-20T06:20:00Z') },
  ])
  const list = () => totalsOf(app, 'launches')
  await countDays(app)
  t.strictSame(
    await list(),
    [{ day: '2026-11-19', measure: 'launches', key: 'pay', total: 1 }],
    'half past eleven in Chicago: the next day has not begun',
  )
  app.clock.set('2026-11-20T18:00:00Z')
  await Promise.all([countDays(app), countDays(app)])
  const counted = [
    { day: '2026-11-19', measure: 'launches', key: 'pay', total: 1 },
    { day: '2026-11-20', measure: 'launches', key: 'pay', total: 1 },
    { day: '2026-11-20', measure: 'launches', key: 'stale', total: 1 },
  ]
  t.strictSame(await list(), counted)
  await app.db.orm.delete(launchDiary)
  app.clock.set('2026-12-20T18:00:00Z')
  await countDays(app)
  t.strictSame((await list()).slice(0, 3), counted, 'totals outlive the rows')
})

t.test('access, its source and the minutes until then are counted', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key, { context_id: 'ctx-1' })
  const firstLaunch = { createdAt: app.clock.now() }
  await app.db.orm.update(entitlements).set(firstLaunch)
  app.clock.advance(7 * 60_000)
  await postCode(app, token, await makeCode(app, 'A'))
  await countDays(app)
  const totals = await listTotals(app.db, '2026-11-01', '2026-11-30')
  t.has(totals, [
    { day: '2026-11-16', measure: 'minutes', key: 'median', total: 7 },
    { day: '2026-11-16', measure: 'minutes', key: 'slowest', total: 7 },
    { day: '2026-11-21', measure: 'entered', key: 'code', total: 1 },
  ])
  const me = await signedIn(app)
  const { body } = await me.open('/today')
  t.match(body, '1 person got access in the last half year.')
  t.match(body, '<figcaption>')
})

t.test('a past day keeps its number when access ends or is taken away', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const cases: [Source, AccessEnding, reason?: string][] = [
    ['code', 'expired'],
    ['card', 'expired'],
    ['free', 'expired'],
    ['staff', 'expired'],
    ['staff', 'removed'],
    ['free', 'removed'],
    ['test', 'expired'],
    ['staff', 'removed', UNDO_REASON],
  ]
  const rows: Entitlement[] = []
  for (const [at, [source]] of cases.entries()) {
    const { token } = await launch(app, school.key, { context_id: 'ctx-1', user_id: `user-${at}` })
    const entitlement = (await findEntitlementByToken(app.db, token))!
    await inTransaction(app.db, tx =>
      processEntitlement(tx, app.jobs, { entitlement, source, now: app.clock.now(), by: { actor: 'system' } }),
    )
    rows.push((await findEntitlementByToken(app.db, token))!)
  }
  const counted = async () => {
    await countDays(app)
    return (await totalsOf(app, 'entered')).map(r => [r.key, r.total])
  }
  const once = [
    ['card', 1],
    ['code', 1],
    ['free', 2],
    ['staff', 3],
  ]
  t.strictSame(await counted(), once)
  app.clock.advance(86_400_000)
  for (const [at, [, ending, reason]] of cases.entries())
    await inTransaction(app.db, tx =>
      unprocessEntitlement(tx, app.jobs, {
        ...{ entitlement: rows[at]!, now: app.clock.now(), ending },
        by: { actor: 'system', reason },
      }),
    )
  t.strictSame(await counted(), [...once.slice(0, 3), ['staff', 2]], 'what was undone never was')
})

t.test('the first count goes week by week, so that no statement reads two years', async t => {
  const app = await testApp(t)
  app.clock.set('2026-11-20T18:00:00Z')
  const line = { version: '1.1' as const, parameters: [], outcome: 'pay' }
  const days = ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-20']
  await app.db.orm
    .insert(launchDiary)
    .values(days.map(day => ({ ...line, reference: day, at: new Date(`${day}T18:00:00Z`) })))
  await countDays(app)
  const totals = await totalsOf(app, 'launches')
  t.strictSame(
    totals.map(({ day, total }) => [day, total]),
    days.map(day => [day, 1]),
  )
})
