import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import type { ServiceScope } from '#src/core/rules/service-account.ts'
import { schools } from '#src/schools/store/schema.ts'
import { staffUsers } from './staff.ts'

/** Keys of programs. A revoked one stays, because the batches that it made name it. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the key. */
    keyHash: text().notNull().unique('service_accounts_key'),
    /** The last four characters of the key, to tell keys apart. */
    keyEnd: text().notNull(),
    scopes: text().array().notNull().$type<ServiceScope[]>(),
    /** The only school whose codes it reads and makes; null for all. */
    schoolId: reference().references(() => schools.id, { onDelete: 'cascade' }),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** Updated at most once a minute. */
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  t => [index('service_accounts_school').on(t.schoolId)],
)
