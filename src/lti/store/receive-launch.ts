import { teaches } from '#src/access/rules/entitlement.ts'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { preparedByName } from '#src/core/db/statements.ts'
import { isRetryable } from '#src/core/db/transactions.ts'
import type { Launch } from '../rules/launch.ts'
import { CLAIM_11, LAUNCH_11 } from './launch-11.ts'
import { CLAIM_13, LAUNCH_13 } from './launch-13.ts'

/** Lets one of several equal launches through. `seenOrigin` sent it, unsigned; `isRegistered`: it is the platform's own. */
export type Claim = { seenOrigin: string | null; isRegistered: boolean } & (
  | { version: '1.1'; consumerId: number; nonce: string; nonceExpiresAt: Date }
  | { version: '1.3'; stateHash: string; deploymentId: number; at: Date }
)

interface Fresh {
  joinToken: string
  token: string
  sessionId: string
}

interface Opens {
  isTeacher: boolean
  tokenHash: string
  stateHash: string
  tokenExpiresAt: Date
  deepLink: DeepLinkSettings | null
}

/** The rows of a launch that was received. */
export interface LaunchRows {
  courseId: number
  allowsWts: boolean
  /** Null for a teacher by LTI 1.1, who has no row. */
  entitlementId: number | null
  token: string
  isIn: boolean
  /** Grade columns that have no score yet: the one that this launch named first, and those that were moved in. */
  newTargetIds: number[]
  /** The person's row, if it has test access. */
  testRowId: number | null
  /** The course's products are all free, and nobody removed the person. */
  onlyFree: boolean
  /** The course has no products and its school has default products. */
  byDefault: boolean
  /** The LMS changed the end of the course. */
  isEndMoved: boolean
  /** Its connection replaces another one, or is replaced, or staff have to decide that. */
  hasMove: boolean
  isNewCourse: boolean
}

/** Returns the unsigned origins of the launch. A learner can send one from any page, so theirs does not count for others. */
const originsOf = ({ seenOrigin, isRegistered }: Claim, { course, role }: Launch) => {
  const ownOrigin = course.lmsOrigin ? null : seenOrigin
  return { ownOrigin, seenOrigin: teaches(role) || isRegistered ? ownOrigin : null }
}

const valuesOf = (claim: Claim, launch: Launch, fresh: Fresh, opens: Opens | null) => ({
  ...claim,
  ...originsOf(claim, launch),
  ...launch.course,
  ...launch.person,
  ...fresh,
  app: launch.app,
  role: launch.role,
  isTestUser: launch.isTestUser,
  rosterUrl: launch.services?.rosterUrl ?? null,
  resourceLink: launch.resourceLink,
  sourcedId: launch.outcome?.id ?? null,
  outcomeServiceUrl: launch.outcome?.serviceUrl ?? null,
  lineItemUrl: launch.services?.lineItemUrl ?? null,
  lineItemsUrl: launch.services?.lineItemsUrl ?? null,
  gradeScopes: launch.services?.gradeScopes ?? null,
  isTeacher: opens?.isTeacher ?? false,
  linkTokenHash: opens?.tokenHash ?? null,
  linkStateHash: opens?.stateHash ?? null,
  linkExpiresAt: opens?.tokenExpiresAt ?? null,
  deepLink: opens?.deepLink ? JSON.stringify(opens.deepLink) : null,
})

type Values = ReturnType<typeof valuesOf>

const receive = {
  '1.1': preparedByName<LaunchRows, Values>('launch_11', LAUNCH_11),
  '1.3': preparedByName<LaunchRows, Values>('launch_13', LAUNCH_13),
}
const claimNonce = prepared('claim_nonce', CLAIM_11)
const claimLogin = prepared('claim_login', CLAIM_13)

const MOST_TRIES = 4

/** Receives a launch, with a link for one that opens a tool. Returns null for a replay, and writes nothing then. */
export const claimLaunchRows = async (
  db: Queryable,
  launch: Launch,
  claim: Claim,
  fresh: Fresh,
  opens: Opens | null,
): Promise<LaunchRows | null> => {
  const values = valuesOf(claim, launch, fresh, opens)
  // A launch whose person was erased, or whose connection moved to another school, is repeated. Its claim was undone with
  // it, so nothing happens twice.
  for (let tries = 1; ; tries++) {
    try {
      return (await receive[claim.version](db, values))[0] ?? null
    } catch (error) {
      if (tries === MOST_TRIES || !isRetryable(error)) throw error
    }
  }
}

/** Claims a launch without writing anything else, for observers. Returns false for a replay. */
export const claimLaunch = async (db: Queryable, claim: Claim): Promise<boolean> => {
  const rows =
    claim.version === '1.1'
      ? await claimNonce(db, [claim.consumerId, claim.nonce, claim.nonceExpiresAt])
      : await claimLogin(db, [claim.stateHash, claim.at])
  return rows.length === 1
}
