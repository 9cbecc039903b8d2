import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import type { Deps } from '../deps.ts'
import { findLaunchOpened } from "#src/access/store/launch-tokens.ts";
import { hashLaunchLink, type LaunchLink } from "#src/access/launch-links.ts";

/** Returns the launch of a teacher's page, or null if it has expired or is of another page. */
export const findTeacherLaunch = async (deps: Deps, link: LaunchLink): Promise<LaunchOpened | null> => {
  const opened = await findLaunchOpened(deps.db, hashLaunchLink(link, deps.clock.now()))
  return opened?.app === 'teacher' ? opened : null
}
