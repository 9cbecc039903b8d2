import type { Queryable } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { codeKey } from '../rules/access-code.ts'
import type { codeStates, ListedCode } from '../rules/code-list.ts'
import { ofSchool } from './batch-list.ts'

/** `used > 0` is the condition of an index. */
const USED_UP = 'k.used > 0 and k.used >= k.max_usage'

const STATES: Record<keyof typeof codeStates, string> = {
  unused: 'k.used = 0',
  started: 'k.used > 0 and k.used < k.max_usage',
  used: USED_UP,
}

/** Lists codes; `usedOnly` leaves out those with uses left. */
export const listCodeRows = (db: Queryable, query: ListQuery, usedOnly: boolean): Promise<ListPage<ListedCode>> => {
  const values = new SqlValues()
  const { product, school, state = '', batch } = query.filters
  const isForSchool = ofSchool(school, values)
  const key = codeKey(query.words)
  const batchId = rowId(batch)
  return listRows(
    db,
    {
      select: `k.coupon_code as code, r.product_code as "productCode", k.used, k.max_usage as "maxUsage",
        k.expires_at as "expiresAt", k.batch_id as "batchId", k.is_test as "isTest", k.created_at as "createdAt"`,
      from: 'coupons k join products r on r.id = k.product_id',
      where: [
        usedOnly ? USED_UP : null,
        key ? `k.code_key like ${values.add(`${escaped(key)}%`)}` : null,
        product ? `r.product_code = ${values.add(product)}` : null,
        batchId ? `k.batch_id = ${values.add(batchId)}` : null,
        // A batch may have thousands of codes made in one go: their numbers are listed, or the planner would read all codes.
        isForSchool &&
          `k.id = any(array(select y.id from coupons y where y.batch_id = any(array(select b.id from coupon_batches b where ${isForSchool}))))`,
        isKeyOf(STATES, state) ? STATES[state] : null,
      ],
      id: 'k.id',
      sorts: { newest: { by: 'k.id', kind: 'number', descends: true }, oldest: { by: 'k.id', kind: 'number' } },
      values,
    },
    query,
  )
}
