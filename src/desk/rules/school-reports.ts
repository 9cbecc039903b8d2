import { shortDate } from '#src/core/rules/business-day.ts'
import { NOTABLE_SECONDS, WINDOW_SECONDS } from '#src/lti/rules/launch.ts'
import { END_DATE_LINES } from '#src/lti/rules/launch-course.ts'
import type { ConnectionRef } from '#src/schools/rules/school-facts.ts'
import { line, type ReadinessLine } from './course-reports.ts'

/** Facts about a connection of a school that decide whether people can launch through it. */
export interface ConnectionFacts extends ConnectionRef {
  /** True if people can open launches: of a deployment, that it is approved and its platform on. */
  isOn: boolean
  /** True if it is a deployment that waits for approval. */
  waits: boolean
  lastGoodLaunch: Date | null
  /** Middle of the clock differences of its last launches, in seconds: positive if the LMS is ahead. Null without launches. */
  skew: number | null
  /** Launches of the last days. */
  opened: number
  refused: number
}

/** Facts about a school that decide whether its courses can start. */
export interface SchoolReadinessFacts {
  connections: ConnectionFacts[]
  /** People who opened a course lately, and those of them who have a name. */
  people: number
  named: number
  /** Its newest courses, those of them without an end date, and an end date that the LMS sent and we cannot read. */
  newest: number
  endless: number
  unreadEnd: string | null
  /** Host that embeds our videos; null if no launch named one. */
  videoHost: string | null
  /** When staff last listed this host at the video service. */
  videoListedAt: Date | null
}

type SchoolStep = 'secret' | 'launches' | 'clock' | 'dates' | 'deployment' | 'names' | 'video'

/** One step of setting up a school. */
type SchoolReadinessLine = ReadinessLine<SchoolStep>

/** More refused launches than one in twenty need a look. */
const FEW_REFUSED = 0.05

/** Steps of a school: those of each connection, and those of the whole school. */
interface SchoolReadiness {
  connections: { of: ConnectionRef; lines: SchoolReadinessLine[] }[]
  lines: SchoolReadinessLine[]
  /** Host that embeds our videos; null if no launch named one. */
  videoHost: string | null
}

/**
 * Lists the steps to set up a school and how far each is. A connection without launches needs nothing if the school
 * launches through another one.
 */
export const schoolReadiness = (facts: SchoolReadinessFacts, timezone: string): SchoolReadiness => {
  const isLaunched = facts.connections.some(c => c.lastGoodLaunch)
  return {
    connections: facts.connections.map(connection => ({
      of: { kind: connection.kind, id: connection.id },
      lines:
        isLaunched && !connection.lastGoodLaunch && connection.refused === 0
          ? [line('launches', 'later', 'No launches lately. The school opens its courses the other way.')]
          : [...deployment(connection), secret(connection, timezone), launches(connection), ...clock(connection)],
    })),
    lines: [names(facts), ...dates(facts), ...video(facts, timezone)],
    videoHost: facts.videoHost,
  }
}

const deployment = ({ kind, isOn, waits }: ConnectionFacts): SchoolReadinessLine[] => {
  if (kind === 'consumer') return []
  if (isOn) return [line('deployment', 'done', 'Its deployment is approved, and its platform is on.')]
  const fault = waits ? 'deployment waits for approval' : 'deployment or platform is off'
  return [line('deployment', 'missing', `Its ${fault}, so no one can open a course.`)]
}

const secret = ({ kind, lastGoodLaunch }: ConnectionFacts, timezone: string): SchoolReadinessLine => {
  const what = kind === 'consumer' ? 'secret' : 'registration'
  if (lastGoodLaunch)
    return line('secret', 'done', `Its ${what} is in use, last on ${shortDate(lastGoodLaunch, timezone)}.`)
  const text = `No launch in the last 30 days used its ${what}. Ask its administrator to open the link.`
  return line('secret', 'missing', text)
}

