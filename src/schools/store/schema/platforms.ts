import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, nameWords, reference } from '#src/core/db/columns.ts'
import { deploymentStatuses } from '../../rules/deployment.ts'
import { PRESETS } from '../../rules/platform.ts'

/** An LMS registered for LTI 1.3, identified by issuer and client_id. One issuer may have many. */
export const platforms = pgTable(
  'platforms',
  {
    id: id(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    domain: text().notNull(),
    preset: text({ enum: PRESETS }).notNull(),
    authorizationRedirect: text().notNull(),
    publicKeysUrl: text().notNull(),
    grantUrl: text().notNull(),
    /** Audience of token requests when it is not the token endpoint itself (D2L). */
    audience: text(),
    /** False while a self-registered platform waits for staff to activate it. */
    isActive: boolean().notNull().default(true),
    /** Opens a launch by a click when the browser returns no cookie and the platform stores nothing. */
    opensWithoutCookies: boolean().notNull().default(true),
    /** Approves the first deployment that launches, then turns off (docs/rules/schools.md). */
    approvesFirst: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('platforms_key').on(t.issuer, t.clientId),
    index('platforms_names').using('gin', nameWords(t.domain)),
    check('platforms_preset', isOneOf(t.preset, PRESETS)),
  ],
)

/**
 * One installation of the tool on a platform. It is the school where one issuer serves many (Canvas cloud, Blackboard),
 * and has the settings that a consumer has in LTI 1.1.
 */
export const deployments = pgTable(
  'deployments',
  {
    id: id(),
    platformId: reference()
      .notNull()
      .references(() => platforms.id, { onDelete: 'cascade' }),
    deploymentId: text().notNull(),
    /** School name set by staff, or else the name the LMS sent. */
    name: text(),
    status: text({ enum: deploymentStatuses }).notNull().default('waiting'),
    acceptsPayment: boolean().notNull().default(true),
    acceptsAccessCode: boolean().notNull().default(true),
    isK12: boolean('is_k12').notNull().default(false),
    /** No longer read. A later release removes it, because older processes may still run beside this one. */
    takesCardsK12: boolean('takes_cards_k12').notNull().default(false),
    passesGrades: boolean().notNull().default(true),
    /** Placed unit links ask the LMS for a grade column each. */
    addsUnitColumns: boolean().notNull().default(false),
    /** Access lasts at least one year (docs/rules/access.md). */
    yearlyAccess: boolean().notNull().default(false),
    /** Title of the last course that launched from a waiting deployment, so that staff can tell which school it is. */
    seenTitle: text(),
    seenAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('deployments_key').on(t.platformId, t.deploymentId),
    index('deployments_status').on(t.status),
    index('deployments_names').using('gin', nameWords(t.name)),
    check('deployments_status', isOneOf(t.status, deploymentStatuses)),
    check('deployments_accept_something', sql`${t.acceptsPayment} or ${t.acceptsAccessCode}`),
  ],
)
