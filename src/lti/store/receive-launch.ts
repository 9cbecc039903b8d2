import type { Subject } from '#src/access/rules/entitlement.ts'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { teaches } from '#src/access/rules/role.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { preparedByName } from '#src/core/db/named-parameters.ts'
import { isMissingReference } from '#src/core/db/transaction.ts'
import type { Launch } from '../rules/launch.ts'
import { launchStatements } from './launch-statements.ts'

interface PayRow {
  course_id: number
  entitlement_id: number
  token: string
  processed: boolean
  only_free: boolean
  by_default: boolean
  test_row_id: number | null
  end_moved: boolean
}
interface ToolRow {
  course_id: number
  allows_wts: boolean
  by_default: boolean
  test_row_id: number | null
  end_moved: boolean
}

/**
 * Identifies a launch, so that only the first of several identical ones is accepted. `seenOrigin` is the
 * origin of the LMS page that sent it, which nothing signs; `isRegistered`: it is one of the platform's own.
 */
export type Claim = { seenOrigin: string | null; isRegistered: boolean } & (
  | { version: '1.1'; consumerId: number; nonce: string; nonceExpiresAt: Date }
  | { version: '1.3'; stateHash: string; deploymentId: number; now: Date }
)

interface Born {
  joinToken: string
  token: string
  sessionId: string
}

/**
 * Returns the unsigned origin for the course and for the person's own row; null from an LMS that signs an address. A
 * learner can send a launch from any page, so for the course only a teacher's or a registered one counts.
 */
const originsOf = ({ seenOrigin, isRegistered }: Claim, { course, role }: Launch) => {
  const ownOrigin = course.lmsOrigin ? null : seenOrigin
  return { ownOrigin, seenOrigin: teaches(role) || isRegistered ? ownOrigin : null }
}

/** Values of the course, the person, and a membership or an enrollment. */
const launchValues = (claim: Claim, launch: Launch, born: Born) => ({
  ...claim,
  ...originsOf(claim, launch),
  ...launch.course,
  ...launch.person,
  ...born,
  role: launch.role,
  isTestUser: launch.isTestUser,
  gradePassbackId: launch.outcome?.id ?? null,
  outcomeServiceUrl: launch.outcome?.serviceUrl ?? null,
  rosterUrl: launch.services?.rosterUrl ?? null,
  lineItemUrl: launch.services?.lineItemUrl ?? null,
  lineItemsUrl: launch.services?.lineItemsUrl ?? null,
  gradeScopes: launch.services?.gradeScopes ?? null,
})

type LaunchValues = ReturnType<typeof launchValues>

interface Opens {
  isTeacher: boolean
  tokenHash: string
  stateHash: string
  tokenExpiresAt: Date
  deepLink: DeepLinkSettings | null
}

const toolValues = (claim: Claim, launch: Launch, born: Born, opens: Opens) => ({
  ...launchValues(claim, launch, born),
  app: launch.app,
  isTeacher: opens.isTeacher,
  linkTokenHash: opens.tokenHash,
  linkStateHash: opens.stateHash,
  linkExpiresAt: opens.tokenExpiresAt,
  deepLink: opens.deepLink && JSON.stringify(opens.deepLink),
})

type ToolValues = ReturnType<typeof toolValues>

const { '1.1': v1p1, '1.3': v1p3 } = launchStatements
const toPay = {
  '1.1': preparedByName<PayRow, LaunchValues>('launch_to_pay', v1p1.toPay),
  '1.3': preparedByName<PayRow, LaunchValues>('launch_13_to_pay', v1p3.toPay),
}
const toTool = {
  '1.1': preparedByName<ToolRow, ToolValues>('launch_to_tool', v1p1.toTool),
  '1.3': preparedByName<ToolRow, ToolValues>('launch_13_to_tool', v1p3.toTool),
}
const claimAlone = {
  '1.1': preparedByName<object, Claim>('claim_nonce', v1p1.claim),
  '1.3': preparedByName<object, Claim>('claim_login', v1p3.claim),
}

/** Repeats a launch whose person was erased while it ran. Its claim was undone with it, so nothing happens twice. */
const againIfErased = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (!isMissingReference(error)) throw error
    return run()
  }
}

interface ReceivedToPay {
  courseId: number
  subject: Subject
  token: string
  processed: boolean
  onlyFree: boolean
  /** The person's row, if it has test access. */
  testRow: Subject | null
  /** True when the course has no products and its school has default products. */
  byDefault: boolean
  /** True when the LMS changed the end of the course. */
  isEndMoved: boolean
}

interface ReceivedToTool extends Pick<ReceivedToPay, 'courseId' | 'testRow' | 'byDefault' | 'isEndMoved'> {
  allowsWts: boolean
}

/** Receives a learner's launch. Returns null for a replay, and writes nothing then. */
export const claimLaunchToPay = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  born: Born,
): Promise<ReceivedToPay | null> => {
  const values = launchValues(claim, launch, born)
  const [row] = await againIfErased(() => toPay[claim.version](db, values))
  if (!row) return null
  return {
    courseId: row.course_id,
    subject: subjectOf(claim, row.entitlement_id),
    testRow: testRowOf(claim, row),
    token: row.token,
    processed: row.processed,
    onlyFree: row.only_free,
    byDefault: row.by_default,
    isEndMoved: row.end_moved,
  }
}

/** Receives a launch of the teacher page, the dictionary or deep linking. Returns null for a replay. */
export const claimLaunchToTool = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  born: Born,
  opens: Opens,
): Promise<ReceivedToTool | null> => {
  const values = toolValues(claim, launch, born, opens)
  const [row] = await againIfErased(() => toTool[claim.version](db, values))
  if (!row) return null
  return {
    courseId: row.course_id,
    allowsWts: row.allows_wts,
    testRow: testRowOf(claim, row),
    byDefault: row.by_default,
    isEndMoved: row.end_moved,
  }
}

const subjectOf = ({ version }: Claim, id: number): Subject => ({
  kind: version === '1.1' ? 'enrollment' : 'membership',
  id,
})

const testRowOf = (claim: Claim, { test_row_id: id }: Pick<PayRow, 'test_row_id'>): Subject | null =>
  id === null ? null : subjectOf(claim, id)

/** Claims a launch without writing anything else, for observers. Returns false for a replay. */
export const claimLaunch = async (db: Queryable, claim: Claim): Promise<boolean> =>
  (await claimAlone[claim.version](db, claim)).length === 1
