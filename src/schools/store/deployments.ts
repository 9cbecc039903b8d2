import { eq } from 'drizzle-orm'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { type Database, prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { execute, queryHasRow, queryRow, queryRows } from '#src/core/db/statements.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import {
  type DeploymentStatus,
  deploymentStates,
  type ListedDeployment,
  type WaitingDeployment,
} from '../rules/deployment.ts'
import { askMove } from './lms-moves.ts'
import { deployments } from './schema.ts'
import { insertSchool, nameSchool } from './schools.ts'

interface DeploymentState {
  id: number
  status: DeploymentStatus
}

const findKnown = queryRow<
  DeploymentState & { seenName: string | null; schoolId: number | null; domain: string },
  [platformId: number, deploymentId: string]
>(
  'deployment_known',
  `select d.id, d.status, d.seen_name as "seenName", d.school_id as "schoolId", f.domain
   from deployments d join platforms f on f.id = d.platform_id where d.platform_id = $1 and d.deployment_id = $2`,
)

const saveName = execute<[id: number, name: string, now: Date]>(
  'deployment_seen_name',
  'update deployments set seen_name = $2, updated_at = $3 where id = $1 and seen_name is null',
)

/** Upserts a deployment that waits, with the course it was launched from. */
const seen = prepared<DeploymentState>(
  'deployment_seen',
  `insert into deployments (platform_id, deployment_id, seen_name, status, seen_title, seen_at, seen_host, seen_context_id)
  values ($1, $2, $3, 'waiting', $4, $5, $6, $7)
  on conflict (platform_id, deployment_id) do update set seen_title = coalesce(excluded.seen_title, deployments.seen_title), seen_at = excluded.seen_at,
    seen_host = coalesce(excluded.seen_host, deployments.seen_host), seen_context_id = excluded.seen_context_id
  returning id, status`,
)

const isApproving = queryHasRow<[platformId: number]>(
  'platform_approving',
  'select from platforms where id = $1 and approves_first',
)

interface Seen {
  platformId: number
  deploymentId: string
  /** The name by which the LMS calls itself. */
  name: string | null
  title: string | null
  /** Host of the LMS, as the launch signed it, and the context of the launch. */
  host: string | null
  contextId: string
  /** False for a launch check, which must not use up the approval of the first real launch. */
  mayApprove(): boolean
  now: Date
}

/**
 * Finds the deployment of a launch, or adds it. One that waits keeps the course of its last launch. The first deployment
 * of a platform that was created without a list is approved, with a school of its own (docs/rules/schools.md).
 */
export const saveSeenDeployment = async (db: Database, launch: Seen): Promise<DeploymentState> => {
  const { platformId, deploymentId, name, title, host, contextId, mayApprove, now } = launch
  const found = await findKnown(db, platformId, deploymentId)
  if (found && found.seenName === null && name !== null) await saveSeenName(db, found, name, now)
  if (found && found.status !== 'waiting') return found
  if (!found && (await isApproving(db, platformId))) {
    if (!mayApprove()) return { id: 0, status: 'approved' }
    const first = await approveFirst(db, launch)
    if (first) return first
  }
  const [row] = await seen(db, [platformId, deploymentId, name, title, now, host, contextId])
  if (!row) throw new Error('the deployment was neither found nor created')
  return row
}

/** Keeps the first name that an LMS sends. It names a school that has only the host for a name, unless it is taken. */
const saveSeenName = async (
  db: Queryable,
  { id, schoolId, domain }: { id: number; schoolId: number | null; domain: string },
  name: string,
  now: Date,
): Promise<void> => {
  await saveName(db, id, name, now)
  if (schoolId !== null) await nameSchool(db, { id: schoolId, stopgap: domain, name, now })
}

const claimFirst = queryRow<{ domain: string; note: string | null }, [platformId: number, now: Date]>(
  'platform_first_claimed',
  `update platforms f set approves_first = false, updated_at = $2 where id = $1 and approves_first
   returning f.domain, (select note from registration_invites where platform_id = f.id limit 1) as note`,
)

/** Approves the first deployment of its platform. Returns null when another one was first, or this one a moment ago. */
const approveFirst = (
  db: Database,
  { platformId, deploymentId, name, title, host, contextId, now }: Seen,
): Promise<DeploymentState | null> =>
  inTransaction(db, async tx => {
    const platform = await claimFirst(tx, platformId, now)
    if (!platform) return findKnown(tx, platformId, deploymentId)
    const schoolId = await insertSchool(tx, platform.note ?? name ?? platform.domain, platform.domain)
    const line = { actor: 'system', action: 'create-school', subjectKind: 'school' } as const
    await saveAudit(tx, { ...line, subjectId: schoolId, after: { deploymentId } }, now)
    const seen = { seenName: name, seenTitle: title, seenAt: now, seenHost: host, seenContextId: contextId }
    const values = { platformId, deploymentId, schoolId, ...seen }
    return insertApproved(tx, values, now)
  })

