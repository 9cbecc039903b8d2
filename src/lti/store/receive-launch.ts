import type { Subject } from '#src/access/rules/entitlement.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { DeepLinkSettings } from '../../access/rules/opened-launch.ts'
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

const { '1.1': v1p1, '1.3': v1p3 } = launchStatements
const toPay = {
  '1.1': prepared<PayRow>('launch_to_pay', v1p1.toPay),
  '1.3': prepared<PayRow>('launch_13_to_pay', v1p3.toPay),
}
const toTool = {
  '1.1': prepared<ToolRow>('launch_to_tool', v1p1.toTool),
  '1.3': prepared<ToolRow>('launch_13_to_tool', v1p3.toTool),
}
const claimAlone = {
  '1.1': prepared<object>('claim_nonce', v1p1.claim),
  '1.3': prepared<object>('claim_login', v1p3.claim),
}

/** Identifies a launch, so that only the first of several identical ones is accepted. */
export type Claim =
  | { version: '1.1'; consumerId: number; nonce: string; nonceExpiresAt: Date }
  | { version: '1.3'; stateHash: string; deploymentId: number; now: Date }

const claimValues = (claim: Claim) =>
  claim.version === '1.1'
    ? [claim.consumerId, claim.nonce, claim.nonceExpiresAt]
    : [claim.stateHash, claim.now, claim.deploymentId]

const values = (claim: Claim, { course, person, services }: Launch, joinToken: string) => [
  ...claimValues(claim),
  course.contextId,
  course.title,
  course.label,
  course.canvasCourseId,
  course.canvasDomain,
  course.workflowState,
  course.lmsOrigin,
  course.termStartsAt,
  course.termEndsAt,
  services?.rosterUrl ?? null,
  joinToken,
  person.ltiUserId,
  person.email,
  person.name,
  person.givenName,
  person.familyName,
]

/** Values for the enrollment or membership: the tokens of a new row and what the launch sent. */
const ownValues = (claim: Claim, { role, outcome, services }: Launch, born: Born) =>
  claim.version === '1.1'
    ? [born.token, born.sessionId, outcome?.id ?? null, outcome?.serviceUrl ?? null]
    : [
        born.token,
        born.sessionId,
        role,
        services?.lineItemUrl ?? null,
        services?.lineItemsUrl ?? null,
        services?.gradeScopes ?? null,
      ]

interface Born {
  joinToken: string
  token: string
  sessionId: string
}

export interface ReceivedToPay {
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
  const [row] = await toPay[claim.version](db, [
    ...values(claim, launch, born.joinToken),
    ...ownValues(claim, launch, born),
  ])
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

interface Opens {
  isTeacher: boolean
  tokenHash: string
  stateHash: string
  tokenExpiresAt: Date
  deepLink: DeepLinkSettings | null
}

/** Receives a launch of the teacher page, the dictionary or deep linking. Returns null for a replay. */
export const claimLaunchToTool = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  born: Born,
  opens: Opens,
): Promise<{ courseId: number; allowsWts: boolean; byDefault: boolean } | null> => {
  const [row] = await toTool[claim.version](db, [
    ...values(claim, launch, born.joinToken),
    ...(claim.version === '1.3' ? ownValues(claim, launch, born) : []),
    opens.isTeacher,
    opens.tokenHash,
    opens.stateHash,
    launch.app,
    opens.tokenExpiresAt,
    opens.deepLink && JSON.stringify(opens.deepLink),
  ])
  return row ? { courseId: row.course_id, allowsWts: row.allows_wts, byDefault: row.by_default } : null
}

/** Claims a launch without writing anything else, for observers. Returns false for a replay. */
export const claimLaunch = async (db: Queryable, claim: Claim): Promise<boolean> =>
  (await claimAlone[claim.version](db, claimValues(claim))).length === 1
