import { hashLaunchLink, type LaunchLink } from '#src/access/launch-links.ts'
import type { LaunchOpened } from '#src/access/rules/opened-launch.ts'
import { findLaunchOpened } from '#src/access/store/launch-tokens.ts'
import type { Needs } from '#src/context.ts'

/** Returns the launch of a teacher's page, or null if it has expired or is of another page. */
export const findTeacherLaunch = async (app: Needs<'clock' | 'db'>, link: LaunchLink): Promise<LaunchOpened | null> => {
  const opened = await findLaunchOpened(app.db, hashLaunchLink(link, app.clock.now()))
  return opened?.app === 'teacher' ? opened : null
}
