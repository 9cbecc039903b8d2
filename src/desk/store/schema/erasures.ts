import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { type ByHand, requesters } from '../../rules/erasures.ts'

/**
 * People whose data was erased, to erase them again after a backup is restored. `key_hash` is a keyed hash of their LMS
 * id or their address, which nobody can read back (docs/privacy.md).
 */
export const erasures = pgTable(
  'erasures',
  {
    keyHash: text().primaryKey(),
    at: instant().notNull(),
    /** 'staff:7' or 'system'. */
    actor: text().notNull(),
    asked: text({ enum: requesters }).notNull(),
    /** Ids at other services that staff erase by hand. Emptied once they did. */
    byHand: jsonb().$type<ByHand[]>().notNull(),
    doneAt: instant(),
  },
  t => [index('erasures_at').on(t.at), check('erasures_asked', isOneOf(t.asked, requesters))],
)

/** Erasing everybody of a school: a job works through its people in id order. One at a time for each school. */
export const schoolErasures = pgTable(
  'school_erasures',
  {
    id: id(),
    schoolId: reference().notNull(),
    actor: text().notNull(),
    startedAt: createdAt(),
    finishedAt: instant(),
    total: integer().notNull(),
    erased: integer().notNull().default(0),
    /** People who could not be erased, for example because a refund is open. */
    kept: integer().notNull().default(0),
    /** People at whom an error stopped the erasing. The job tries them again. */
    failed: integer().notNull().default(0),
    lastPersonId: reference().notNull().default(0),
  },
  t => [uniqueIndex('school_erasures_running').on(t.schoolId).where(sql`${t.finishedAt} is null`)],
)
