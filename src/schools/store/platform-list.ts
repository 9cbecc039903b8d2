import type { Queryable } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Platform } from '../rules/platform.ts'
import { deploymentStates, type ListedDeployment, type platformStates } from '../rules/platform-list.ts'

const PLATFORM_STATES: Record<keyof typeof platformStates, string> = {
  on: 'f.is_active',
  off: 'not f.is_active',
  cookieless_off: 'not f.opens_without_cookies',
}

/** Lists LTI 1.3 platforms. */
export const listPlatformRows = (db: Queryable, query: ListQuery): Promise<ListPage<Platform>> => {
  const values = new SqlValues()
  const { state = '', preset } = query.filters
  return listRows(
    db,
    {
      select: `f.id, f.issuer, f.client_id as "clientId", f.domain, f.preset, f.authorization_redirect as "authorizationRedirect",
        f.public_keys_url as "publicKeysUrl", f.grant_url as "grantUrl", f.audience, f.is_active as "isActive",
        f.opens_without_cookies as "opensWithoutCookies"`,
      from: 'platforms f',
      where: [
        hasWords("concat_ws(' ', f.domain, f.issuer, f.client_id)", query.words, values),
        isKeyOf(PLATFORM_STATES, state) ? PLATFORM_STATES[state] : null,
        preset ? `f.preset = ${values.add(preset)}` : null,
      ],
      id: 'f.id',
      sorts: {
        off_first: { by: "case when f.is_active then '1' else '0' end || lower(f.domain)", kind: 'text' },
        domain: { by: 'lower(f.domain)', kind: 'text' },
        newest: { by: 'f.created_at', kind: 'time', descends: true },
      },
      values,
    },
    query,
  )
}

/** Lists deployments of LTI 1.3 platforms. */
export const listDeploymentRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedDeployment>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  return listRows(
    db,
    {
      select: `d.id, d.school_id as "schoolId", s.name as school, d.seen_name as "seenName", f.domain, f.issuer,
        f.client_id as "clientId", d.deployment_id as "deploymentId", d.status,
        (select count(*)::int from courses c where c.deployment_id = d.id) as courses, d.seen_title as "seenTitle", d.seen_at as "seenAt"`,
      from: 'deployments d join platforms f on f.id = d.platform_id left join schools s on s.id = d.school_id',
      where: [
        hasWords(
          "concat_ws(' ', s.name, d.seen_name, f.domain, f.issuer, f.client_id, d.deployment_id)",
          query.words,
          values,
        ),
        isKeyOf(deploymentStates, state) ? `d.status = ${values.add(state)}` : null,
      ],
      id: 'd.id',
      sorts: {
        newest: { by: 'coalesce(d.seen_at, d.created_at)', kind: 'time', descends: true },
        name: { by: 'lower(coalesce(s.name, d.seen_name, f.domain))', kind: 'text' },
      },
      values,
    },
    query,
  )
}
