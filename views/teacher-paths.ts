import { withQuery } from './pay-paths.ts'

/** Addresses of the teacher page and of the pages it leads to. */
export const teacherPaths = {
  ltiTeacher: '/lti/teacher',
  /** Alias of `ltiTeacher`, kept because old links use it. */
  ltiTeacherOld: '/lti_teacher',
  /** A teacher's list of students and their progress. */
  ltiRoster: '/lti/roster',
  /** A lesson in large type, and as a sheet to print. */
  ltiProjector: '/lti/projector',
  ltiLesson: '/lti/lesson',
  /** A teacher's lists of signs. */
  ltiLists: '/lti/lists',
} as const

interface Launch {
  token: string
  state: string
}

type Place = Record<string, string | undefined>

export const teacherHrefs = {
  ltiTeacher: (token: string, state: string, unit?: string) =>
    withQuery(teacherPaths.ltiTeacher, { state, token, tab: unit && 'units', unit }),
  /** `place` is a filter, or asks for the file. */
  ltiRoster: ({ token, state }: Launch, place: Place = {}) =>
    withQuery(teacherPaths.ltiRoster, { state, token, ...place }),
  /** A lesson for the projector or to print, for the same launch. */
  projector: (launch: Launch, place: Place) =>
    withQuery(teacherPaths.ltiProjector, { state: launch.state, token: launch.token, ...place }),
  lesson: (launch: Launch, place: Place) =>
    withQuery(teacherPaths.ltiLesson, { state: launch.state, token: launch.token, ...place }),
  /** Another tab or unit of the teacher page, for the same launch. */
  teacher: (launch: Launch, place: Place) =>
    withQuery(teacherPaths.ltiTeacher, { state: launch.state, token: launch.token, ...place }),
  ltiLists: (
    { token, state }: Launch,
    { list, unit, note }: { list?: number; unit?: string | undefined; note?: 'saved' } = {},
  ) => withQuery(teacherPaths.ltiLists, { state, token, list: list?.toString(), unit, note }),
}
