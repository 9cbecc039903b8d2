import { keysOf } from '#src/core/rules/guards.ts'
import type { RefusalText, RefusalTexts, Refused } from '#src/core/rules/outcome.ts'
import {
  type ContentMigration,
  courseCompletion,
  isMoving,
  migrationCompletion,
  stopReason,
} from '#src/courses/rules/migration-progress.ts'
import { type CanvasCourse, canvasMessages, type ReadFailure, readFailureTexts } from './canvas-port.ts'

export interface PlatformCourse {
  id: string
  name: string | null
  code: string | null
  /** Names of the LMS courses and schools that launch this Canvas course. */
  contexts: string[]
  polled: boolean
  /** Reason that the last poll failed. */
  problem: ReadFailure | null
  migrations: ContentMigration[]
}

export type Blueprint = Pick<CanvasCourse, 'id' | 'name' | 'courseCode'>

/** A course as staff see it. Plain data, sent to the browser as JSON. */
export interface ShownCourse {
  id: string
  name: string
  about: string
  state: ContentState
  completion: number
  problem: string | null
  copies: { id: string; source: string; completion: number; word: string; reason: string | null }[]
}

type ContentState = 'stuck' | 'copying' | 'new' | 'ready'

/** Labels, in display order. */
export const contentStates: Record<ContentState, string> = {
  stuck: 'Needs attention',
  copying: 'Copying',
  new: 'Not checked yet',
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
  about: [course.code === course.name ? null : course.code, `Canvas ${course.id}`, ...course.contexts]
    .filter(Boolean)
    .join(' · '),
  state: contentState(course),
  completion: courseCompletion(course.migrations),
  problem: course.problem && readFailureTexts[course.problem],
  copies: course.migrations.map(m => ({
    id: m.id,
    source: m.sourceCourseName,
    completion: migrationCompletion(m),
    word: words[m.workflowState] ?? 'Copying',
    reason: stopReason(m),
  })),
})

/** Sorts by state in display order (problems first), then by name. */
export const showCourses = (courses: PlatformCourse[]): ShownCourse[] =>
  courses
    .map(showCourse)
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name))

/** Returns a summary like '1 needs attention, 2 copying, 5 ready'. */
export const contentSummary = (courses: ShownCourse[]): string =>
  Object.entries(contentStates)
    .map(([state, word]) => ({ word, n: courses.filter(c => c.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ n, word }) => `${n} ${word.toLowerCase()}`)
    .join(', ')

/** Number of courses that are all shown in full. */
const FEW = 8

/** Divides a long list: `open` courses are shown, the others are folded by state. */
export const foldContent = (
  courses: ShownCourse[],
): { open: ShownCourse[]; folds: { title: string; courses: ShownCourse[] }[] } => {
  if (courses.length <= FEW) return { open: courses, folds: [] }
  const isOpen = ({ state }: ShownCourse) => state === 'stuck' || state === 'copying'
  const folds = keysOf(contentStates).flatMap(state => {
    const some = courses.filter(c => c.state === state && !isOpen(c))
    return some.length > 0 ? [{ title: `${some.length} ${contentStates[state].toLowerCase()}`, courses: some }] : []
  })
  return { open: courses.filter(isOpen), folds }
}

export const copyMessages = { begun: 'The copy has started.' } as const

/** Sentences of the reasons not to start a copy or to follow its progress, as far as they need no values. */
const contentRefusals = {
  canvas_not_set_up: { message: canvasMessages.notSetUp },
  blueprint_required: { message: 'Choose a blueprint course to copy from.' },
  course_not_found: { message: 'Course not found. Nothing was copied. Search by its name or its Canvas number.' },
  course_busy: { message: 'We are reading this course from Canvas. Try again in a moment.' },
  canvas_away: {
    message: 'Canvas did not answer. The copy may still have started. Check the list before you try again.',
  },
} as const satisfies RefusalTexts

/** `source`: the blueprint's name. `answer`: what Canvas answered. */
export type CopyRefused =
  | Refused<keyof typeof contentRefusals>
  | (Refused<'copy_running'> & { source: string })
  | (Refused<'canvas_refused'> & { answer: string })

export const copyRefusalText = (refused: CopyRefused): RefusalText => {
  switch (refused.reason) {
    case 'copy_running':
      return { message: `A copy from ${refused.source} is already running. Wait until it is done.` }
    case 'canvas_refused':
      return {
        message: `Canvas refused the copy (${refused.answer}). Nothing was copied. Ask your Canvas administrator, or use Import Course Content in Canvas.`,
      }
    default:
      return contentRefusals[refused.reason]
  }
}
