import type { DeepLinks } from '../domain/deep-link.ts'
import type { Grades } from '../domain/grade.ts'
import type { Rosters } from '../domain/roster.ts'
import { type GradesDeps, makeGrades } from './grades.ts'
import { makeRosters } from './rosters.ts'
import { makeDeepLinks } from './v1p3/deep-links.ts'
import { makePlatformClient, type PlatformClientDeps } from './v1p3/platform-client.ts'
import { makeScores } from './v1p3/scores.ts'

export interface LmsServices {
  grades: Grades
  rosters: Rosters
  deepLinks: DeepLinks
}

/** What we ask of an LMS, or sign for it, outside of a launch. */
export const makeLmsServices = (
  deps: Omit<GradesDeps, 'scores'> & PlatformClientDeps & { publicUrl: string },
): LmsServices => {
  const client = makePlatformClient(deps)
  return {
    grades: makeGrades({ ...deps, scores: makeScores(client, deps.clock) }),
    rosters: makeRosters({ ...deps, client }),
    deepLinks: makeDeepLinks(deps),
  }
}