const launches = ({ opened, refused }: ConnectionFacts): SchoolReadinessLine => {
  const all = opened + refused
  if (all === 0) return line('launches', 'later', 'No launches in the last days.')
  if (refused / all <= FEW_REFUSED) return line('launches', 'done', 'Its launches are good.')
  return line('launches', 'missing', `${refused} of its last ${all} launches were refused. Look at the reasons.`)
}

/** Launches are refused from five minutes on. */
const clock = ({ skew }: ConnectionFacts): SchoolReadinessLine[] => {
  if (skew === null || Math.abs(skew) < NOTABLE_SECONDS) return []
  const apart = `${Math.abs(skew)} seconds ${skew < 0 ? 'behind' : 'ahead of'}`
  const text = `The clock of its LMS is ${apart} ours. From ${WINDOW_SECONDS} seconds on, launches are refused. Compare both with the real time, and tell its administrator.`
  return [line('clock', 'missing', text)]
}

const dates = ({ newest, endless, unreadEnd }: SchoolReadinessFacts): SchoolReadinessLine[] => {
  if (newest === 0) return []
  if (endless === 0) return [line('dates', 'done', 'Its courses have an end date.')]
  const of = `${endless} of its ${newest} newest courses ${endless === 1 ? 'has' : 'have'} no end date, so access lasts as long as without one. To send the end, its administrator pastes:`
  if (unreadEnd === null) return [line('dates', 'later', of, END_DATE_LINES)]
  const unread = `Its LMS sends “${unreadEnd}” as end date, which we cannot read. ${of}`
  return [line('dates', 'missing', unread, END_DATE_LINES)]
}

const names = ({ people, named }: SchoolReadinessFacts): SchoolReadinessLine => {
  if (people === 0) return line('names', 'later', 'No one has opened a course yet.')
  return named > people / 2
    ? line('names', 'done', 'Its LMS shares names.')
    : line('names', 'missing', 'Its LMS shares no names. Ask its administrator to allow them in the privacy settings.')
}

const video = ({ videoHost, videoListedAt }: SchoolReadinessFacts, timezone: string): SchoolReadinessLine[] => {
  if (!videoHost) return []
  if (!videoListedAt) return [line('video', 'missing', `${videoHost} was not listed for videos here. Check it.`)]
  return [line('video', 'done', `${videoHost} is listed for videos since ${shortDate(videoListedAt, timezone)}.`)]
}

/** Numbers of a school, for its page. */
export interface SchoolOverview {
  courses: number
  /** Courses without a product. */
  waiting: number
  /** Students and teachers with access. */
  inside: number
  codesUsed: number
  /** The newest courses, with the number of people who have access. */
  newest: {
    id: number
    title: string
    products: string[]
    inside: number
    createdAt: Date
    version: '1.1' | '1.3'
  }[]
  /** Codes of the products that new courses get. */
  defaults: string[]
  batches: SchoolBatch[]
  /** Launches of the last days by outcome. */
  launches: { outcome: string; count: number }[]
}

/** A batch of codes for a school. */
export interface SchoolBatch {
  id: number
  product: string
  note: string
  createdAt: Date
  seats: number
  used: number
}

/** Days of launches that the page of a school counts. */
export const LAUNCH_DAYS = 7

/** Number of courses and batches that the page lists. */
export const MOST_LISTED = 10

/** Seats of a school: uses of the codes that were made for it. */
export interface SeatReport {
  products: { product: string; seats: number; used: number }[]
  /** Used seats by week and course, newest first. */
  uses: SeatUse[]
  /** Codes with uses left. */
  free: { code: string; product: string; left: number; expiresAt: Date | null }[]
  /** Number of codes with uses left, of which `free` has some. */
  freeCodes: number
}

export interface SeatUse {
  /** Monday of the week, 'YYYY-MM-DD'. */
  week: string
  /** Null if the code was used at another school. */
  course: string | null
  product: string
  used: number
}

/** Adds up the seats of all products. */
export const sumSeats = ({ products }: Pick<SeatReport, 'products'>): { seats: number; used: number } => {
  const sum = (of: (p: SeatReport['products'][number]) => number) => products.reduce((all, p) => all + of(p), 0)
  return { seats: sum(p => p.seats), used: sum(p => p.used) }
}
