import type { AuditAction, AuditKind } from '#src/core/rules/audit.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import type { StaffRole } from '#src/core/rules/staff.ts'
import { TERM_TABLES, type TermRow, type TermRows, type TermTable } from '../store/term-tables.ts'
import type { Random } from './random.ts'
import type { TermSchool } from './schools.ts'

export interface TermProduct {
  id: number
  productCode: string
  name: string
  stripePriceId: string
}

/** Price of each product of the demo, in cents. */
export const PRICE = 4900

export interface Colleague {
  id: number
  role: StaffRole
}

/** Database rows that a school's practice data refers to. */
export interface TermPlace {
  now: Date
  /** ASL1, ASL2 and ASL3. */
  products: TermProduct[]
  freeProduct: TermProduct
  colleagues: Colleague[]
  /** The consumer (1.1) or deployment (1.3). */
  schoolId: number
  /** The platform of a deployment; null for LTI 1.1. */
  platformId: number | null
  platform: { issuer: string; clientId: string; deploymentId: string } | null
}

interface AuditLine {
  at: Date
  actor: string
  action: AuditAction
  kind: AuditKind
  id?: number
  key?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

/** A background job that failed for good. */
export interface DeadJob {
  at: Date
  name: string
  data: Record<string, unknown>
  error: string
}

/** State that the parts of the generator share while they make one school. */
export interface Maker extends TermPlace {
  school: TermSchool
  random: Random
  /** Adds a row. Returns its id, if the table is one of NUMBERED_TABLES; 0 if not. */
  add<T extends TermTable>(table: T, row: TermRow<T>): number
  /** Lines are added in the order of time at the end. */
  record(line: AuditLine): void
  fail(job: DeadJob): void
  /** Returns one colleague whose role allows changes, as in daily work. */
  support(): Colleague
  manager(): Colleague
}

export const addAuditLines = (add: Maker['add'], lines: AuditLine[]): void => {
  for (const line of lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    add('audit', {
      at: line.at,
      actor: line.actor,
      action: line.action,
      subjectKind: line.kind,
      subjectId: line.id ?? null,
      subjectKey: line.key ?? null,
      before: line.before ?? null,
      after: line.after ?? null,
      reason: line.reason ?? null,
    })
}

// The type of Object.fromEntries does not keep which rows belong to which table.
export const emptyRows = (): TermRows =>
  Object.fromEntries(keysOf(TERM_TABLES).map(table => [table, []])) as unknown as TermRows
