import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { ListedPayment } from './rules/payment-list.ts'
import { listPaymentRows } from './store/payment-list.ts'
import type { App } from "#src/context.ts";

/** Lists card payments, a page at a time. */
export const listAllPayments =
  ({ db }: App, query: ListQuery, by: Staff): Promise<ListPage<ListedPayment>> =>
    listPaymentRows(db, query, by)
