import { hashLaunchLink, type LaunchLink } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import type { Listed } from '#src/core/outside/pages.ts'
import { longDate, shortDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { courseName, type TeachersCourse } from '#src/courses/rules/course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { RosterMember, RosterRow } from './rules/roster.ts'
import { RosterRefused, readRoster } from './services.ts'
import { findRosterCourse, listRosterPeople, MOST_PEOPLE, type RosterCourse } from './store/roster.ts'
import { rosterOf } from './texts/roster.ts'

export interface RosterPage {
  courseId: number
  course: string
  /** The language of the teacher, or else of the visitor. */
  language: Language
  framers: string[]
  rows: RosterRow[]
  /** Facts that decide if students can enter the course. */
  gate: TeachersCourse
  /** Note about missing entries. */
  note: string | null
}

/** Cache time of an LMS roster, so that page reloads do not fetch it again. */
const CACHE_MS = 30_000
const MAX_CACHED = 200

export type RosterCache = Map<number, { at: number; members: Promise<Listed<RosterMember>> }>

const membersOf = async (
  app: Needs<'clock' | 'lms' | 'rosterCache'>,
  { id, list }: RosterCourse,
): Promise<Listed<RosterMember> | null> => {
  if (!list) return null
  const lists = app.rosterCache
  const now = app.clock.now().getTime()
  const known = lists.get(id)
  if (known && now - known.at < CACHE_MS) return known.members
  if (lists.size >= MAX_CACHED) lists.clear()
  const members = readRoster(app, list)
  lists.set(id, { at: now, members })
  members.catch(() => lists.delete(id))
  return members
}

/** An LMS that is busy (408, 429) or broken does not refuse. */
const refuses = (status: number) => status < 500 && status !== 408 && status !== 429

/** Lists the students of a teacher's course, merged with the LMS's list if there is one. Null: the launch expired. */
export const openRoster = async (
  app: Needs<'clock' | 'db' | 'lms' | 'log' | 'rosterCache' | 'timezone'>,
  link: LaunchLink,
  visitor: Language,
): Promise<RosterPage | null> => {
  const now = app.clock.now()
  const course = await findRosterCourse(app.db, hashLaunchLink(link, now))
  if (!course) return null
  const language = course.language ?? visitor
  const texts = textsIn(language).roster
  const dateText = language === 'en' ? shortDate : longDate
  let note: string | null = course.list ? null : texts.noList
  const list = await membersOf(app, course).catch(err => {
    app.log.warn({ err, course: course.id }, 'roster could not be read from the LMS')
    note = err instanceof RosterRefused && refuses(err.status) ? texts.lmsRefuses : texts.lmsAway
    return null
  })
  if (list?.complete === false) {
    app.log.warn({ reason: list.reason, course: course.id }, 'roster of the LMS is not complete')
    note = texts.lmsPart(texts.parts[list.reason])
  }
  const people = await listRosterPeople(app.db, course)
  if (people.length === MOST_PEOPLE) note = texts.tooMany(MOST_PEOPLE)
  return {
    courseId: course.id,
    course: courseName(course, textsIn(language).sentences.yourCourse),
    language,
    framers: course.framers,
    rows: rosterOf(people, list, { texts, date: instant => dateText(instant, app.timezone, language) }),
    gate: course,
    note,
  }
}
