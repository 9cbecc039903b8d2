import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf } from '#src/core/db/columns.ts'

const versions = ['1.1', '1.3'] as const
const bindings = ['cookie', 'storage', 'click'] as const

/** Outcomes of accepted launches. The index of refused launches has the same list: a change needs a new index. */
export const ACCEPTED_OUTCOMES = ['pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked', 'asked']

/** SQL condition of refused launches, for their index and the statements that use it. */
export const IS_REFUSED = `launch_diary.outcome not in (${ACCEPTED_OUTCOMES.map(outcome => `'${outcome}'`).join(', ')})`

/**
 * Log of every launch, accepted or refused, for support. Holds technical facts only, no personal data. Kept 30 days.
 */
export const launchDiary = pgTable(
  'launch_diary',
  {
    id: id(),
    at: createdAt(),
    /** Error id from the error page, which the person quotes to support. */
    reference: text().notNull().unique('launch_diary_reference'),
    version: text({ enum: versions }).notNull(),
    /** The page that was opened, or the reason of a refusal. Old rows may have reasons that no longer exist. */
    outcome: text().notNull(),
    consumerKey: text(),
    /**
     * LTI 1.3 only: how the browser showed that it began the login. `click`: without cookie and platform storage, by the
     * button Continue.
     */
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
    check('launch_diary_version', isOneOf(t.version, versions)),
    check('launch_diary_binding', isOneOf(t.binding, bindings)),
  ],
)
