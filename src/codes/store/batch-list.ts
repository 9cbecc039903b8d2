import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { parseSchool } from '#src/core/rules/school-ref.ts'
import type { batchStates, ListedBatch } from '../rules/batch-list.ts'
import { BATCH_SCHOOL } from './code-batches.ts'

const MADE_BY = "coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, 'Unknown')"
const HAS_USES_LEFT = 'exists (select from coupons k where k.batch_id = b.id and k.used < k.max_usage)'

const STATES: Record<keyof typeof batchStates, string> = { left: HAS_USES_LEFT, used: `not ${HAS_USES_LEFT}` }

const BATCHES = 'coupon_batches b join products r on r.id = b.product_id left join staff_users u on u.id = b.staff_id'

/** SQL condition that a batch `b` is for a school; null if none is asked for. */
export const ofSchool = (typed: string | undefined, values: SqlValues): string | null => {
  const school = parseSchool(typed)
  return school && `b.${school.kind}_id = ${values.add(school.id)}`
}

/** Lists batches of codes. */
export const listBatchRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedBatch>> => {
  const values = new SqlValues()
  const { product, school, state = '' } = query.filters
  return listRows(
    db,
    {
      select: `b.id, r.product_code as "productCode", r.name as "productName", ${BATCH_SCHOOL} as school, b.size, b.note, b.created_at as "createdAt", ${MADE_BY} as "madeBy", n.seats, n.used`,
      from: `${BATCHES} cross join lateral (
        select coalesce(sum(k.max_usage), 0)::int as seats, coalesce(sum(k.used), 0)::int as used from coupons k where k.batch_id = b.id
      ) n`,
      narrow: BATCHES,
      where: [
        hasWords(`b.note || ' ' || ${MADE_BY}`, query.words, values),
        product ? `r.product_code = ${values.add(product)}` : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
        ofSchool(school, values),
      ],
      id: 'b.id',
      sorts: { newest: { by: 'b.id', kind: 'number', descends: true }, oldest: { by: 'b.id', kind: 'number' } },
      values,
    },
    query,
  )
}
