import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { couponRow, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'

const STUDENTS = 300
const LAUNCHES = 100

/** A process with ten connections, and the patience of production. */
const schoolWithCode = async (t: Test) => {
  const databaseUrl = await freshDatabaseUrl(t)
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 10 })
  t.teardown(() => db.close())
  const app = await testApp(t, { db })
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'])
  const code = await makeCode(app, 'A', { maxUsage: STUDENTS })
  return { app, school, course, code }
}

const studentsOf = async (app: TestApp, key: string, contextId: string, count: number): Promise<string[]> => {
  const tokens: string[] = []
  for (let i = 0; i < count; i++) tokens.push((await launch(app, key, { context_id: contextId })).token)
  return tokens
}

t.test('300 students at once on a 300-use code: all get in, and launches elsewhere are answered', async t => {
  const { app, school, course, code } = await schoolWithCode(t)
  const other = await makeCourse(app, school.id, ['B'])
  const tokens = await studentsOf(app, school.key, course.contextId, STUDENTS)
  const began = performance.now()
  const all = Promise.all(tokens.map(token => redeem(app, token, code)))
  const waited: number[] = []
  const statuses = new Set<number>()
  for (let i = 0; i < LAUNCHES; i++) {
    const asked = performance.now()
    const { status } = await launch(app, school.key, { context_id: other.contextId })
    statuses.add(status)
    waited.push(performance.now() - asked)
  }
  const answers = await all
  t.comment(
    `${STUDENTS} redemptions took ${Math.round(performance.now() - began)} ms, with ${LAUNCHES} launches meanwhile`,
  )
  t.strictSame([...new Set(answers.map(a => a.status ?? a.http))], ['PROCESSED'])
  t.equal((await couponRow(app, code)).used, STUDENTS)
  t.equal((await usesOf(app, code)).length, STUDENTS)
  t.strictSame([...statuses], [303])
  const longest = Math.round(Math.max(...waited))
  t.ok(longest < 3000, `the slowest launch took ${longest} ms`)
})

t.test('while the row of a code is locked for long, waiting students leave connections to others', async t => {
  const { app, school, course, code } = await schoolWithCode(t)
  const tokens = await studentsOf(app, school.key, course.contextId, 20)
  const lock = await app.db.client.connect()
  await lock.query('begin')
  await lock.query('select 1 from coupons where coupon_code = $1 for update', [code])
  const redeemed = Promise.all(tokens.map(token => redeem(app, token, code)))
  t.equal((await launch(app, school.key, { context_id: course.contextId })).status, 303)
  await lock.query('rollback')
  lock.release()
  t.strictSame([...new Set((await redeemed).map(a => a.status ?? a.http))], ['PROCESSED'])
})
