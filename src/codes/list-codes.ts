import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { SignedInStaff } from '#src/core/rules/staff.ts'
import type { ListedBatch } from './rules/batch-list.ts'
import { type ListedCode, usedOnlyReason } from './rules/code-list.ts'
import { listBatchRows } from './store/batches.ts'
import { listCodeRows } from './store/staff-codes.ts'

/** Lists codes, a page at a time: all, or only used-up ones if the role or the sign-in allows no more. */
export const listCodes = (
  { db, clock }: Needs<'clock' | 'db'>,
  query: ListQuery,
  by: SignedInStaff,
): Promise<ListPage<ListedCode>> => listCodeRows(db, query, usedOnlyReason(by, clock.now()) !== null)

/** Lists codes for a program, a page at a time. Audited if it shows codes with uses left, which are worth money. */
export const downloadCodes = async (
  app: Needs<'clock' | 'db'>,
  query: ListQuery,
  by: SignedInStaff,
): Promise<ListPage<ListedCode>> => {
  const now = app.clock.now()
  if (usedOnlyReason(by, now) === null) {
    const subject = { kind: 'list', key: 'codes' } as const
    await inTransaction(app.db, tx =>
      recordAudit(tx, { by, action: 'export-list', subject, after: query.filters, now }),
    )
  }
  return listCodes(app, query, by)
}

/** Lists batches of codes, a page at a time. */
export const listBatches = ({ db }: Needs<'db'>, query: ListQuery): Promise<ListPage<ListedBatch>> =>
  listBatchRows(db, query)
