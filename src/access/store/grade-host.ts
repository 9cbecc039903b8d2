import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Subject } from '../rules/entitlement.ts'

const HOST = "'^https?://([^/?#]+)'"

const hostOf = prepared<{ host: string | null }>(
  'grade_host',
  `select substring(coalesce(
     (select outcome_service_url from enrollments where $1 = 'enrollment' and id = $2),
     (select coalesce(line_item_url, line_items_url) from memberships where $1 = 'membership' and id = $2)
   ) from ${HOST}) as host`,
)

/** Returns the host that a person's grade is sent to. */
export const findGradeHost = async (db: Queryable, { kind, id }: Subject): Promise<string | undefined> =>
  (await hostOf(db, [kind, id]))[0]?.host ?? undefined
