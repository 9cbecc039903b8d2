import type { SubjectKind } from '../../domain/entitlement.ts'
import type { Queryable } from '../db.ts'
import { audit } from '../schema/audit.ts'

export type AuditSubject =
  | SubjectKind
  | 'course'
  | 'canvas-course'
  | 'context'
  | 'consumer'
  | 'platform'
  | 'deployment'
  | 'coupon'
  | 'product'
  | 'staff'
  | 'person'
  | 'domain'
  | 'notice'

export interface AuditLine {
  /** 'student', 'staff:7', 'system'. */
  actor: string
  /** Verb and noun, like 'move-access-code'. */
  action: string
  subjectKind: AuditSubject
  subjectId?: number
  /** What it is called where it is no row of ours: a domain, an e-mail. */
  subjectKey?: string
  before?: object
  after?: object
  reason?: string
}

/** Written in the transaction of the change itself: no change without its line, no line without its change. */
export const saveAudit = async (tx: Queryable, line: AuditLine, now: Date): Promise<void> => {
  await tx.orm.insert(audit).values({ ...line, at: now })
}
