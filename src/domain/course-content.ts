import {
  type ContentMigration,
  courseCompletion,
  isMoving,
  migrationCompletion,
  stopReason,
} from './migration-progress.ts'

/** A course of the learning platform as it stands in the database. */
export interface PlatformCourse {
  id: string
  name: string | null
  code: string | null
  /** Where it is opened from: course and school, as staff know them. */
  contexts: string[]
  polled: boolean
  problem: string | null
  migrations: ContentMigration[]
}

/** A course that content is copied from (spec §3, the catalogue's unit). */
export interface Blueprint {
  id: string
  name: string
  courseCode: string
}

/** What staff see of a course: plain data, which also travels to the browser as it changes. */
export interface ShownCourse {
  id: string
  name: string
  about: string
  state: ContentState
  completion: number
  problem: string | null
  copies: { id: string; source: string; completion: number; word: string; reason: string | null }[]
}

export type ContentState = 'stuck' | 'copying' | 'new' | 'ready'

/** In the order in which staff want to see them. */
export const contentStates: Record<ContentState, string> = {
  stuck: 'Needs a look',
  copying: 'Copying',
  new: 'Not looked at yet',
  ready: 'Ready',
}

const ORDER = Object.keys(contentStates)

const contentState = ({ problem, migrations, polled }: PlatformCourse): ContentState => {
  if (problem !== null || migrations.some(m => stopReason(m) !== null)) return 'stuck'
  if (migrations.some(isMoving)) return 'copying'
  return polled ? 'ready' : 'new'
}

const words: Record<string, string> = {
  pre_processing: 'Waiting',
  pre_processed: 'Waiting',
  running: 'Copying',
  waiting_for_select: 'Stopped',
  completed: 'Done',
  failed: 'Failed',
}

const showCourse = (course: PlatformCourse): ShownCourse => ({
  id: course.id,
  name: course.name || `Canvas course ${course.id}`,
  about: [course.code, `Canvas ${course.id}`, ...course.contexts].filter(Boolean).join(' · '),
  state: contentState(course),
  completion: courseCompletion(course.migrations),
  problem: course.problem,
  copies: course.migrations.map(m => ({
    id: m.id,
    source: m.sourceCourseName,
    completion: migrationCompletion(m),
    word: words[m.workflowState] ?? 'Copying',
    reason: stopReason(m),
  })),
})

/** Trouble first, then what moves; by name. */
export const showCourses = (courses: PlatformCourse[]): ShownCourse[] =>
  courses
    .map(showCourse)
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name))

/** '1 needs a look, 2 copying, 5 ready' */
export const contentSummary = (courses: ShownCourse[]): string =>
  Object.entries(contentStates)
    .map(([state, word]) => ({ word, n: courses.filter(c => c.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ n, word }) => `${n} ${word.toLowerCase()}`)
    .join(', ')

export const copyMessages = {
  courseUnknown: 'Course not found. Nothing was copied: look for it by its name or its Canvas number.',
  noBlueprint: 'Choose a blueprint course to copy from.',
  underWay: (source: string) => `A copy from ${source} is under way already. Wait until it is done.`,
  busy: 'Canvas is being asked about this course just now. Try again in a moment.',
  away: 'Canvas did not answer. The copy may have begun all the same: look at the list before you try again.',
  refused: (why: string) =>
    `Canvas refuses the copy (${why}). Nothing was copied. Ask who runs Canvas, or copy there, by Import Course Content.`,
  begun: 'The copy has begun.',
} as const
