import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { ListedLaunch } from './rules/launch-list.ts'
import { listLaunchRows } from './store/launch-list.ts'
import type { App } from "#src/context.ts";

/** Lists the launch diary, kept for 30 days. It holds no personal data. */
export const listLaunches =
  ({ db }: App, query: ListQuery): Promise<ListPage<ListedLaunch>> =>
    listLaunchRows(db, query)
