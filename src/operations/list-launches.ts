import { cleanReference } from '../domain/launch-reference.ts'
import { type DiaryEntry, type DiaryFilter, listLaunches as list } from '../store/queries/launch-diary.ts'
import type { Deps } from './deps.ts'

/** Lists the launch diary, kept for 30 days. It holds no personal data. */
export const listLaunches =
  (deps: Deps) =>
  (filter: DiaryFilter): Promise<DiaryEntry[]> =>
    list(deps.db, { ...filter, reference: cleanReference(filter.reference ?? '') })
