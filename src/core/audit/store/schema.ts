import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, reference } from '../../db/columns.ts'

/** Audit log, written in the same transaction as the change. `actor` is 'student', 'staff:7', 'service:3' or 'system'. */
export const audit = pgTable(
  'audit',
  {
    id: id(),
    at: createdAt(),
    actor: text().notNull(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    /** The changed row; null when the subject is not a row of ours, such as a domain at the video host. */
    subjectId: reference(),
    subjectKey: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
  },
  t => [
    index('audit_subject').on(t.subjectKind, t.subjectId, t.at),
    index('audit_subject_key').on(t.subjectKind, t.subjectKey, t.at),
    index('audit_at').on(t.at),
    index('audit_actor').on(t.actor, t.id),
    index('audit_changes').on(t.actor, t.id).where(sql`${t.action} <> 'view'`),
    index('audit_kind').on(t.subjectKind, t.id),
    index('audit_kind_changes').on(t.subjectKind, t.id).where(sql`${t.action} <> 'view'`),
  ],
)
