import type { Deps } from './deps.ts'
import { openJoinLink } from './open-join-link.ts'
import type { JoinLink } from './rules/join-course.ts'

/** Returns the course of a join link, or the reason it is refused (docs/rules/sign-up.md). */
export const findJoinLink =
  (deps: Deps) =>
  (token: string): Promise<JoinLink> =>
    openJoinLink(deps, { token })
