import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { ListedSchool, schoolStates } from '../rules/school-list.ts'

const SWITCHES = 'accepts_payment, accepts_access_code, is_k12, created_at'

/** Consumers and approved deployments. `number` tells the two kinds apart. */
const SCHOOLS = `(
  select id * 2 as number, 'consumer' as kind, id, name, key, email_domain, ${SWITCHES} from consumers
  union all
  select d.id * 2 + 1, 'deployment', d.id, coalesce(d.name, f.domain), f.domain, null, ${SWITCHES.replace('created_at', 'd.created_at')}
  from deployments d join platforms f on f.id = d.platform_id where d.status = 'approved'
) s`

const OF_SCHOOL = `((s.kind = 'consumer' and c.consumer_id = s.id) or (s.kind = 'deployment' and c.deployment_id = s.id))`

const STATES: Record<keyof typeof schoolStates, string> = {
  k12: 's.is_k12',
  no_card: 'not s.accepts_payment',
  no_code: 'not s.accepts_access_code',
  no_course: `not exists (select from courses c where ${OF_SCHOOL})`,
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
      from: SCHOOLS,
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
