import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { isReasonMissing, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import {
  type DeploymentDecision,
  type DeploymentReason,
  guessSchools,
  type SchoolGuess,
  type WaitingDeployment,
  whichDeployment,
} from './rules/deployment.ts'
import type { MoveCandidate } from './rules/lms-moves.ts'
import type { Reach } from './rules/platform.ts'
import { isSharedHost } from './rules/platform-presets.ts'
import { completeChange, freeSchoolName, NEW_SWITCHES } from './rules/school.ts'
import type { NamedSchool } from './rules/school-facts.ts'
import { settingsOf } from './schools.ts'
import { findDeployment, listSchoolHosts, lockDeployment, saveDeployment } from './store/deployments.ts'
import { countConnection } from './store/join-schools.ts'
import { askMove, findLmsMove, listCandidates } from './store/lms-moves.ts'
import { claimSchool, listNamedSchools, lockSchool, saveSchool } from './store/schools.ts'

export {
  findDeployment,
  listDeploymentRows,
  listWaitingDeployments,
  saveSeenDeployment,
} from './store/deployments.ts'

/** Schools that a deployment may belong to: guesses first, then all others by name, and a free name for a new school. */
export interface SchoolChoice {
  guesses: SchoolGuess[]
  others: NamedSchool[]
  newName: string
  /** Earlier connections of the same LMS, whose courses and people this one would have again. */
  known: MoveCandidate[]
}

/** Lists the schools to choose from for each of these deployments. Requires the manager role. */
export const chooseSchools = async (
  { db }: Needs<'db'>,
  deployments: WaitingDeployment[],
  by: Staff,
): Promise<Map<number, SchoolChoice>> => {
  demand(by, 'manage')
  if (deployments.length === 0) return new Map()
  const own = deployments.map(({ domain }) => domain).filter(domain => !isSharedHost(domain))
  const [schools, hosts] = [await listNamedSchools(db), await listSchoolHosts(db, own)]
  const choices = new Map<number, SchoolChoice>()
  // One after the other: at once they would take every connection from those who launch.
  for (const deployment of deployments) {
    const guesses = guessSchools(deployment, schools, hosts)
    const guessed = new Set(guesses.map(g => g.id))
    const { id, seenName, domain } = deployment
    choices.set(id, {
      guesses,
      others: schools.filter(s => !guessed.has(s.id)),
      newName: freeSchoolName(seenName ?? domain, domain, schools),
      known: await listCandidates(db, id),
    })
  }
  return choices
}

export const previewRefusal = async (
  app: Needs<'db'>,
  id: number,
  by: Staff,
): Promise<(Reach & { name: string }) | null> => {
  demand(by, 'manage')
  const found = await findDeployment(app.db, id)
  if (found?.status !== 'approved') return null
  return { name: whichDeployment(found), ...(await countConnection(app.db, { kind: 'deployment', id })) }
}

/** `asks`: staff have to decide now if it replaces an earlier connection. */
export type DeploymentDecided = { ok: true; deployment: WaitingDeployment; asks: boolean } | Refused<DeploymentReason>

/**
 * Approves or refuses a deployment. One that is approved for the first time joins a school, or gets a new one; later it
 * keeps its school, which `moveConnection` changes. Refusing an approved one needs a reason, because a whole school loses
 * access. Otherwise a reason may be left out, but not blank. Sets the state, so it is safe to repeat. Requires the
 * manager role.
 */
export const decideDeployment = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  decision: DeploymentDecision,
  by: Staff,
  reason?: string,
): Promise<DeploymentDecided> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    // A school is locked before its connections, as in join-schools.ts.
    if ('schoolId' in decision && !(await lockSchool(tx, decision.schoolId))) return refuse('school_not_found')
    await lockDeployment(tx, id)
    const before = await findDeployment(tx, id)
    if (!before) return refuse('deployment_not_found')
    const { status } = decision
    if (isReasonMissing(reason, before.status === 'approved' && status === 'refused')) return refuse('reason_required')
    if (status === 'approved' && before.schoolId === null) {
      const school = await schoolFor(tx, decision, by, now)
      if (!school.ok) return school
      await saveDeployment(tx, id, { status, schoolId: school.id }, now)
      await askMove(tx, id, now)
    } else await saveDeployment(tx, id, { status }, now)
    const deployment = (await findDeployment(tx, id))!
    const line = { action: 'change-deployment', subject: { kind: 'deployment', id } } as const
    await recordAudit(tx, { by, ...line, before: inAudit(before), after: inAudit(deployment), reason, now })
    const move = status === 'approved' ? await findLmsMove(tx, id) : null
    return { ok: true, deployment, asks: move?.state === 'asked' }
  })
}

const inAudit = ({ status, school }: WaitingDeployment) => ({ status, school })

type SchoolRefused = Refused<
  'school_not_found' | 'school_not_chosen' | 'school_name_required' | 'school_name_exists' | 'last_access_method'
>

/** Returns the school that staff chose, or makes the new one. */
const schoolFor = async (
  tx: Tx,
  decision: DeploymentDecision,
  by: Staff,
  now: Date,
): Promise<{ ok: true; id: number } | SchoolRefused> => {
  if ('schoolId' in decision) return { ok: true, id: decision.schoolId }
  if (!('newSchool' in decision)) return refuse('school_not_chosen')
  const { name: typed, ...settings } = decision.newSchool
  const name = typed.trim()
  if (name === '') return refuse('school_name_required')
  const change = completeChange(NEW_SWITCHES, settings)
  const { acceptsPayment, acceptsAccessCode } = { ...NEW_SWITCHES, ...change }
  if (!acceptsPayment && !acceptsAccessCode) return refuse('last_access_method')
  const id = await claimSchool(tx, name)
  if (id === null) return refuse('school_name_exists')
  const school = await saveSchool(tx, id, change, now)
  const subject = { kind: 'school', id } as const
  await recordAudit(tx, { by, action: 'create-school', subject, after: settingsOf(school), now })
  return { ok: true, id }
}
