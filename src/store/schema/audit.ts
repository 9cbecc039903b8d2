import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, reference } from './columns.ts'

/** Who changed what, written in the transaction of the change itself. `actor` is 'student', 'staff:7' or 'system'. */
export const audit = pgTable(
  'audit',
  {
    id: id(),
    at: createdAt(),
    actor: text().notNull(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    /** The row that changed; null where the subject is no row of ours, like a domain at the video host. */
    subjectId: reference(),
    subjectKey: text(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
  },
  t => [
    index('audit_subject').on(t.subjectKind, t.subjectId, t.at),
    index('audit_subject_key').on(t.subjectKind, t.subjectKey, t.at),
    index('audit_at').on(t.at),
  ],
)
