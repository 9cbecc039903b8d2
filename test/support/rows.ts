import { eq, getTableColumns } from 'drizzle-orm'
import { coupons, couponUses } from '#src/access/store/schema/coupons.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { gradeTargets } from '#src/lti/store/schema.ts'
import { messages } from '#src/messages/store/schema.ts'
import { consumers, deployments, platforms, schools } from '#src/schools/store/schema.ts'
import type { TestApp } from './app.ts'

/** Reads database rows for assertions. */
export const courseRow = async (app: TestApp, contextId: string) => {
  const [row, ...more] = await app.db.orm.select().from(courses).where(eq(courses.contextId, contextId))
  if (!row || more.length > 0) throw new Error(`there are ${more.length + (row ? 1 : 0)} courses ${contextId}`)
  return row
}

export const enrollmentRow = async (app: TestApp, token: string) => {
  const [row] = await app.db.orm.select().from(entitlements).where(eq(entitlements.token, token))
  if (!row) throw new Error('no such enrollment')
  return row
}

/** Returns the grade columns of a person. */
export const targetsOf = async (app: TestApp, token: string) => {
  const { id } = await enrollmentRow(app, token)
  return app.db.orm.select().from(gradeTargets).where(eq(gradeTargets.entitlementId, id)).orderBy(gradeTargets.id)
}

export const personOf = async (app: TestApp, token: string) => {
  const { personId } = await enrollmentRow(app, token)
  const [row] = await app.db.orm.select().from(people).where(eq(people.id, personId))
  return row!
}

export const couponRow = async (app: TestApp, code: string) => {
  const [row] = await app.db.orm.select().from(coupons).where(eq(coupons.couponCode, code))
  if (!row) throw new Error(`no such code: ${code}`)
  return row
}

export const usesOf = async (app: TestApp, code: string) => {
  const { id } = await couponRow(app, code)
  return app.db.orm.select().from(couponUses).where(eq(couponUses.couponId, id)).orderBy(couponUses.id)
}

export const messagesTo = (app: TestApp, recipient: string) =>
  app.db.orm.select().from(messages).where(eq(messages.recipient, recipient)).orderBy(messages.id)

export const countOf = async (app: TestApp, table: string): Promise<number> =>
  (await app.db.client.query(`select count(*) as n from ${table}`)).rows[0].n

/** Deployments with the names of their schools. */
export const deploymentRows = (app: TestApp) =>
  app.db.orm
    .select({ ...getTableColumns(deployments), school: schools.name })
    .from(deployments)
    .leftJoin(schools, eq(schools.id, deployments.schoolId))
    .orderBy(deployments.id)

export const platformRows = (app: TestApp) => app.db.orm.select().from(platforms).orderBy(platforms.id)

export const changeConsumer = async (
  app: TestApp,
  id: number,
  change: Partial<typeof consumers.$inferInsert>,
): Promise<void> => {
  await app.db.orm.update(consumers).set(change).where(eq(consumers.id, id))
}

export const changeSchool = async (
  app: TestApp,
  id: number,
  change: Partial<typeof schools.$inferInsert>,
): Promise<void> => {
  await app.db.orm.update(schools).set(change).where(eq(schools.id, id))
}

export const changeCourse = async (
  app: TestApp,
  id: number,
  change: Partial<typeof courses.$inferInsert>,
): Promise<void> => {
  await app.db.orm.update(courses).set(change).where(eq(courses.id, id))
}

/** Returns the payloads of waiting jobs in a queue. */
export const jobsOf = async (app: TestApp, name: string): Promise<Record<string, unknown>[]> => {
  const text = "select data->'data' as data from pgboss.job where name = $1 and state = 'created' order by created_on"
  return (await app.db.client.query(text, [name])).rows.map(row => row.data)
}
