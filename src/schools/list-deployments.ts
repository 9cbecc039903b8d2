import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Deps } from './deps.ts'
import type { WaitingDeployment } from './rules/deployment.ts'
import type { ListedDeployment } from './rules/platform-list.ts'
import { listDeploymentRows } from './store/platform-list.ts'
import { listDeployments } from './store/platforms.ts'

/** Lists the deployments of LTI 1.3 platforms a page at a time. */
export const listDeploymentPage =
  ({ db }: Deps) =>
  (query: ListQuery): Promise<ListPage<ListedDeployment>> =>
    listDeploymentRows(db, query)

export const findDeployment =
  ({ db }: Deps) =>
  async (id: number): Promise<WaitingDeployment | null> =>
    (await listDeployments(db, id))[0] ?? null
