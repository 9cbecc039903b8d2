import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { ListedSchool, schoolStates } from '../rules/school-list.ts'

const SWITCHES = 'accepts_payment, accepts_access_code, is_k12, created_at'

/** SQL condition that no course has a school, by a column of `courses` and the school's number. */
const hasNoCourse = (column: string, id: string) => `not exists (select from courses c where c.${column} = ${id})`

/**
 * SQL for consumers and approved deployments. `number` tells the two kinds apart. Those without a course are found in
 * each table: for both together the planner would look up one school after the other.
 */
const schools = (withoutCourse: boolean) => `(
  select id * 2 as number, 'consumer' as kind, id, name, key, email_domain, ${SWITCHES} from consumers s
  ${withoutCourse ? `where ${hasNoCourse('consumer_id', 's.id')}` : ''}
  union all
  select d.id * 2 + 1, 'deployment', d.id, coalesce(d.name, f.domain), f.domain, null, ${SWITCHES.replace('created_at', 'd.created_at')}
  from deployments d join platforms f on f.id = d.platform_id
  where d.status = 'approved' ${withoutCourse ? `and ${hasNoCourse('deployment_id', 'd.id')}` : ''}
) s`

const OF_SCHOOL = `((s.kind = 'consumer' and c.consumer_id = s.id) or (s.kind = 'deployment' and c.deployment_id = s.id))`

const STATES: Record<Exclude<keyof typeof schoolStates, 'no_course'>, string> = {
  k12: 's.is_k12',
  no_card: 'not s.accepts_payment',
  no_code: 'not s.accepts_access_code',
}

/** Lists schools of both LTI versions. */
export const listSchoolRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedSchool>> => {
  const values = new SqlValues()
  const { version, state = '' } = query.filters
  return listRows(
    db,
    {
      select: `s.kind, s.id, s.name, s.key, s.accepts_payment as "acceptsPayment", s.accepts_access_code as "acceptsAccessCode",
        s.email_domain as "emailDomain", s.is_k12 as "isK12", (select count(*)::int from courses c where ${OF_SCHOOL}) as courses`,
      from: schools(state === 'no_course'),
      where: [
        hasWords("s.name || ' ' || s.key", query.words, values),
        version === '1.1' ? `s.kind = 'consumer'` : version === '1.3' ? `s.kind = 'deployment'` : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
      ],
      id: 's.number',
      sorts: {
        name: { by: 'lower(s.name)', kind: 'text' },
        newest: { by: 's.created_at', kind: 'time', descends: true },
      },
      values,
    },
    query,
  )
}
