import { openJoinLink } from './open-join-link.ts'
import type { JoinLink } from './rules/join-course.ts'
import type { App } from "#src/context.ts";

/** Returns the course of a join link, or the reason it is refused (docs/rules/sign-up.md). */
export const findJoinLink =
  (app: App, token: string): Promise<JoinLink> =>
    openJoinLink(app, { token })
