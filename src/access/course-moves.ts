import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction, Rollback } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { getStaffCourse } from '#src/courses/courses.ts'
import {
  byStaff,
  endIfExpiredAndGet,
  findEntitlementById,
  findEntitlementByToken,
  getEntitlement,
  lockEntitlements,
  processEntitlement,
  queueCheckoutClose,
  unprocessEntitlement,
} from './entitlements.ts'
import { type CourseMoveRefused, decideCourseMove } from './rules/course-moves.ts'
import type { Entitlement } from './rules/entitlement.ts'
import { coveredRow } from './rules/people.ts'
import { listCheckouts, settleCoverage, settlePayments } from './settlements.ts'
import { findRowInCourse, listMoveTargets, moveCoverage, saveRowInCourse } from './store/course-moves.ts'

/**
 * Finds the course that staff named among those of the person's school and LMS, and decides the move. Reads the row in
 * that course first: after a move at the same moment, the old row has nothing to move.
 */
const decide = async (db: Queryable, of: Entitlement, typed: string) => {
  const [courseId, another] = typed.trim() === '' ? [] : await listMoveTargets(db, of.course.id, typed.trim())
  if (courseId === undefined) return refuse('course_not_found')
  if (another !== undefined) return refuse('course_ambiguous')
  const row = await findRowInCourse(db, { personId: of.personId, courseId })
  const to = row && (await findEntitlementById(db, row))
  const from = await getEntitlement(db, of)
  const course = await getStaffCourse(db, courseId)
  const isPaying = (await listCheckouts(db, from)).some(c => c.status === 'pending')
  return decideCourseMove({ from, to, course, isPaying })
}

/** Says what a move of a person to another course would do. Changes nothing. */
export const previewCourseMove = (app: Needs<'db'>, from: Entitlement, course: string) => decide(app.db, from, course)

type Moves = Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>

interface Move {
  /** Token of the person in the course that they leave. */
  token: string
  /** Context id or name of the other course. */
  course: string
  reason: string
}

type CourseMoved = { ok: true } | CourseMoveRefused

/**
 * Moves a person to another course of the same LMS: codes and payments count there, access begins there and ends here.
 * If they never opened it, they get the row that their launch will find. Locks the rows of both courses. A second call
 * finds nothing to move.
 */
export const moveToCourse = async (app: Moves, move: Move, by: Staff): Promise<CourseMoved> => {
  demandInSchool(by, 'change')
  const found = coveredRow(by, await findEntitlementByToken(app.db, move.token))
  if (!found) return refuse('entitlement_not_found')
  const first = await decide(app.db, found, move.course)
  if (!first.ok) return first
  const { courseId } = first
  const now = app.clock.now()
  return inTransaction<CourseMoved>(app.db, async tx => {
    const to = await saveRowInCourse(tx, found, courseId)
    const { others } = await getEntitlement(tx, to)
    await lockEntitlements(tx, [found, ...found.others, to, ...others])
    const from = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
    await endIfExpiredAndGet(tx, app.jobs, { entitlementId: to.id, now })
    const decided = await decide(tx, from, move.course)
    // Takes the row that was added back, too.
    if (!decided.ok) throw new Rollback(decided)
    const { source } = decided
    const step = { now, by: byStaff(by, move.reason) }
    await unprocessEntitlement(tx, app.jobs, { ...step, entitlement: from, keepCodes: true })
    await moveCoverage(tx, from, { ...to, courseId })
    await settleCoverage(app, tx, await getEntitlement(tx, to))
    const entitlement = await getEntitlement(tx, to)
    const stripeEventId = from.stripeEventId ?? undefined
    if (source) await processEntitlement(tx, app.jobs, { ...step, entitlement, source, stripeEventId })
    for (const row of [from, to]) {
      await settlePayments(app, tx, { entitlementId: row.id, now })
      await queueCheckoutClose(app, tx, row)
    }
    const { token } = await getEntitlement(tx, to)
    const change = { before: { token: from.token }, after: { token, codes: decided.codes.map(c => c.code) } }
    const line = { by, action: 'move-to-course', ...change, reason: move.reason, now } as const
    for (const { id } of [from, to]) await recordAudit(tx, { ...line, subject: { kind: 'entitlement', id } })
    return { ok: true }
  })
}
