import {
  endTestAccess,
  getEntitlement,
  giveTestAccess,
  lockEntitlements,
  processEntitlement,
} from '#src/access/entitlements.ts'
import { teaches } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import { mintReference, mintSecret, mintToken, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Language } from '#src/core/rules/language.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { activateByDefault } from '#src/courses/products.ts'
import { askMoveOfShared } from '#src/schools/lms-moves.ts'
import { carryLaunch } from './carried-people.ts'
import { queueGrade } from './grades.ts'
import { migrateEnrollment } from './moved-people.ts'
import { isVisitor, type Launch, type Visitor } from './rules/launch.ts'
import type { Refusal } from './rules/launch-refusals.ts'
import { type Claim, claimLaunch, claimLaunchRows, type LaunchRows } from './store/receive-launch.ts'

/** Lifetime of a link to the teacher page or the dictionary. */
const LAUNCH_TOKEN_MS = 2 * HOUR_MS

export type Received =
  | { go: 'pay'; token: string }
  | { go: 'teacher' | 'wts' | 'deep_link'; token: string; state: string; unit: number | null }
  | { go: 'observer'; as: Visitor; lmsOrigin: string | null; language: Language | null }
  | ({ go: 'refused' } & Refusal)

/** Processes a launch with a valid signature. Its nonce lets exactly one of several equal calls through. */
export const receiveLaunch = async (
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>,
  launch: Launch,
  claim: Claim,
): Promise<Received> => {
  const now = app.clock.now()
  if (launch.app === 'deep_link' && !teaches(launch.role)) return { go: 'refused', reason: 'deep-link-role' }
  if (isVisitor(launch.app)) return openPlainPage(app, launch.app, launch, claim)
  if (launch.app === 'pay') return openPayPage(app, launch, claim, now)
  return openTool(app, launch, claim, now)
}

const openPlainPage = async (
  app: Needs<'db'>,
  as: Visitor,
  { course, person }: Launch,
  claim: Claim,
): Promise<Received> =>
  (await claimLaunch(app.db, claim))
    ? { go: 'observer', as, lmsOrigin: course.lmsOrigin ?? claim.seenOrigin, language: person.language }
    : replayed

type OpenNeeds = Needs<'db' | 'disputeTakesAccess' | 'jobs'>

const replayed: Received = { go: 'refused', reason: 'nonce' }

/** Tokens for rows that this launch may create. */
const newTokens = ({ version }: Claim) => ({
  joinToken: mintToken('c'),
  token: mintToken(version === '1.1' ? 'e' : 'm'),
  sessionId: mintReference(),
})

const openPayPage = async (app: OpenNeeds, launch: Launch, claim: Claim, now: Date): Promise<Received> => {
  const received = await claimLaunchRows(app.db, launch, claim, newTokens(claim), null)
  if (!received) return replayed
  const { entitlementId, token } = received
  if (entitlementId === null) throw new Error('a launch to pay has no entitlement')
  const ref = { id: entitlementId }
  await followCourseEnd(app, received)
  await followMove(app, received, { claim, now })
  const onlyFree = received.byDefault ? await activateByDefault(app, received.courseId, now) : received.onlyFree
  const isTestOver = await endTestOf(app, launch, received.testRowId, now)
  const isIn = received.isIn && !isTestOver
  await gradeNewTargets(app, received)
  if (launch.moved && !isIn) await migrateEnrollment(app, { entitlementId, moved: launch.moved, now })
  if (launch.isTestUser) await inTransaction(app.db, tx => giveTestAccess(tx, app.jobs, { entitlementId, now }))
  else if (onlyFree && !isIn)
    await inTransaction(app.db, async tx => {
      await lockEntitlements(tx, [ref])
      const entitlement = await getEntitlement(tx, ref)
      await processEntitlement(tx, app.jobs, { entitlement, source: 'free', now })
    })
  return { go: 'pay', token }
}

/** Queues the score for columns without one. People without access get theirs when they are let in. */
const gradeNewTargets = async (app: Needs<'db' | 'jobs'>, { newTargetIds, isIn }: LaunchRows): Promise<void> => {
  for (const id of isIn ? newTargetIds : []) await inTransaction(app.db, tx => queueGrade(app, tx, id))
}

/** Ends test access at the first launch without the TestUser role, whatever it opens. */
const endTestOf = async (
  app: Needs<'db' | 'jobs'>,
  launch: Launch,
  testRowId: number | null,
  now: Date,
): Promise<boolean> => {
  if (launch.isTestUser || testRowId === null) return false
  await inTransaction(app.db, tx => endTestAccess(tx, app.jobs, { entitlementId: testRowId, now }))
  return true
}

/** Carries over what the person has by another connection of the same LMS, or asks staff if there is one. */
const followMove = async (
  app: OpenNeeds,
  { courseId, entitlementId, hasMove, isNewCourse }: LaunchRows,
  { claim, now }: { claim: Claim; now: Date },
): Promise<void> => {
  if (hasMove) await carryLaunch(app, { courseId, entitlementId }, now)
  else if (isNewCourse && claim.version === '1.3') await askMoveOfShared(app.db, claim.deploymentId, now)
}

/** Queues moving the access of everyone in a course whose LMS changed its end. */
const followCourseEnd = async (
  { db, jobs }: Needs<'db' | 'jobs'>,
  { courseId, isEndMoved }: LaunchRows,
): Promise<void> => {
  if (isEndMoved) await inTransaction(db, tx => jobs.send(tx, 'move-access-ends', { courseId, mayShorten: false }))
}

/** Opens a page of teachers. The order of its steps differs from `openPayPage`: here none uses the result of another. */
const openTool = async (app: OpenNeeds, launch: Launch, claim: Claim, now: Date): Promise<Received> => {
  const opens = launch.app === 'wts' || launch.app === 'deep_link' ? launch.app : 'teacher'
  const [token, state] = [mintSecret(), mintSecret()]
  const received = await claimLaunchRows(app.db, launch, claim, newTokens(claim), {
    isTeacher: teaches(launch.role),
    tokenHash: sha256(token),
    stateHash: sha256(state),
    deepLink: launch.deepLink,
    tokenExpiresAt: new Date(now.getTime() + LAUNCH_TOKEN_MS),
  })
  if (!received) return replayed
  await endTestOf(app, launch, received.testRowId, now)
  await followCourseEnd(app, received)
  await followMove(app, { ...received, entitlementId: null }, { claim, now })
  await gradeNewTargets(app, received)
  if (received.byDefault) await activateByDefault(app, received.courseId, now)
  if (opens === 'wts' && !received.allowsWts) return { go: 'refused', reason: 'wts-off' }
  return { go: opens, token, state, unit: launch.unit }
}
