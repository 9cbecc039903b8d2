import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Deps } from './deps.ts'
import type { ListedLaunch } from './rules/launch-list.ts'
import { listLaunchRows } from './store/launch-list.ts'

/** Lists the launch diary, kept for 30 days. It holds no personal data. */
export const listLaunches =
  ({ db }: Deps) =>
  (query: ListQuery): Promise<ListPage<ListedLaunch>> =>
    listLaunchRows(db, query)
