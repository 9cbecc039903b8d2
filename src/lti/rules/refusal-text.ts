/**
 * Texts of the page of a refused launch. `heading` and `what` are for everybody; the technical cause is in
 * `administrator`. `title` is the short name of the reason for staff.
 */
export interface LaunchRefusalText {
  status: 400 | 401 | 403
  heading: string
  title: string
  what: string
  student: string
  teacher: string
  administrator: string
}

export const again = 'Go back to your course and open the link again.'
export const tellTeacher =
  'Go back to your course and open the link again. If this page returns, send the reference below to your teacher.'
export const inNewTab =
  'Go back to your course and open the link in a new tab. In Canvas, choose “Load in a new tab”. Or allow cookies for this site, then open the link again.'
export const tellAdmin = 'Send the reference below to the person who runs your LMS.'
