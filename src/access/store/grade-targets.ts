import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { EntitlementRef } from '../rules/entitlement.ts'

interface TargetRow {
  id: number
  /** Host that the grade is sent to. */
  host: string | null
}

const SELECT = `select id, substring(coalesce(outcome_service_url, line_item_url, line_items_url) from '^https?://([^/?#]+)') as host
  from grade_targets`
const ofEntitlement = prepared<TargetRow>('grade_targets_of', `${SELECT} where entitlement_id = $1 order by id`)
const byId = prepared<TargetRow>('grade_target_host', `${SELECT} where id = $1`)

/** Lists the columns of the LMS that a person's grade is sent to. */
export const listGradeTargets = (db: Queryable, { id }: EntitlementRef): Promise<TargetRow[]> => ofEntitlement(db, [id])

/** Returns the host that a grade is sent to. */
export const findGradeHost = async (db: Queryable, targetId: number): Promise<string | undefined> =>
  (await byId(db, [targetId]))[0]?.host ?? undefined
