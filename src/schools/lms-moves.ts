import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { lockBoth } from './join-schools.ts'
import type { LmsMove, LmsMoveReason, MoveCandidate, MoveDecision } from './rules/lms-moves.ts'
import { queueYearlyAccess } from './schools.ts'
import { lockDeployment } from './store/deployments.ts'
import { isErasing, saveSchoolOf } from './store/join-schools.ts'
import {
  claimMoveState,
  deleteEmptySchool,
  findLmsMove,
  isParting,
  isReplaced,
  listCandidates,
  listLmsMoves,
  lockMoves,
} from './store/lms-moves.ts'
import { insertSchool } from './store/schools.ts'

export { askMoveOfShared, holdMoves, listLmsMoves } from './store/lms-moves.ts'

export interface ShownMove extends LmsMove {
  candidates: MoveCandidate[]
}

/** Lists moves: those to decide first, with their candidates, then the newest decisions. */
export const listMoves = async ({ db }: Needs<'db'>, by: Staff): Promise<ShownMove[]> => {
  demandAllSchools(by)
  const shown: ShownMove[] = []
  for (const move of await listLmsMoves(db, false))
    shown.push({ ...move, candidates: move.state === 'asked' ? await listCandidates(db, move.deploymentId) : [] })
  return shown
}

export type MoveDecided = { ok: true; move: LmsMove } | Refused<LmsMoveReason>

/**
 * Decides whether a deployment replaces an earlier connection of its LMS. One that does joins the school of that
 * connection, and a job carries its people over (src/lti/carried-people.ts). Requires the manager role. Exactly one of two decisions counts.
 */
export const decideLmsMove = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  deploymentId: number,
  decision: MoveDecision,
  by: Staff,
): Promise<MoveDecided> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async (tx): Promise<MoveDecided> => {
    await lockMoves(tx)
    const before = await findLmsMove(tx, deploymentId)
    if (!before) return refuse('move_not_found')
    if (before.state !== 'asked') return refuse('move_decided')
    if (await isParting(tx, deploymentId)) return refuse('people_being_parted')
    const decided = { at: now, staffId: by.id }
    const replaced = decision === 'other' ? null : await findCandidate(tx, deploymentId, decision.replaces)
    if (decision !== 'other' && !replaced) return refuse('connection_not_chosen')
    const [from, to] = await lockBoth(tx, before.schoolId, replaced?.schoolId ?? before.schoolId)
    await demandUnmoved(tx, before, replaced)
    if (await isErasing(tx, [before.schoolId, replaced?.schoolId ?? before.schoolId])) return refuse('erasure_running')
    await lockDeployment(tx, deploymentId)
    const leaves = replaced && replaced.schoolId !== before.schoolId
    const change = { from: 'asked', to: replaced ? 'replaces' : 'other', replaces: replaced, decided } as const
    const leftSchool = leaves ? { id: before.schoolId, name: before.school } : null
    if (!(await claimMoveState(tx, deploymentId, { ...change, leftSchool }))) return refuse('move_decided')
    if (leaves && from && to) {
      await saveSchoolOf(tx, { kind: 'deployment', id: deploymentId }, to.id, now)
      await queueYearlyAccess(app, tx, from, to)
      await deleteEmptySchool(tx, from.id)
    }
    return finish(app, tx, before, by, now)
  })
}

/** Begins again if a colleague joined one of the schools, or moved a connection, before they were locked. */
const demandUnmoved = async (
  tx: Tx,
  { deploymentId, schoolId, leftSchoolId }: LmsMove,
  replaced: MoveCandidate | null,
): Promise<void> => {
  const now = await findLmsMove(tx, deploymentId)
  const other = replaced && (await findCandidate(tx, deploymentId, replaced))
  if (now?.schoolId !== schoolId || now.leftSchoolId !== leftSchoolId || other?.schoolId !== replaced?.schoolId)
    throw new RetryTransaction('a connection moved to another school')
}

const findCandidate = async (tx: Tx, deploymentId: number, { kind, id }: Pick<MoveCandidate, 'kind' | 'id'>) =>
  (await listCandidates(tx, deploymentId)).find(c => c.kind === kind && c.id === id) ?? null

/**
 * Opens the question again. The deployment gets back a school of its own, if it left one. `partCourses` parts its courses
 * from those of the connection that it replaced, and a job parts the people. Requires the manager role.
 */
export const undoLmsMove = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  deploymentId: number,
  by: Staff,
  partCourses: (tx: Tx, now: Date) => Promise<void>,
): Promise<MoveDecided> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async (tx): Promise<MoveDecided> => {
    await lockMoves(tx)
    const before = await findLmsMove(tx, deploymentId)
    if (!before || before.state === 'asked') return refuse(before ? 'move_decided' : 'move_not_found')
    if (await isReplaced(tx, deploymentId)) return refuse('later_move')
    const returnsTo = before.leftSchoolId ?? before.schoolId
    const [from, to] = await lockBoth(tx, before.schoolId, returnsTo)
    await demandUnmoved(tx, before, null)
    if (await isErasing(tx, [before.schoolId, returnsTo])) return refuse('erasure_running')
    await lockDeployment(tx, deploymentId)
    const change = { from: before.state, to: 'asked', replaces: null, leftSchool: null, decided: null } as const
    if (!(await claimMoveState(tx, deploymentId, change)) || !from || !to) return refuse('move_decided')
    if (before.leftSchool !== null) {
      // A school that was deleted had no setting of its own.
      const schoolId = before.leftSchoolId ?? (await insertSchool(tx, before.leftSchool, before.domain))
      await saveSchoolOf(tx, { kind: 'deployment', id: deploymentId }, schoolId, now)
      await queueYearlyAccess(app, tx, from, to)
    }
    if (before.state === 'replaces') await partCourses(tx, now)
    return finish(app, tx, before, by, now)
  })
}

const finish = async (app: Needs<'jobs'>, tx: Tx, before: LmsMove, by: Staff, now: Date): Promise<MoveDecided> => {
  const { deploymentId } = before
  const move = (await findLmsMove(tx, deploymentId))!
  const line = { by, action: 'decide-lms-move', before: inAudit(before), after: inAudit(move), now } as const
  const schools = [...new Set([before.schoolId, move.schoolId])].map(id => ({ kind: 'school', id }) as const)
  for (const subject of [{ kind: 'deployment', id: deploymentId } as const, ...schools])
    await recordAudit(tx, { ...line, subject })
  await app.jobs.send(tx, 'carry-people', { deploymentId })
  return { ok: true, move }
}

const inAudit = ({ state, replaces, school }: LmsMove) => ({ state, replaces, school })
