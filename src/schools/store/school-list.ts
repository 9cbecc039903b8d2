import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { ListedSchool, schoolStates, schoolVersions } from '../rules/school-list.ts'

const KEYS = 'array(select k.key from consumers k where k.school_id = s.id order by k.id)'
const DOMAINS = `array(select distinct f.domain from deployments d join platforms f on f.id = d.platform_id
  where d.school_id = s.id and d.status = 'approved' order by 1)`

const DEFAULTS = `array(select r.product_code from default_products x join products r on r.id = x.product_id
  where x.school_id = s.id order by 1)`

const STATES: Record<keyof typeof schoolStates, string> = {
  k12: 's.is_k12',
  no_card: 'not s.accepts_payment',
  no_code: 'not s.accepts_access_code',
  no_default: 'not exists (select from default_products x where x.school_id = s.id)',
  no_course: 'not exists (select from courses c where c.school_id = s.id)',
}

const VERSIONS: Record<keyof typeof schoolVersions, string> = {
  '1.1': 'exists (select from consumers k where k.school_id = s.id)',
  '1.3': "exists (select from deployments d where d.school_id = s.id and d.status = 'approved')",
}

/** Lists schools, each once, with their connections. */
export const listSchoolRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedSchool>> => {
  const values = new SqlValues()
  const { version = '', state = '' } = query.filters
  return listRows(
    db,
    {
      select: `s.id, s.name, ${KEYS} as keys, ${DOMAINS} as domains, ${DEFAULTS} as "defaultProducts", s.accepts_payment as "acceptsPayment",
        s.accepts_access_code as "acceptsAccessCode", s.email_domain as "emailDomain", s.is_k12 as "isK12",
        (select count(*)::int from courses c where c.school_id = s.id) as courses`,
      from: 'schools s',
      where: [
        hasWords(
          `concat_ws(' ', s.name, array_to_string(${KEYS}, ' '), array_to_string(${DOMAINS}, ' '))`,
          query.words,
          values,
        ),
        isKeyOf(VERSIONS, version) ? VERSIONS[version] : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
      ],
      id: 's.id',
      sorts: {
        name: { by: 'lower(s.name)', kind: 'text' },
        newest: { by: 's.created_at', kind: 'time', descends: true },
      },
      values,
    },
    query,
  )
}
