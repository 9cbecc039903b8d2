import type { Tx } from '#src/core/db/db.ts'
import type { Subject } from '../rules/entitlement.ts'

const courseOf = ({ kind }: Subject) => `(select course_id from ${kind}s where id = $1)`

/** Locks the course of a row, so that test persons of one course are let in one after the other. */
export const lockTestAccess = async (tx: Tx, subject: Subject): Promise<void> => {
  await tx.client.query(`select from courses where id = ${courseOf(subject)} for no key update`, [subject.id])
}

/** Returns the row that has the test access of the course of `subject`, or null. */
export const findTestAccess = async (tx: Tx, subject: Subject): Promise<Subject | null> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `select id from ${subject.kind}s where source = 'test' and course_id = ${courseOf(subject)}`,
    [subject.id],
  )
  return rows[0] ? { kind: subject.kind, id: rows[0].id } : null
}
