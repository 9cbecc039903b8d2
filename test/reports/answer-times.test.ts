import t from 'tap'
import { listAnswerTimes } from '#src/desk/reports.ts'
import { addToDay } from '#src/desk/store/daily-totals.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { signedIn } from '../support/staff.ts'

t.test('answer times of all processes are added up per day, and 30 days are shown', async t => {
  const app = await testApp(t)
  const add = (day: string, service: 'mail' | 'sms', calls: number, total: number, slowest: number) =>
    addToDay(app.db, day, [{ service, calls, total, slowest }])
  await add('2026-11-20', 'mail', 2, 200.4, 150)
  await add('2026-11-20', 'mail', 1, 400, 400)
  await add('2026-11-21', 'mail', 1, 0.2, 0.2)
  await add('2026-11-21', 'sms', 1, 2500, 2500)
  await add('2026-10-01', 'sms', 9, 90000, 30000)
  const me = await signedIn(app)
  t.strictSame(await listAnswerTimes(app, me.staff), [
    { service: 'sms', calls: 1, mean: 2500, slowest: 2500 },
    { service: 'mail', calls: 4, mean: 150, slowest: 400 },
  ])
  t.match(textOf((await me.open('/setup')).body), 'Slowest on average: Text messages, 2.5 s.')
  await t.rejects(listAnswerTimes(app, (await signedIn(app, 'viewer')).staff))
})
