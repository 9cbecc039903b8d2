import type { Language } from '#src/core/rules/languages/language.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import { type CourseRow, courseOf } from '#src/courses/store/schema/course-columns.ts'
import type { School } from '#src/schools/rules/school.ts'
import type { Entitlement, Origin, OtherRow, Source, SubjectKind } from '../rules/entitlement.ts'
import type { Role } from '../rules/role.ts'

/** A row as `mainSql` selects it. */
export interface MainRow extends CourseRow {
  id: number
  token: string
  session_id: string
  person_id: number
  email: string | null
  person_name: string | null
  language: Language | null
  grade_passback_id: string | null
  born_by: Origin
  role: Role
  is_test: boolean
  has_taught: boolean
  agreed_at: Date | null
  agreed_terms: string | null
  processed_at: Date | null
  processed_by: number | null
  source: Source | null
  unprocessed_at: Date | null
  stripe_event_id: string | null
  access_ends_at: Date | null
  last_period_ended_at: Date | null
  seen_origin: string | null
  updated_at: Date
  codes: { couponId: number; code: string; productId: number; hasUsesLeft: boolean; voidedAt: string | null }[]
  prices: (Omit<KnownPrice, 'fetchedAt'> & { fetchedAt: string })[]
  course_id: number
  school: School
  school_id: number
  products: Entitlement['course']['products']
}

/** Columns that `restSql` adds. */
export interface Rest {
  paid: number[]
  has_checkouts: boolean
  others: (Omit<OtherRow, 'processedAt' | 'accessEndsAt' | 'linkedAt'> & {
    processedAt: string | null
    accessEndsAt: string | null
    linkedAt: string | null
  })[]
}

export const NOTHING: Rest = { paid: [], has_checkouts: false, others: [] }

/** A row as `wholeSql` selects it. */
export type EntitlementRow = MainRow & Rest

const date = (value: string | null): Date | null => (value === null ? null : new Date(value))

export const toEntitlement = (kind: SubjectKind, row: EntitlementRow): Entitlement => ({
  kind,
  id: row.id,
  token: row.token,
  sessionId: row.session_id,
  personId: row.person_id,
  email: row.email,
  name: row.person_name,
  language: row.language,
  createdVia: row.born_by,
  gradePassbackId: row.grade_passback_id,
  role: row.role,
  isTest: row.is_test,
  hasTaught: row.has_taught,
  agreedAt: row.agreed_at,
  agreedTerms: row.agreed_terms,
  processedAt: row.processed_at,
  processedBy: row.processed_by,
  source: row.source,
  unprocessedAt: row.unprocessed_at,
  stripeEventId: row.stripe_event_id,
  accessEndsAt: row.access_ends_at,
  lastPeriodEndedAt: row.last_period_ended_at,
  seenOrigin: row.seen_origin,
  updatedAt: row.updated_at,
  paid: row.paid.map(Number),
  hasCheckouts: row.has_checkouts,
  prices: row.prices.map(p => ({ ...p, fetchedAt: new Date(p.fetchedAt) })),
  codes: row.codes.map(c => ({ ...c, voidedAt: date(c.voidedAt) })),
  others: row.others.map(o => ({
    ...o,
    processedAt: date(o.processedAt),
    accessEndsAt: date(o.accessEndsAt),
    linkedAt: date(o.linkedAt),
  })),
  course: courseOf(row.course_id, row),
  school: row.school,
  schoolId: row.school_id,
})
