import { bigint, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '../schema.ts'

const staffId = () =>
  reference()
    .notNull()
    .references(() => staffUsers.id, { onDelete: 'cascade' })

/** Passkeys of staff users (WebAuthn Level 3). The id and the public key are base64url. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: id(),
    staffId: staffId(),
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
  { id: id(), staffId: staffId(), codeHash: text().notNull(), createdAt: createdAt(), usedAt: instant() },
  t => [unique('recovery_codes_code').on(t.staffId, t.codeHash)],
)
