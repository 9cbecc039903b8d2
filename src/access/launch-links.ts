import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { LaunchOpened } from './rules/opened-launch.ts'
import { deleteLaunchTokensBefore, findLaunchOpened, type LaunchLinkHashes } from './store/launch-tokens.ts'
import { saveLanguage } from './store/people.ts'

/** The two secrets in a link opened by a launch. Only their hashes are stored. */
export interface LaunchLink {
  token: string
  state: string
}

export const hashLaunchLink = ({ token, state }: LaunchLink, now: Date): LaunchLinkHashes => ({
  tokenHash: sha256(token),
  stateHash: sha256(state),
  now,
})

/** Returns the launch behind a teacher or dictionary link, or null if it has expired. */
export const findOpenLaunch = (
  app: Needs<'clock' | 'db'>,
  token: string,
  state: string,
): Promise<LaunchOpened | null> => findLaunchOpened(app.db, hashLaunchLink({ token, state }, app.clock.now()))

/** Keeps the language that a person chose, by their token or the link of their launch. Does nothing if it is unknown. */
export const chooseLanguage = (
  { db, clock }: Needs<'clock' | 'db'>,
  link: LaunchLink,
  language: Language,
): Promise<void> => saveLanguage(db, { ...hashLaunchLink(link, clock.now()), token: link.token }, language)

/** An expired token is kept for a day, so that 'page expired' shows inside the LMS that opened it. */
const KEPT_MS = DAY_MS

/** Deletes the tokens of launches whose links no longer open. */
export const deleteExpiredLinks = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteLaunchTokensBefore(db, new Date(clock.now().getTime() - KEPT_MS))
