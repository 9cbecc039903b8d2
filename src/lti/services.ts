import { makeGrades } from './grades.ts'
import { makeRosters } from './rosters.ts'
import type { DeepLinks } from './rules/deep-link.ts'
import type { Grades } from './rules/grade.ts'
import type { Rosters } from './rules/roster.ts'
import { makeSchoolClient, type SchoolClientDeps } from './v1p1/school-client.ts'
import { makeDeepLinks } from './v1p3/deep-links.ts'
import { makePlatformClient, type PlatformClientDeps } from './v1p3/platform-client.ts'
import { makeScores } from './v1p3/scores.ts'

export interface LmsServices {
  grades: Grades
  rosters: Rosters
  deepLinks: DeepLinks
}

/** Creates the clients for LMS services outside of launches: grades, rosters, deep links. */
export const makeLmsServices = (deps: SchoolClientDeps & PlatformClientDeps & { publicUrl: string }): LmsServices => {
  const client = makePlatformClient(deps)
  const school = makeSchoolClient(deps)
  return {
    grades: makeGrades({ school, scores: makeScores(client, deps) }),
    rosters: makeRosters({ school, client }),
    deepLinks: makeDeepLinks(deps),
  }
}
