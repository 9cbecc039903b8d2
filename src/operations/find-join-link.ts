import type { JoinLink } from '../domain/join-course.ts'
import type { Deps } from './deps.ts'
import { openJoinLink } from './steps/open-join-link.ts'

/** Returns the course of a join link, or the reason it is refused (docs/rules/sign-up.md). */
export const findJoinLink =
  (deps: Deps) =>
  (token: string): Promise<JoinLink> =>
    openJoinLink(deps, { token })
