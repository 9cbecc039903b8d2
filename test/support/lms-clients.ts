import type { HttpClient } from '#src/core/outbound.ts'
import { makeSchoolClient } from '#src/lti/v1p1/outcomes.ts'
import { makePlatformClient } from '#src/lti/v1p3/platforms.ts'
import { getSigningKey } from '#src/schools/tool-keys.ts'
import type { TestApp } from './app.ts'

/** Returns the app with clients that call an LMS by `outbound`. Secrets of schools are not encrypted there. */
export const withOutbound = (app: TestApp, outbound: HttpClient) => {
  const { db, clock } = app
  const vault = { seal: (text: string) => text, open: (text: string) => text }
  const school = makeSchoolClient({ db, clock, vault, outbound })
  const platform = makePlatformClient({ db, clock, outbound }, platform => getSigningKey(app, platform))
  return { ...app, lms: { school, platform } }
}
