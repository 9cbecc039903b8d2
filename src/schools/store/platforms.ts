import { and, eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Platform, PlatformSwitches } from '../rules/platform.ts'
import { platforms } from './schema/platforms.ts'

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
