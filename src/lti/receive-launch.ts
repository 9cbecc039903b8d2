import {
  endTestAccess,
  getEntitlement,
  giveTestAccess,
  lockEntitlements,
  processEntitlement,
} from '#src/access/index.ts'
import type { Subject } from '#src/access/rules/entitlement.ts'
import { teaches } from '#src/access/rules/role.ts'
import { mintReference, mintSecret, mintToken, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { activateByDefault } from '#src/courses/index.ts'
import type { Deps } from './deps.ts'
import { migrateEnrollment } from './migrate-enrollment.ts'
import type { Launch } from './rules/launch.ts'
import type { Refusal } from './rules/launch-refusal.ts'
import { type Claim, claimLaunch, claimLaunchToPay, claimLaunchToTool } from './store/receive-launch.ts'

/** Lifetime of a link to the teacher page or the dictionary. */
const LAUNCH_TOKEN_MS = 2 * HOUR_MS

export type Received =
  | { go: 'pay'; token: string }
  | { go: 'teacher' | 'wts' | 'deep_link'; token: string; state: string; unit: number | null }
  | { go: 'observer'; lmsOrigin: string | null; language: Language | null }
  | ({ go: 'refused' } & Refusal)

/**
 * Processes a launch with a valid signature. The claim on its nonce lets exactly one of several equal calls through.
 */
export const receiveLaunch =
  (deps: Deps) =>
  async (launch: Launch, claim: Claim): Promise<Received> => {
    const now = deps.clock.now()
    if (launch.app === 'deep_link' && !teaches(launch.role)) return { go: 'refused', reason: 'deep-link-role' }
    if (launch.app === 'observer') return openObserver(deps, launch, claim)
    if (launch.app === 'pay') return openPayPage(deps, launch, claim, now)
    return openTool(deps, launch, claim, now)
  }

/** Writes no row, so the page learns from its address which LMS may frame it. */
const openObserver = async (deps: Deps, { course, person }: Launch, claim: Claim): Promise<Received> =>
  (await claimLaunch(deps.db, claim))
    ? { go: 'observer', lmsOrigin: course.lmsOrigin ?? claim.seenOrigin, language: person.language }
    : replayed

const replayed: Received = { go: 'refused', reason: 'nonce' }

/** Tokens for rows that this launch may create. */
const newTokens = ({ version }: Claim) => ({
  joinToken: mintToken('c'),
  token: mintToken(version === '1.1' ? 'e' : 'm'),
  sessionId: mintReference(),
})

const openPayPage = async (deps: Deps, launch: Launch, claim: Claim, now: Date): Promise<Received> => {
  const received = await claimLaunchToPay(deps.db, launch, claim, newTokens(claim))
  if (!received) return replayed
  await followCourseEnd(deps, received)
  const onlyFree = received.byDefault ? await activateByDefault(deps, received.courseId, now) : received.onlyFree
  const { subject, token } = received
  const isTestOver = await endTestOf(deps, launch, received.testRow, now)
  const isIn = received.processed && !isTestOver
  if (launch.moved && !isIn) await migrateEnrollment(deps, { subject, moved: launch.moved, now })
  if (launch.isTestUser) await inTransaction(deps.db, tx => giveTestAccess(tx, deps.jobs, { subject, now }))
  else if (onlyFree && !isIn)
    await inTransaction(deps.db, async tx => {
      await lockEntitlements(tx, [subject])
      const entitlement = await getEntitlement(tx, subject)
      await processEntitlement(tx, deps.jobs, { entitlement, source: 'free', now })
    })
  return { go: 'pay', token }
}

/** Ends test access at the first launch without the TestUser role, whatever it opens. */
const endTestOf = async (deps: Deps, launch: Launch, testRow: Subject | null, now: Date): Promise<boolean> => {
  if (launch.isTestUser || !testRow) return false
  await inTransaction(deps.db, tx => endTestAccess(tx, deps.jobs, { subject: testRow, now }))
  return true
}

/** Queues moving the access of everyone in a course whose LMS changed its end. */
const followCourseEnd = async (
  { db, jobs }: Deps,
  { courseId, isEndMoved }: { courseId: number; isEndMoved: boolean },
): Promise<void> => {
  if (isEndMoved) await inTransaction(db, tx => jobs.send(tx, 'move-access-ends', { courseId, mayShorten: false }))
}

const openTool = async (deps: Deps, launch: Launch, claim: Claim, now: Date): Promise<Received> => {
  const app = launch.app === 'pay' || launch.app === 'observer' ? 'teacher' : launch.app
  const [token, state] = [mintSecret(), mintSecret()]
  const received = await claimLaunchToTool(deps.db, launch, claim, newTokens(claim), {
    isTeacher: teaches(launch.role),
    tokenHash: sha256(token),
    stateHash: sha256(state),
    deepLink: launch.deepLink,
    tokenExpiresAt: new Date(now.getTime() + LAUNCH_TOKEN_MS),
  })
  if (!received) return replayed
  await endTestOf(deps, launch, received.testRow, now)
  await followCourseEnd(deps, received)
  if (received.byDefault) await activateByDefault(deps, received.courseId, now)
  if (app === 'wts' && !received.allowsWts) return { go: 'refused', reason: 'wts-off' }
  return { go: app, token, state, unit: launch.unit }
}
