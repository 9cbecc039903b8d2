import type { Deps } from './deps.ts'
import { cleanReference } from './rules/launch-reference.ts'
import { type DiaryEntry, type DiaryFilter, listLaunches as list } from './store/launch-diary.ts'

/** Lists the launch diary, kept for 30 days. It holds no personal data. */
export const listLaunches =
  (deps: Deps) =>
  (filter: DiaryFilter): Promise<DiaryEntry[]> =>
    list(deps.db, { ...filter, reference: cleanReference(filter.reference ?? '') })
