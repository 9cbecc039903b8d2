import type { JoinLink } from '../domain/join-course.ts'
import type { Deps } from './deps.ts'
import { openJoinLink } from './steps/open-join-link.ts'

/** What a join link opens, or why it opens nothing (rules.md D1). */
export const findJoinLink =
  (deps: Deps) =>
  (token: string): Promise<JoinLink> =>
    openJoinLink(deps, { token })
