import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { SignedInStaff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import type { ListedBatch } from './rules/batch-list.ts'
import { type ListedCode, usedOnlyReason } from './rules/code-list.ts'
import { listBatchRows } from './store/batch-list.ts'
import { listCodeRows } from './store/code-list.ts'

/** Lists codes, a page at a time: all, or only used-up ones if the role or the sign-in allows no more. */
export const listCodes =
  ({ db, clock }: Deps) =>
  (query: ListQuery, by: SignedInStaff): Promise<ListPage<ListedCode>> =>
    listCodeRows(db, query, usedOnlyReason(by, clock.now()) !== null)

/** Lists batches of codes, a page at a time. */
export const listBatches =
  ({ db }: Pick<Deps, 'db'>) =>
  (query: ListQuery): Promise<ListPage<ListedBatch>> =>
    listBatchRows(db, query)
