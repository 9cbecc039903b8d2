import type { Texts } from '#src/core/rules/languages/texts.ts'
import { type Entitlement, endedAt, hasAccess } from './entitlement.ts'

type Viewer = Pick<Entitlement, 'isTest' | 'hasTaught' | 'processedAt' | 'accessEndsAt'>

/** A note for people who view the student's page without being a student. */
export type StudentViewNote = Exclude<keyof Texts['sentences']['studentView'], 'title'>

/**
 * Returns the note for a person who views the student's page without being a student; null for students. The LMS sends
 * the TestUser role. If it sends only Learner, the note is for people who opened this course as a teacher before.
 */
export const studentView = (viewer: Viewer): StudentViewNote | null => {
  if (viewer.isTest) return hasAccess(viewer) ? 'in' : endedAt(viewer) ? 'over' : 'none'
  return viewer.hasTaught ? 'teacher' : null
}
