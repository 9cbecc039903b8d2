import { type Entitlement, endedAt, hasAccess } from './entitlement.ts'

/** Sentences for a teacher or tester who looks at the student's page. */
export const studentViewMessages = {
  title: 'You are looking as a student.',
  in: 'This test has access for one day. Nothing is charged.',
  over: 'Test access lasts one day. Open the link in your course again.',
  none: 'Only one test student of a course has access at a time. Try again in a day.',
  teacher: 'You opened this course as a teacher before. Teachers need no code and no payment.',
} as const

type Viewer = Pick<Entitlement, 'isTest' | 'hasTaught' | 'processedAt' | 'accessEndsAt'>

/**
 * Returns the note for a person who views the student's page without being a student; null for students. The LMS sends
 * the TestUser role. If it sends only Learner, the note is for people who opened this course as a teacher before.
 */
export const studentView = (viewer: Viewer): string | null => {
  if (viewer.isTest) return studentViewMessages[hasAccess(viewer) ? 'in' : endedAt(viewer) ? 'over' : 'none']
  return viewer.hasTaught ? studentViewMessages.teacher : null
}
