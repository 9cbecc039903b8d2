import type { Subject } from '#src/access/rules/entitlement.ts'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { preparedByName } from '#src/core/db/named-parameters.ts'
import type { Launch } from '../rules/launch.ts'
import { launchStatements } from './launch-statements.ts'

interface PayRow {
  course_id: number
  entitlement_id: number
  token: string
  processed: boolean
  only_free: boolean
  by_default: boolean
}
interface ToolRow {
  course_id: number
  allows_wts: boolean
  by_default: boolean
}

/** Identifies a launch, so that only the first of several identical ones is accepted. */
export type Claim =
  | { version: '1.1'; consumerId: number; nonce: string; nonceExpiresAt: Date }
  | { version: '1.3'; stateHash: string; deploymentId: number; now: Date }

interface Born {
  joinToken: string
  token: string
  sessionId: string
}

/** Values of the course, the person, and a membership or an enrollment. */
const launchValues = (claim: Claim, { course, person, role, outcome, services }: Launch, born: Born) => ({
  ...claim,
  ...course,
  ...person,
  ...born,
  role,
  gradePassbackId: outcome?.id ?? null,
  outcomeServiceUrl: outcome?.serviceUrl ?? null,
  rosterUrl: services?.rosterUrl ?? null,
  lineItemUrl: services?.lineItemUrl ?? null,
  lineItemsUrl: services?.lineItemsUrl ?? null,
  gradeScopes: services?.gradeScopes ?? null,
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

interface ReceivedToPay {
  courseId: number
  subject: Subject
  token: string
  processed: boolean
  onlyFree: boolean
  /** True when the course has no products and its school has default products. */
  byDefault: boolean
}

/** Receives a learner's launch. Returns null for a replay, and writes nothing then. */
export const claimLaunchToPay = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  born: Born,
): Promise<ReceivedToPay | null> => {
  const [row] = await toPay[claim.version](db, launchValues(claim, launch, born))
  if (!row) return null
  return {
    courseId: row.course_id,
    subject: { kind: claim.version === '1.1' ? 'enrollment' : 'membership', id: row.entitlement_id },
    token: row.token,
    processed: row.processed,
    onlyFree: row.only_free,
    byDefault: row.by_default,
  }
}

/** Receives a launch of the teacher page, the dictionary or deep linking. Returns null for a replay. */
export const claimLaunchToTool = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  born: Born,
  opens: Opens,
): Promise<{ courseId: number; allowsWts: boolean; byDefault: boolean } | null> => {
  const [row] = await toTool[claim.version](db, toolValues(claim, launch, born, opens))
  return row ? { courseId: row.course_id, allowsWts: row.allows_wts, byDefault: row.by_default } : null
}

/** Claims a launch without writing anything else, for observers. Returns false for a replay. */
export const claimLaunch = async (db: Queryable, claim: Claim): Promise<boolean> =>
  (await claimAlone[claim.version](db, claim)).length === 1
