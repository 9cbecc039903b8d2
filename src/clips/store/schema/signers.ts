import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '#src/staff/store/schema.ts'
import { consentWays } from '../../rules/consent.ts'

/** People who sign in clips. Some are staff users with the role signer. */
export const clipSigners = pgTable('clip_signers', {
  id: id(),
  name: text().notNull(),
  staffId: reference()
    .unique('clip_signers_staff')
    .references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})

/** Texts that signers agree to. A text is never changed; a new one has the next version. */
export const clipConsentTexts = pgTable('clip_consent_texts', {
  version: integer().primaryKey(),
  text: text().notNull(),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})

/** A signer's consent to one text. */
export const clipConsents = pgTable(
  'clip_consents',
  {
    id: id(),
    signerId: reference()
      .notNull()
      .references(() => clipSigners.id, { onDelete: 'cascade' }),
    version: integer()
      .notNull()
      .references(() => clipConsentTexts.version),
    givenOn: date().notNull(),
    how: text({ enum: consentWays }).notNull(),
    /** Place where a signed paper is kept. */
    note: text().notNull().default(''),
    /** The staff user who recorded it. */
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [index('clip_consents_signer').on(t.signerId, t.id), check('clip_consents_how', isOneOf(t.how, consentWays))],
)
