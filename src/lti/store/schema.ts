import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { createdAt, id, instant, isOneOf, partOf, reference } from '#src/core/db/columns.ts'
import { platforms } from '#src/schools/store/schema.ts'

/** One OpenID Connect login, valid ten minutes and consumed once. Values that the browser holds are hashed. */
export const ltiLogins = pgTable(
  'lti_logins',
  {
    stateHash: text().primaryKey(),
    nonceHash: text().notNull(),
    /** The cookie that binds the launch to the browser that began it. */
    bindingHash: text().notNull(),
    /** The other value that does, in the platform's storage; null if the login named none. */
    storageHash: text(),
    platformId: partOf(() => platforms.id),
    /** Frame that stores the binding where cookies are blocked (lti_storage_target). */
    storageTarget: text(),
    /** Origin of the LMS page that sent the login, by its Origin or Referer header. */
    lmsOrigin: text(),
    /** Hash of the requesting network. Logins are capped per network, and the oldest are deleted. */
    networkHash: text(),
    userAgentHash: text(),
    /** Hash of the id on the page that asks to continue, shown to a browser without cookie and platform storage. */
    continueHash: text().unique('lti_logins_continue'),
    /** Claims of that launch as JSON, verified. Null again once it was opened, or after `claimsExpireAt`. */
    claims: text(),
    claimsExpireAt: instant(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    consumedAt: instant(),
  },
  t => [
    index('lti_logins_expires_at').on(t.expiresAt),
    index('lti_logins_network').on(t.networkHash, t.createdAt),
    index('lti_logins_claims').on(t.claimsExpireAt),
  ],
)

/** LTI 1.1 enrollments whose access went to a row of LTI 1.3, each once (docs/rules/launches.md). */
export const movedEnrollments = pgTable(
  'moved_enrollments',
  {
    fromId: reference()
      .primaryKey()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    toId: partOf(() => entitlements.id),
    createdAt: createdAt(),
  },
  t => [index('moved_enrollments_to').on(t.toId)],
)

export const LTI_VERSIONS = ['1.1', '1.3'] as const
const bindings = ['cookie', 'storage', 'click'] as const

/** Outcomes of accepted launches. The index of refused launches has the same list: a change needs a new index. */
export const ACCEPTED_OUTCOMES = ['pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked', 'asked']

/** SQL condition of refused launches, for their index and the statements that use it. */
export const IS_REFUSED = `launch_diary.outcome not in (${ACCEPTED_OUTCOMES.map(outcome => `'${outcome}'`).join(', ')})`

/** Log of every launch, accepted or refused: technical facts, no personal data. Kept 30 days. */
export const launchDiary = pgTable(
  'launch_diary',
  {
    id: id(),
    at: createdAt(),
    /** Error id from the error page, which the person quotes to support. */
    reference: text().notNull().unique('launch_diary_reference'),
    version: text({ enum: LTI_VERSIONS }).notNull(),
    /** The page that was opened, or the reason of a refusal. Old rows may have reasons that no longer exist. */
    outcome: text().notNull(),
    consumerKey: text(),
    /** LTI 1.3 only: proof that the browser began the login. `click`: the button Continue, without cookie and storage. */
    binding: text({ enum: bindings }),
    /** LTI 1.3 only. */
    issuer: text(),
    clientId: text(),
    deploymentId: text(),
    school: text(),
    contextId: text(),
    skewSeconds: integer(),
    parameters: text().array().notNull(),
    detail: text(),
    /** Signature base string of a refused 1.1 launch, with personal values masked. Never kept for K-12 schools. */
    baseString: text(),
  },
  t => [
    index('launch_diary_at').on(t.at),
    index('launch_diary_refused').on(t.id).where(sql.raw(IS_REFUSED)),
    index('launch_diary_refused_for').on(t.outcome, t.id).where(sql.raw(IS_REFUSED)),
    index('launch_diary_consumer').on(t.consumerKey, t.id),
    index('launch_diary_deployment').on(t.clientId, t.deploymentId, t.id).where(sql`${t.clientId} is not null`),
    check('launch_diary_version', isOneOf(t.version, LTI_VERSIONS)),
    check('launch_diary_binding', isOneOf(t.binding, bindings)),
  ],
)

/**
 * A column of the LMS that gets a person's score of access: 1 with access, 0 without. One row for each graded link that
 * they opened, and one for the column of the course that we made (docs/rules/launches.md).
 */
export const gradeTargets = pgTable(
  'grade_targets',
  {
    id: id(),
    entitlementId: partOf(() => entitlements.id),
    /** The resource link that named the target; empty for our own column. */
    resourceLink: text().notNull().default(''),
    /** LTI 1.1: lis_result_sourcedid and lis_outcome_service_url. A launch may send another sourcedid for the same column. */
    sourcedId: text(),
    outcomeServiceUrl: text(),
    /** LTI 1.3: the column, unless it is ours, the list of columns, and the scopes that the launch granted. */
    lineItemUrl: text(),
    lineItemsUrl: text(),
    scopes: text().array().notNull().default(sql`'{}'`),
    /** The address that the LMS took the last score at. Another one gets the score again. */
    sentTo: text(),
    score: integer(),
    sentAt: instant(),
    /** A score that was sent and not answered. */
    asking: integer(),
    claimedUntil: instant(),
    /** The reason that the LMS rejected it for good. */
    problem: text(),
    /** Time of the first failed attempt since the last success. */
    failingSince: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('grade_targets_once').on(t.entitlementId, t.resourceLink),
    index('grade_targets_problem').on(t.entitlementId).where(sql`${t.problem} is not null`),
    check(
      'grade_targets_address',
      sql`(${t.sourcedId} is not null and ${t.outcomeServiceUrl} is not null) or coalesce(${t.lineItemUrl}, ${t.lineItemsUrl}) is not null`,
    ),
  ],
)

/** Columns that we made in a course of an LMS, by the id that it returned. */
export const ownColumns = pgTable('own_columns', {
  lineItemsUrl: text().primaryKey(),
  lineItemUrl: text().notNull(),
  createdAt: createdAt(),
})

/** A person who may have paid before their school moved to LTI 1.3. Staff decide (docs/rules/launches.md). */
export const moveSuggestions = pgTable(
  'move_suggestions',
  {
    id: id(),
    /** The entitlement of LTI 1.1, and the new one of LTI 1.3. */
    fromId: partOf(() => entitlements.id),
    toId: partOf(() => entitlements.id),
    /** Reason for the suggestion, shown to staff. */
    reason: text().notNull(),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: reference(),
    accepted: boolean(),
  },
  t => [unique('move_suggestions_pair').on(t.fromId, t.toId)],
)

/**
 * Rows of one person in one course of an LMS, launched through two connections, of which one replaces the other. They
 * were linked by that decision, so that undoing it parts them. Each pair has a row in both directions.
 */
export const carriedRows = pgTable(
  'carried_rows',
  {
    entitlementId: partOf(() => entitlements.id),
    otherId: partOf(() => entitlements.id),
    /** The first had access when they were linked, so that undoing it takes nothing. */
    wasIn: boolean().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.entitlementId, t.otherId] }), index('carried_rows_other').on(t.otherId)],
)
