import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, nameWords, reference } from '#src/core/db/columns.ts'
import { deploymentStatuses } from '../../rules/deployment.ts'
import { PRESETS } from '../../rules/platform.ts'
import { schools } from './schools.ts'

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
 * One installation of the tool on a platform: a school's connection by LTI 1.3. It belongs to a school once staff
 * approved it, or once it was approved as the first of its platform.
 */
export const deployments = pgTable(
  'deployments',
  {
    id: id(),
    platformId: reference()
      .notNull()
      .references(() => platforms.id, { onDelete: 'cascade' }),
    deploymentId: text().notNull(),
    /** Null while it waits for approval, and for one that was refused. */
    schoolId: reference().references(() => schools.id),
    status: text({ enum: deploymentStatuses }).notNull().default('waiting'),
    /** What the LMS calls itself, and the course of the last launch that had to wait, so that staff can tell the school. */
    seenName: text(),
    seenTitle: text(),
    seenAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('deployments_key').on(t.platformId, t.deploymentId),
    index('deployments_school').on(t.schoolId),
    /** A course refers to both, so that its school is always the one of its connection. */
    unique('deployments_school_of').on(t.id, t.schoolId),
    index('deployments_status').on(t.status),
    index('deployments_names').using('gin', nameWords(t.seenName)),
    check('deployments_status', isOneOf(t.status, deploymentStatuses)),
    check('deployments_approved_has_school', sql`${t.status} <> 'approved' or ${t.schoolId} is not null`),
  ],
)
