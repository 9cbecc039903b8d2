import type { SubjectKind } from '../../domain/entitlement.ts'
import type { Tx } from '../db.ts'
import { audit } from '../schema/audit.ts'

export interface AuditLine {
  /** 'student', 'staff:7', 'system'. */
  actor: string
  /** Verb and noun, like 'move-access-code'. */
  action: string
  subjectKind: SubjectKind | 'platform' | 'deployment' | 'course' | 'consumer' | 'coupon' | 'product'
  subjectId: number
  before?: object
  after?: object
  reason?: string
}

/** Written in the transaction of the change itself: no change without its line, no line without its change. */
export const saveAudit = async (tx: Tx, line: AuditLine, now: Date): Promise<void> => {
  await tx.orm.insert(audit).values({ ...line, at: now })
}
