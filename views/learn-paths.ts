import { payPaths, withQuery } from './pay-paths.ts'

/** Query parameters that every address of the teacher page needs. */
export interface Launch {
  token: string
  state: string
}

/** Addresses of the pages of teachers, and of those to learn signs; use them through `paths`, except in islands of these pages. */
export const learnPaths = {
  dictionary: payPaths.dictionary,
  vocabulary: '/vocabulary',
  /** The key to glosses, and the credits of pictures. */
  glosses: '/glosses',
  credits: '/credits',
  /** Practice with cards. */
  deck: '/deck',
  fingerspelling: '/fingerspelling',
  fingerspellingDrill: '/fingerspelling/drill',
  ltiWts: '/lti/wts',
  searchSigns: '/lti/search_signs',
  ltiTeacher: '/lti/teacher',
  /** Alias of `ltiTeacher`, kept because old links use it. */
  ltiTeacherOld: '/lti_teacher',
  /** A teacher's list of students and their progress. */
  ltiRoster: '/lti/roster',
  /** A lesson in large type, and as a sheet to print. */
  ltiProjector: '/lti/projector',
  ltiLesson: '/lti/lesson',
  /** The activities of a unit, and its homework and further practice. */
  ltiActivities: '/lti/activities',
  ltiPractice: '/lti/practice',
  /** A teacher's lists of signs. */
  ltiLists: '/lti/lists',
} as const

type Place = Record<string, string | undefined>

/** Makes the address of a page at a place in it, for the same launch. */
const atPlace = (path: `/${string}`, { state, token }: Launch, place: Place = {}) =>
  withQuery(path, { state, token, ...place })

export const learnHrefs = {
  /** The editor of an entry, to which the dictionary leads staff. */
  sign: (slug: string) => `/signs/${encodeURIComponent(slug)}` as const,
  /** The sheet and the cards of a unit or lesson, like '3' or '3.1'. */
  vocabulary: (unit: string, paper?: string) => withQuery(learnPaths.vocabulary, { unit, paper }),
  deck: (unit: string) => withQuery(learnPaths.deck, { unit }),
  /** The same of a teacher's list, by its link. */
  vocabularyOfList: (list: string) => withQuery(learnPaths.vocabulary, { list }),
  deckOfList: (list: string) => withQuery(learnPaths.deck, { list }),
  fingerspelling: (word: string) => withQuery(learnPaths.fingerspelling, { word }),
  /** A search, and optionally a sign in it, on the page with this path. */
  dictionary: (path: `/${string}`, query: Record<string, string | undefined>) => withQuery(path, query),
  ltiWts: (token: string, state: string) => withQuery(learnPaths.ltiWts, { state, token }),
  ltiTeacher: (token: string, state: string, unit?: string) =>
    withQuery(learnPaths.ltiTeacher, { state, token, tab: unit && 'units', unit }),
  /** `place` is a filter, or asks for the file. */
  ltiRoster: (launch: Launch, place?: Place) => atPlace(learnPaths.ltiRoster, launch, place),
  /** A lesson for the projector or to print. */
  projector: (launch: Launch, place?: Place) => atPlace(learnPaths.ltiProjector, launch, place),
  lesson: (launch: Launch, place?: Place) => atPlace(learnPaths.ltiLesson, launch, place),
  activities: (launch: Launch, unit: string) => atPlace(learnPaths.ltiActivities, launch, { unit }),
  practice: (launch: Launch, unit: string) => atPlace(learnPaths.ltiPractice, launch, { unit }),
  /** Another tab or unit of the teacher page. */
  teacher: (launch: Launch, place?: Place) => atPlace(learnPaths.ltiTeacher, launch, place),
  ltiLists: (launch: Launch, { list, ...place }: { list?: number; unit?: string | undefined; note?: 'saved' } = {}) =>
    atPlace(learnPaths.ltiLists, launch, { list: list?.toString(), ...place }),
}
