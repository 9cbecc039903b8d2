import { cleanReference } from './rules/launch-reference.ts'
import { type DiaryEntry, findLaunch as find } from './store/launch-diary.ts'
import { findLaunchPages, type LaunchPages } from './store/launch-pages.ts'
import type { App } from "#src/context.ts";

/** Finds a launch in the diary by the reference on its error page, in upper or lower case. */
export const findLaunch =
  async ({ db }: App, reference: string): Promise<(DiaryEntry & LaunchPages) | null> => {
    const entry = await find(db, cleanReference(reference))
    return entry && { ...entry, ...(await findLaunchPages(db, entry)) }
  }
