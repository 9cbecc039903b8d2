import type { Teacher } from '#src/courses/rules/join-course.ts'
import type { ContentMigration, MigrationProgress } from '#src/courses/rules/migration-progress.ts'

export const canvasMessages = {
  notSetUp: 'Canvas is not set up. Set CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID.',
} as const

/** Reasons why a course could not be read from Canvas, as stored. */
export const readFailures = ['canvas_away', 'canvas_refused', 'course_not_found'] as const
export type ReadFailure = (typeof readFailures)[number]

export const readFailureTexts: Record<ReadFailure, string> = {
  canvas_away: 'Canvas is not answering. We retry automatically.',
  canvas_refused: 'Canvas refused our request for this course. Check the permissions of CANVAS_API_TOKEN.',
  course_not_found: 'Canvas has no such course. Check canvas_course_id in the launch.',
}

export interface CanvasCourse {
  id: string
  accountId: string | null
  name: string
  courseCode: string
  workflowState: string
}

interface NewCanvasUser {
  /** The login is the email address. */
  login: string
  name: string
  /** Initial password; null if Canvas emails the person to choose one. */
  password: string | null
}

export interface CanvasEnrollment {
  id: string
  active: boolean
}

/** Canvas rejected the request. A retry of the same request will not help. */
export class CanvasRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(`Canvas answered ${status}: ${message}`)
    this.status = status
  }
}

/** Port to Canvas. A call throws CanvasRefused, or another error while Canvas is down or busy: then the job is retried. */
export interface Canvas {
  /** Host of this Canvas. Applies only to courses whose canvas_domain equals it. */
  host: string
  readCourse(courseId: string): Promise<CanvasCourse>
  /** Lists the blueprint courses, the sources of content copies. */
  listBlueprints(): Promise<CanvasCourse[]>
  /** Lists teachers with their numeric Canvas ids, without those that have no name. */
  listTeachers(courseId: string): Promise<Teacher[]>
  listMigrations(courseId: string): Promise<ContentMigration[]>
  readMigration(courseId: string, id: string): Promise<ContentMigration>
  readProgress(url: string): Promise<MigrationProgress>
  startCopy(courseId: string, sourceCourseId: string): Promise<ContentMigration>
  /** Returns the id of the user with a login. */
  findUser(login: string): Promise<string | null>
  /** Returns the id; null if the login is taken. */
  createUser(user: NewCanvasUser): Promise<string | null>
  findEnrollment(courseId: string, userId: string): Promise<CanvasEnrollment | null>
  enroll(courseId: string, userId: string): Promise<CanvasEnrollment>
  inactivate(courseId: string, enrollmentId: string): Promise<void>
}
