import type { Role } from './launch.ts'

/** Somebody of a course, as the LMS lists them; an e-mail is neither needed nor kept. */
export interface RosterMember {
  ltiUserId: string
  name: string | null
  role: Role
  isActive: boolean
}

/** The rosters of LTI 1.3 courses. Throws when the LMS is away or says no. */
export interface Rosters {
  read(platformId: number, rosterUrl: string): Promise<RosterMember[]>
}