/** Inserts an approved deployment. One that launched meanwhile, and waits, is approved. Asks if its LMS is known. */
const insertApproved = async (
  tx: Tx,
  values: Omit<typeof deployments.$inferInsert, 'status'>,
  now: Date,
): Promise<DeploymentState> => {
  const approved = { status: 'approved', updatedAt: now } as const
  const [row] = await tx.orm
    .insert(deployments)
    .values({ ...values, ...approved })
    .onConflictDoUpdate({
      target: [deployments.platformId, deployments.deploymentId],
      set: { ...approved, schoolId: values.schoolId },
    })
    .returning({ id: deployments.id, status: deployments.status })
  await askMove(tx, row!.id, now)
  return row!
}

/** Approves the deployments that staff listed when they created the platform, or that a registration answered. */
export const approveDeployments = async (
  tx: Tx,
  { platformId, schoolId }: { platformId: number; schoolId: number },
  ids: string[],
  now: Date,
): Promise<void> => {
  for (const deploymentId of new Set(ids)) await insertApproved(tx, { platformId, deploymentId, schoolId }, now)
}

const COLUMNS = `d.id, f.id as "platformId", f.domain, f.issuer, f.client_id as "clientId", d.deployment_id as "deploymentId",
    d.school_id as "schoolId", s.name as school, d.status, d.seen_name as "seenName", d.seen_title as "seenTitle", d.seen_at as "seenAt"`
const FROM = 'deployments d join platforms f on f.id = d.platform_id left join schools s on s.id = d.school_id'
const SELECT = `select ${COLUMNS} from ${FROM}`

/** Lists deployments that wait, by last launch. At most 500. */
export const listWaitingDeployments = queryRows<WaitingDeployment>(
  'deployments_waiting',
  `${SELECT} where d.status = 'waiting' order by d.seen_at desc nulls last, d.id limit 500`,
)

export const findDeployment = queryRow<WaitingDeployment, [id: number]>('deployment_by_id', `${SELECT} where d.id = $1`)

export const lockDeployment = async (tx: Tx, id: number): Promise<void> => {
  await tx.client.query('select from deployments where id = $1 for update', [id])
}

export const saveDeployment = async (
  tx: Tx,
  id: number,
  change: Partial<Pick<typeof deployments.$inferInsert, 'status' | 'schoolId'>>,
  now: Date,
): Promise<void> => {
  await tx.orm
    .update(deployments)
    .set({ ...change, updatedAt: now })
    .where(eq(deployments.id, id))
}

/** Lists schools that were launched from one of these hosts: the host of a platform of theirs, or of their newest course. */
export const listSchoolHosts = queryRows<{ schoolId: number; host: string }, [of: string[]]>(
  'school_hosts',
  `select d.school_id as "schoolId", f.domain as host from deployments d join platforms f on f.id = d.platform_id
   where f.domain = any($1) and d.school_id is not null
   union
   select c.school_id, host from unnest($1) host cross join lateral (
     select * from courses where canvas_domain = host or lms_origins && array['https://' || host, 'http://' || host] offset 0
   ) c
   where host = coalesce(c.canvas_domain, substring(c.lms_origins[1] from '^https?://(.+)$'))
     and c.id = (select max(n.id) from courses n where n.school_id = c.school_id)`,
)

export const listDeploymentRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedDeployment>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  return listRows(
    db,
    {
      select: `${COLUMNS}, (select count(*)::int from courses c where c.deployment_id = d.id) as courses`,
      from: FROM,
      where: [
        hasWords(
          "concat_ws(' ', s.name, d.seen_name, f.domain, f.issuer, f.client_id, d.deployment_id)",
          query.words,
          values,
        ),
        isKeyOf(deploymentStates, state) ? `d.status = ${values.add(state)}` : null,
      ],
      id: 'd.id',
      sorts: {
        newest: { by: 'coalesce(d.seen_at, d.created_at)', kind: 'time', descends: true },
        name: { by: 'lower(coalesce(s.name, d.seen_name, f.domain))', kind: 'text' },
      },
      values,
    },
    query,
  )
}
