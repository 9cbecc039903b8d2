import { and, desc, eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { DeploymentChange, DeploymentStatus, WaitingDeployment } from '../rules/deployment.ts'
import type { Platform, PlatformSwitches } from '../rules/platform.ts'
import { deployments, platforms } from './schema/platforms.ts'

const columns = {
  id: platforms.id,
  issuer: platforms.issuer,
  clientId: platforms.clientId,
  domain: platforms.domain,
  preset: platforms.preset,
  authorizationRedirect: platforms.authorizationRedirect,
  publicKeysUrl: platforms.publicKeysUrl,
  grantUrl: platforms.grantUrl,
  audience: platforms.audience,
  isActive: platforms.isActive,
  opensWithoutCookies: platforms.opensWithoutCookies,
}

/**
 * Lists platforms of an issuer, at most two. Canvas and Blackboard use one issuer for all schools and differ by
 * client_id.
 */
export const listPlatformsOfIssuer = async (db: Queryable, issuer: string, clientId?: string): Promise<Platform[]> =>
  db.orm
    .select(columns)
    .from(platforms)
    .where(and(eq(platforms.issuer, issuer), clientId === undefined ? undefined : eq(platforms.clientId, clientId)))
    .limit(2)

/** Lists platforms that know us by this client id. Few do, whatever their issuer. */
export const listPlatformsOfClient = async (db: Queryable, clientId: string): Promise<Platform[]> =>
  db.orm.select(columns).from(platforms).where(eq(platforms.clientId, clientId))

export const findPlatform = async (db: Queryable, id: number): Promise<Platform | null> => {
  const [row] = await db.orm.select(columns).from(platforms).where(eq(platforms.id, id))
  return row ?? null
}

/** Lists platforms, inactive ones first. At most 500. */
export const listAllPlatforms = async (db: Queryable): Promise<Platform[]> =>
  db.orm.select(columns).from(platforms).orderBy(platforms.isActive, platforms.issuer, platforms.id).limit(500)

/** Sets one or both switches of a platform. Returns null when it does not exist. */
export const savePlatformSwitches = async (
  db: Queryable,
  id: number,
  switches: Partial<PlatformSwitches>,
  now: Date,
): Promise<Platform | null> => {
  const change = { ...switches, updatedAt: now }
  const [row] = await db.orm.update(platforms).set(change).where(eq(platforms.id, id)).returning(columns)
  return row ?? null
}

const reach = prepared<{ domain: string; courses: number; people: number }>(
  'platform_reach',
  `select f.domain, (select count(*)::int from courses c join deployments d on d.id = c.deployment_id where d.platform_id = f.id) as courses,
    (select count(*)::int from people p where p.platform_id = f.id) as people
   from platforms f where f.id = $1`,
)

/** Counts the courses and people of a platform. Returns null when the platform does not exist. */
export const findPlatformReach = async (db: Queryable, id: number) => (await reach(db, [id]))[0] ?? null

const deploymentReach = prepared<{ courses: number; people: number }>(
  'deployment_reach',
  `select count(distinct c.id)::int as courses, count(distinct m.person_id)::int as people
   from courses c left join memberships m on m.course_id = c.id where c.deployment_id = $1`,
)

/** Counts the courses and people of a deployment. */
export const findDeploymentReach = async (db: Queryable, id: number) =>
  (await deploymentReach(db, [id]))[0] ?? { courses: 0, people: 0 }

/** Key of the advisory lock. Every process must use the same number; others are in their own files. */
const LOCK = 7_446_227

/** Lets one process add or turn on a platform at a time. The lock ends with the transaction. */
export const lockPlatforms = async (tx: Tx): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

export type InsertedPlatform = Omit<Platform, 'id' | 'opensWithoutCookies'> & { approvesFirst: boolean }

/** Inserts a platform. Returns null when this issuer and client_id exist. */
export const claimPlatform = async (db: Queryable, values: InsertedPlatform): Promise<Platform | null> => {
  const [row] = await db.orm.insert(platforms).values(values).onConflictDoNothing().returning(columns)
  return row ?? null
}

interface DeploymentState {
  id: number
  status: DeploymentStatus
}

interface KnownDeployment extends DeploymentState {
  name: string | null
}

const known = prepared<KnownDeployment>(
  'deployment_known',
  'select id, status, name from deployments where platform_id = $1 and deployment_id = $2',
)

const approving = prepared<object>('platform_approving', 'select from platforms where id = $1 and approves_first')

/**
 * Upserts a deployment with the course it was launched from. The first deployment of a platform that was created
 * without a list is approved (docs/rules/schools.md). When two race to be first, the lock on the platform's row lets
 * one win. The school has the name of its
 * invitation, else the one that the LMS sent.
 */
const seen = prepared<DeploymentState>(
  'deployment_seen',
  `with first as (
    update platforms set approves_first = false, updated_at = $5 where id = $1 and approves_first
      and not exists (select from deployments where platform_id = $1 and deployment_id = $2) returning id
  )
  insert into deployments (platform_id, deployment_id, name, status, seen_title, seen_at)
  values ($1, $2, coalesce((select note from registration_invites where platform_id = $1 limit 1), $3), case when exists (select from first) then 'approved' else 'waiting' end, $4, $5)
  on conflict (platform_id, deployment_id) do update set seen_title = coalesce(excluded.seen_title, deployments.seen_title), seen_at = excluded.seen_at
  returning id, status`,
)

/** Names a deployment that has no name yet. */
const named = prepared(
  'deployment_named',
  'update deployments set name = $2, updated_at = $3 where id = $1 and name is null',
)

interface Seen {
  platformId: number
  deploymentId: string
  name: string | null
  title: string | null
  /** False for a launch check, which must not use up the approval of the first real launch. */
  mayApprove(): boolean
  now: Date
}

export const saveSeenDeployment = async (
  db: Queryable,
  { platformId, deploymentId, name, title, mayApprove, now }: Seen,
): Promise<DeploymentState> => {
  const [found] = await known(db, [platformId, deploymentId])
  if (found && found.name === null && name !== null) await named(db, [found.id, name, now])
  if (found && found.status !== 'waiting') return found
  const wouldBeFirst = !found && !mayApprove() && (await approving(db, [platformId])).length > 0
  if (wouldBeFirst) return { id: 0, status: 'approved' }
  const [row] = await seen(db, [platformId, deploymentId, name, title, now])
  if (!row) throw new Error('the deployment was neither found nor created')
  return row
}

interface Approved {
  platformId: number
  ids: string[]
  /** Name of the school, if known. */
  name: string | null
  now: Date
}

/** Approves the deployments that staff listed when they created the platform, or that a registration answered. */
export const approveDeployments = async (db: Queryable, { platformId, ids, name, now }: Approved): Promise<void> => {
  const approved = { platformId, name, status: 'approved' as const, updatedAt: now }
  const values = [...new Set(ids)].map(deploymentId => ({ ...approved, deploymentId }))
  if (values.length > 0) await db.orm.insert(deployments).values(values).onConflictDoNothing()
}

/** Lists deployments, waiting ones first, then by last launch. At most 500. */
export const listDeployments = async (db: Queryable, id?: number): Promise<WaitingDeployment[]> =>
  db.orm
    .select({
      id: deployments.id,
      domain: platforms.domain,
      issuer: platforms.issuer,
      clientId: platforms.clientId,
      deploymentId: deployments.deploymentId,
      name: deployments.name,
      status: deployments.status,
      acceptsPayment: deployments.acceptsPayment,
      acceptsAccessCode: deployments.acceptsAccessCode,
      isK12: deployments.isK12,
      passesGrades: deployments.passesGrades,
      addsUnitColumns: deployments.addsUnitColumns,
      yearlyAccess: deployments.yearlyAccess,
      seenTitle: deployments.seenTitle,
      seenAt: deployments.seenAt,
    })
    .from(deployments)
    .innerJoin(platforms, eq(platforms.id, deployments.platformId))
    .where(id === undefined ? undefined : eq(deployments.id, id))
    .orderBy(desc(eq(deployments.status, 'waiting')), desc(deployments.seenAt), deployments.id)
    .limit(500)

/** Locks a deployment's row, so that concurrent changes run one after the other. */
export const lockDeployment = async (db: Queryable, id: number): Promise<void> => {
  await db.client.query('select from deployments where id = $1 for update', [id])
}

export const saveDeployment = async (db: Queryable, id: number, change: DeploymentChange, now: Date): Promise<void> => {
  await db.orm
    .update(deployments)
    .set({ ...change, updatedAt: now })
    .where(eq(deployments.id, id))
}
