import type { Deps } from './deps.ts'
import { cleanReference } from './rules/launch-reference.ts'
import { type DiaryEntry, findLaunch as find } from './store/launch-diary.ts'

/** Finds a launch in the diary by the reference on its error page, in upper or lower case. */
export const findLaunch =
  ({ db }: Deps) =>
  (reference: string): Promise<DiaryEntry | null> =>
    find(db, cleanReference(reference))
