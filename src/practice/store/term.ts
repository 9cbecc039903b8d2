import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { dailyTotals } from '#src/reports/store/schema.ts'
import { consumers } from '#src/schools/store/schema/consumers.ts'
import { deployments, platforms } from '#src/schools/store/schema/platforms.ts'
import { staffUsers } from '#src/staff/store/schema.ts'
import type { Colleague, DeadJob, TermProduct } from '../term/maker.ts'

type NewConsumer = typeof consumers.$inferInsert
type NewPlatform = typeof platforms.$inferInsert
type NewDeployment = typeof deployments.$inferInsert

/** Adds a consumer. Returns its id, or null if its key exists. */
export const addConsumer = async (tx: Tx, consumer: NewConsumer): Promise<number | null> => {
  const [made] = await tx.orm.insert(consumers).values(consumer).onConflictDoNothing().returning({ id: consumers.id })
  return made?.id ?? null
}

/** Adds a deployment, and its platform if it is new. Returns their ids, or null if the deployment exists. */
export const addDeployment = async (
  tx: Tx,
  platform: NewPlatform,
  deployment: Omit<NewDeployment, 'platformId'>,
): Promise<{ id: number; platformId: number } | null> => {
  await tx.orm.insert(platforms).values(platform).onConflictDoNothing()
  const [found] = await tx.orm
    .select({ id: platforms.id })
    .from(platforms)
    .where(and(eq(platforms.issuer, platform.issuer), eq(platforms.clientId, platform.clientId)))
  const platformId = found!.id
  const [made] = await tx.orm
    .insert(deployments)
    .values({ ...deployment, platformId })
    .onConflictDoNothing()
    .returning({ id: deployments.id })
  return made ? { id: made.id, platformId } : null
}

/** Adds colleagues that do not exist yet, and returns all of these addresses. */
export const saveColleagues = async (
  db: Queryable,
  colleagues: (typeof staffUsers.$inferInsert)[],
): Promise<Colleague[]> => {
  await db.orm.insert(staffUsers).values(colleagues).onConflictDoNothing()
  return db.orm
    .select({ id: staffUsers.id, role: staffUsers.role })
    .from(staffUsers)
    .where(
      inArray(
        staffUsers.email,
        colleagues.map(c => c.email),
      ),
    )
    .orderBy(staffUsers.id)
}

export const listTermProducts = (db: Queryable): Promise<(TermProduct & { isFree: boolean | null })[]> =>
  db.orm.select().from(products).orderBy(products.productCode)

/** Counts which of these schools exist. */
export const countSchools = async (db: Queryable, keys: string[], deploymentIds: string[]): Promise<number> => {
  const consumersFound = await db.orm.$count(consumers, inArray(consumers.key, keys))
  const deploymentsFound = await db.orm.$count(deployments, inArray(deployments.deploymentId, deploymentIds))
  return consumersFound + deploymentsFound
}

/** Adds a job to the dead letters, as the queue leaves it after the last attempt. */
export const addDeadJob = async (tx: Tx, { at, name, data, error }: DeadJob): Promise<void> => {
  await tx.client.query(
    `insert into pgboss.job (name, data, state, created_on, start_after) values ('dead', $1, 'created', $2, $2)`,
    [JSON.stringify({ name, attempt: 8, data, error }), at],
  )
}

/** Deletes the totals of all days, so that the next count includes days of the past. */
export const deleteTotals = async (db: Queryable): Promise<void> => {
  await db.orm.delete(dailyTotals)
}

/** Updates the planner's statistics, which otherwise follow minutes later. */
export const analyze = async (db: Queryable): Promise<void> => {
  await db.client.query('analyze')
}
