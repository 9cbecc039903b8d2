import { moveOpenUses } from '#src/access/code-moves.ts'
import {
  endIfExpiredAndGet,
  getEntitlement,
  lockAllOfPerson,
  lockEntitlements,
  processEntitlement,
  queueCheckoutClose,
  unprocessEntitlement,
} from '#src/access/entitlements.ts'
import { saveLinkedPeople, saveParted } from '#src/access/people.ts'
import { completionSource, isComplete, supportingRows } from '#src/access/rules/coverage.ts'
import { hasAccess } from '#src/access/rules/entitlement.ts'
import { settlePayments } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { joinSameCourses, partSameCourses } from '#src/courses/same-courses.ts'
import { holdMoves, type MoveDecided, undoLmsMove } from '#src/schools/lms-moves.ts'
import {
  deleteCarriedRows,
  findPersonOf,
  listRowsToCarry,
  listRowsToPart,
  listSamePeople,
  saveCarriedRow,
} from './store/moved-people.ts'

/**
 * The same LMS again: courses and people of a connection that another one replaces. Both keep their rows; access to the
 * one counts for the other, so that nobody pays twice (docs/rules/schools.md).
 */

type Carries = Needs<'db' | 'disputeTakesAccess' | 'jobs'>

interface Row {
  courseId: number
  /** Null for a teacher: only the course is carried over. */
  entitlementId: number | null
}

/** Carries over the course and the person of a launch, if their connection replaces another one or is replaced. */
export const carryLaunch = (app: Carries, { courseId, entitlementId }: Row, now: Date): Promise<void> =>
  inTransaction(app.db, async tx => {
    await holdMoves(tx)
    if (!(await joinSameCourses(app, tx, courseId, now)) || entitlementId === null) return
    await linkSamePeople(tx, { courseId, entitlementId }, now)
    await lockAllOfPerson(tx, { id: entitlementId })
    await carryAccess(app, tx, entitlementId, now)
  })

const linkSamePeople = async (tx: Tx, row: { courseId: number; entitlementId: number }, now: Date): Promise<void> => {
  const personId = await findPersonOf(tx, row.entitlementId)
  if (personId === null) return
  for (const other of await listSamePeople(tx, row.courseId, personId))
    await saveLinkedPeople(tx, [personId, other], now, 'move')
}

/** Gives access because the person has it by the other connection, and moves codes that wait there for more. */
const carryAccess = async (app: Carries, tx: Tx, entitlementId: number, now: Date): Promise<void> => {
  const entitlement = await endIfExpiredAndGet(tx, app.jobs, { entitlementId, now })
  const { others } = entitlement
  if (others.length === 0) return
  const isIn = hasAccess(entitlement)
  const supporting = isIn ? [] : supportingRows(entitlement)
  let isNew = false
  for (const { id, processedAt } of others) {
    isNew = (await saveCarriedRow(tx, entitlementId, id, isIn, now)) || isNew
    await saveCarriedRow(tx, id, entitlementId, processedAt !== null, now)
  }
  // A person who paid on both sides is due one payment back.
  if (isIn && !isNew) return
  const by = { actor: 'system', reason: 'the same person of the same LMS' }
  if (supporting.length > 0) {
    await processEntitlement(tx, app.jobs, { entitlement, source: 'migrated', now, by })
    await queueCheckoutClose(app, tx, entitlement)
  } else if (!isIn) await carryCodes(app, tx, entitlementId, { others: others.map(o => o.id), now })
  for (const row of [entitlement, ...others])
    if ((await getEntitlement(tx, row)).hasCheckouts) await settlePayments(app, tx, { entitlementId: row.id, now })
}

const carryCodes = async (
  app: Carries,
  tx: Tx,
  entitlementId: number,
  { others, now }: { others: number[]; now: Date },
): Promise<void> => {
  const moved = await moveOpenUses(tx, { id: entitlementId }, others)
  if (moved.length === 0) return
  const line = { actor: 'system', action: 'move-access-code', subjectKind: 'entitlement' } as const
  for (const { code, fromId } of moved) {
    const [before, after] = [
      { entitlement: fromId, code },
      { entitlement: entitlementId, code },
    ]
    await saveAudit(tx, { ...line, subjectId: entitlementId, before, after }, now)
  }
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  if (isComplete(entitlement, now))
    await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now })
  await queueCheckoutClose(app, tx, entitlement)
}

/**
 * Parts everyone of a deployment from people of courses that were parted, and carries over everyone who launched it if it
 * replaces another connection. Idempotent. A job does it after each decision; a launch moves the access of its own person
 * before that.
 */
export const carryPeople = async (app: Carries & Needs<'clock'>, deploymentId: number): Promise<void> => {
  const now = app.clock.now()
  for (const entitlementId of await listRowsToPart(app.db, deploymentId)) await partPerson(app, entitlementId, now)
  for (const row of await listRowsToCarry(app.db, deploymentId)) await carryLaunch(app, row, now)
}

/** Opens the question of a move again, and parts the courses and then the people. Requires the manager role. */
export const undoMove = (app: Needs<'clock' | 'db' | 'jobs'>, deploymentId: number, by: Staff): Promise<MoveDecided> =>
  undoLmsMove(app, deploymentId, by, (tx, now) => partSameCourses(app, tx, deploymentId, now))

/** Parts a person whose course was parted, and takes access that only rows of the other connection gave. */
const partPerson = (app: Carries, entitlementId: number, now: Date): Promise<void> =>
  inTransaction(app.db, async tx => {
    const linked = await deleteCarriedRows(tx, entitlementId)
    const personId = linked.length > 0 ? await findPersonOf(tx, entitlementId) : null
    if (personId !== null) await saveParted(tx, personId)
    await lockEntitlements(tx, linked)
    const by = { actor: 'system', reason: 'no longer the same LMS' }
    for (const { id, wasIn } of linked) {
      const entitlement = await getEntitlement(tx, { id })
      if (wasIn || entitlement.source !== 'migrated' || supportingRows(entitlement).length > 0) continue
      await unprocessEntitlement(tx, app.jobs, { entitlement, now, by, keepCodes: true, ending: 'forgotten' })
    }
    for (const row of linked)
      if ((await getEntitlement(tx, row)).hasCheckouts) await settlePayments(app, tx, { entitlementId: row.id, now })
  })
