import type { Teacher } from './join-course.ts'
import type { ContentMigration, MigrationProgress } from './migration-progress.ts'

/** A course as the learning platform knows it (spec §3, course, learning platform side). */
export interface CanvasCourse {
  id: string
  accountId: string | null
  name: string
  courseCode: string
  workflowState: string
}

export interface CanvasUser {
  id: string
  login: string
}

export interface NewCanvasUser {
  /** The email address is the login. */
  login: string
  name: string
  /** None: Canvas writes to the person to choose one. */
  password: string | null
}

export interface CanvasEnrollment {
  id: string
  active: boolean
}

/** The learning platform said no to what was asked: asking again the same way will not help. */
export class CanvasRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(`Canvas answered ${status}: ${message}`)
    this.status = status
  }
}

/**
 * What we ask of the learning platform. Every call may throw: CanvasRefused, or any other error when it is away, busy
 * or makes no sense; then the job that asked is tried again.
 */
export interface Canvas {
  /** The host that a course's canvas_domain must name for this platform to be meant (contract.md, Settings). */
  host: string
  readCourse(courseId: string): Promise<CanvasCourse>
  /** The courses that content copies come from. */
  listBlueprints(): Promise<CanvasCourse[]>
  /** By their ids there, as numbers; those without a name are left out. */
  listTeachers(courseId: string): Promise<Teacher[]>
  listMigrations(courseId: string): Promise<ContentMigration[]>
  readMigration(courseId: string, id: string): Promise<ContentMigration>
  readProgress(url: string): Promise<MigrationProgress>
  startCopy(courseId: string, sourceCourseId: string): Promise<ContentMigration>
  findUser(login: string): Promise<CanvasUser | null>
  /** Null: the login is taken. */
  createUser(user: NewCanvasUser): Promise<CanvasUser | null>
  findEnrollment(courseId: string, userId: string): Promise<CanvasEnrollment | null>
  enroll(courseId: string, userId: string): Promise<CanvasEnrollment>
  inactivate(courseId: string, enrollmentId: string): Promise<void>
}
