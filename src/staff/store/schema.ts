import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { staffRoles } from '#src/core/rules/staff.ts'

/** Staff users. `email` is lower case, `phone` is E.164. */
export const staffUsers = pgTable(
  'staff_users',
  {
    id: id(),
    email: text().notNull().unique('staff_users_email'),
    phone: text().unique('staff_users_phone'),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    imageUrl: text(),
    role: text({ enum: staffRoles }).notNull().default('manager'),
    createdAt: createdAt(),
  },
  t => [
    check('staff_users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('staff_users_role', isOneOf(t.role, staffRoles)),
  ],
)

/** Current sign-in code of each staff user. A new code replaces the old one. */
export const staffCodes = pgTable('staff_codes', {
  staffId: reference()
    .primaryKey()
    .references(() => staffUsers.id, { onDelete: 'cascade' }),
  codeHash: text().notNull(),
  tries: integer().notNull().default(0),
  expiresAt: instant().notNull(),
})

/** One sign-in: a browser cookie and the API tokens issued with it. Deleting it ends all of them. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    staffId: reference()
      .notNull()
      .references(() => staffUsers.id, { onDelete: 'cascade' }),
    cookieHash: text().notNull().unique('staff_sessions_cookie'),
    createdAt: createdAt(),
    /** Last activity, updated at most once a minute. */
    seenAt: instant().notNull(),
    endsAt: instant().notNull(),
  },
  t => [index('staff_sessions_staff').on(t.staffId), index('staff_sessions_ends_at').on(t.endsAt)],
)

/** Refresh tokens, including spent ones: reuse of a spent token suggests it was stolen. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: reference()
      .notNull()
      .references(() => staffSessions.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    spentAt: instant(),
  },
  t => [index('refresh_tokens_session').on(t.sessionId)],
)
