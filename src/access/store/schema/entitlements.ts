import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, partOf, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { entitlementKinds, origins, roles, sources } from '../../rules/entitlement.ts'
import { type DeepLinkSettings, openedApps } from '../../rules/opened-launch.ts'
import { people } from './people.ts'

/**
 * One person in one course. On the wire an `enrollment` (by LTI 1.1 or sign-up) is an lti_enrollment, and a `membership`
 * (by LTI 1.3) a membership. The person has access while `processed_at` is set (docs/rules/access.md).
 */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    kind: text({ enum: entitlementKinds }).notNull(),
    courseId: reference()
      .notNull()
      .references(() => courses.id),
    personId: reference()
      .notNull()
      .references(() => people.id),
    token: text().notNull().unique('entitlements_token'),
    /** Our payment reference, generated with the row. */
    sessionId: uuid().notNull().unique('entitlements_session'),
    createdVia: text({ enum: origins }).notNull().default('launch'),
    /** A role from the launch rules; learner for an enrollment. Staff see its first letter. */
    role: text({ enum: roles }).notNull().default('learner'),
    agreedAt: instant(),
    agreedTerms: text(),
    processedAt: instant(),
    processedBy: reference(),
    source: text({ enum: sources }),
    /** The last launch had the TestUser role: nobody's own account, like Canvas's Student View. */
    isTest: boolean().notNull().default(false),
    /** When staff or a refund last removed access. Only a new code, payment or staff action restores it. */
    unprocessedAt: instant(),
    /** When access ends, or ended. */
    accessEndsAt: instant(),
    /** When the last period ended that used up its codes and payments (docs/rules/access.md). */
    lastPeriodEndedAt: instant(),
    /** Origin of the LMS page that sent the last launch, by headers that nothing signs: only for the person's own pages. */
    seenOrigin: text(),
    stripeEventId: text().unique('entitlements_stripe_event'),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('entitlements_person_key').on(t.courseId, t.personId),
    /** A checkout refers to both, so that its course is always the one of its entitlement. */
    unique('entitlements_course_of').on(t.id, t.courseId),
    index('entitlements_person').on(t.personId),
    /** For the list of people, newest first. */
    index('entitlements_created').on(t.createdAt, t.id),
    index('entitlements_in').on(t.createdAt, t.id).where(sql`${t.processedAt} is not null`),
    index('entitlements_unprocessed')
      .on(t.createdAt, t.id)
      .where(sql`${t.unprocessedAt} is not null and ${t.processedAt} is null`),
    /** One test person with access per course (docs/rules/access.md). */
    uniqueIndex('entitlements_one_test').on(t.courseId).where(sql`${t.source} = 'test'`),
    check('entitlements_kind', isOneOf(t.kind, entitlementKinds)),
    check('entitlements_created_via', isOneOf(t.createdVia, origins)),
    check('entitlements_role', isOneOf(t.role, roles)),
    check('entitlements_source', isOneOf(t.source, sources)),
    check('entitlements_processed_has_source', sql`(${t.processedAt} is null) = (${t.source} is null)`),
  ],
)

/** Access granted by a teacher's launch, for two hours, to a link with both the token and its state. */
export const launchTokens = pgTable(
  'launch_tokens',
  {
    tokenHash: text().primaryKey(),
    stateHash: text().notNull(),
    app: text({ enum: openedApps }).notNull(),
    courseId: partOf(() => courses.id),
    personId: partOf(() => people.id),
    /** Deep linking settings the platform sent. */
    deepLink: jsonb().$type<DeepLinkSettings>(),
    /** Origin of the LMS page that sent the launch, by headers that nothing signs. */
    seenOrigin: text(),
    expiresAt: instant().notNull(),
  },
  t => [index('launch_tokens_expires_at').on(t.expiresAt), check('launch_tokens_app', isOneOf(t.app, openedApps))],
)
