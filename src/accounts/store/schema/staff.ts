import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, partOf } from '#src/core/db/columns.ts'
import { staffRoles } from '#src/core/rules/staff.ts'
import { schools } from '#src/schools/store/schema.ts'

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
    /** The role covers only the schools in `staff_schools`: none, if there are none. */
    isLimited: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [
    check('staff_users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('staff_users_role', isOneOf(t.role, staffRoles)),
  ],
)

/**
 * Current codes of each staff user, one for each network or session that asked: only it can use the code, and a new
 * code replaces only its own. `askedFrom` is `network:…` for a sign-in, `session:…` to confirm a session.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    staffId: partOf(() => staffUsers.id),
    askedFrom: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.staffId, t.askedFrom] }), index('sign_in_codes_expires_at').on(t.expiresAt)],
)

/** One sign-in: a browser cookie and the API tokens issued with it. Deleting it ends all of them. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    staffId: partOf(() => staffUsers.id),
    cookieHash: text().notNull().unique('staff_sessions_cookie'),
    /** Name of the browser or program, for the list of sessions. */
    device: text().notNull().default(''),
    createdAt: createdAt(),
    /** When the staff user last proved who they are: at sign-in or since. */
    confirmedAt: createdAt(),
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
    sessionId: partOf(() => staffSessions.id),
    createdAt: createdAt(),
    spentAt: instant(),
  },
  t => [index('refresh_tokens_session').on(t.sessionId)],
)

/** Encrypted content that a page shows once, after a redirect: feedback, or a new secret. Kept for a minute. */
export const staffFlashes = pgTable(
  'staff_flashes',
  {
    sessionId: partOf(() => staffSessions.id),
    /** SHA-256 of the page's address. */
    addressHash: text().notNull(),
    body: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.sessionId, t.addressHash] })],
)

/** Schools of the staff users whose role is limited to some. */
export const staffSchools = pgTable(
  'staff_schools',
  {
    staffId: partOf(() => staffUsers.id),
    schoolId: partOf(() => schools.id),
  },
  t => [primaryKey({ columns: [t.staffId, t.schoolId] }), index('staff_schools_school').on(t.schoolId)],
)

/** Devices that a staff user has signed in from, by a keyed hash. */
export const knownDevices = pgTable(
  'known_devices',
  {
    staffId: partOf(() => staffUsers.id),
    deviceHash: text().notNull(),
    seenAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.staffId, t.deviceHash] }), index('known_devices_seen_at').on(t.seenAt)],
)

/** Passkeys of staff users (WebAuthn Level 3). The id and the public key are base64url. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: id(),
    staffId: partOf(() => staffUsers.id),
    credentialId: text().notNull().unique('staff_passkeys_credential'),
    publicKey: text().notNull(),
    /** Signature counter. Zero if the authenticator keeps none. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  t => [index('staff_passkeys_staff').on(t.staffId)],
)

/** Challenges under way, by hash. `purpose` names the use, and the user or session it is for. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  { challengeHash: text().primaryKey(), purpose: text().notNull(), expiresAt: instant().notNull() },
  t => [index('passkey_challenges_expires_at').on(t.expiresAt)],
)

/** Codes for a staff user who has lost every other way in. Each works once. A new set replaces the old one. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    staffId: partOf(() => staffUsers.id),
    codeHash: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  t => [unique('recovery_codes_code').on(t.staffId, t.codeHash)],
)
