import { cleanReference } from '../domain/launch-reference.ts'
import { type DiaryEntry, type DiaryFilter, listLaunches as list } from '../store/queries/launch-diary.ts'
import type { Deps } from './deps.ts'

/** The launch diary, kept 30 days: facts about each launch, never a person's data. */
export const listLaunches =
  (deps: Deps) =>
  (filter: DiaryFilter): Promise<DiaryEntry[]> =>
    list(deps.db, { ...filter, reference: cleanReference(filter.reference ?? '') })
