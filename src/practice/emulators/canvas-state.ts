import type { Clock } from '#src/core/clock.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'

export interface EmulatedCourse {
  id: number
  account_id: number
  name: string
  course_code: string
  workflow_state: string
  blueprint: boolean
}

/** A content migration. `ends` is its final state, reached at `endsAt` percent. */
export interface EmulatedMigration {
  id: number
  course_id: number
  /** Null when the source was deleted. Canvas then omits the settings. */
  source: string | null
  startedAt: number
  /** Percent per second. */
  speed: number
  ends: 'completed' | 'failed' | 'waiting_for_select'
  endsAt: number
  /** Reports null as progress. */
  silent: boolean
}

interface EmulatedUser {
  id: number
  name: string
  login_id: string
  password: string | null
}

interface EmulatedEnrollment {
  id: number
  course_id: number
  user_id: number
  type: 'StudentEnrollment'
  enrollment_state: string
}

const BLUEPRINTS = ['ASL 1 Blueprint', 'ASL 2 Blueprint', 'ASL 3 Blueprint']
/** Names of the demo's Canvas courses, from id 101. */
const COURSES = [
  'American Sign Language 1',
  'American Sign Language 1 and 2',
  'American Sign Language 1, last term',
  'ASL Conversation Club',
  'ASL Taster',
]
const QUEUED_SECONDS = 2

/** The practice Canvas's data, in memory. */
export class CanvasState {
  readonly courses = new Map<string, EmulatedCourse>()
  readonly migrations = new Map<number, EmulatedMigration>()
  readonly users = new Map<number, EmulatedUser>()
  readonly enrollments: EmulatedEnrollment[] = []
  #nextId = 5000
  /** Minimum password length of the account. A school may require more than we do. */
  shortestPassword = 8
  #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
    for (const [i, name] of BLUEPRINTS.entries()) this.addCourse(11 + i, name, true)
    for (const [i, name] of COURSES.entries()) this.addCourse(101 + i, name)
    const longAgo = this.#now() - HOUR_MS
    this.place({ course_id: 101, source: 'ASL 1 Blueprint', startedAt: longAgo })
    this.place({ course_id: 102, source: 'ASL 1 Blueprint', startedAt: longAgo })
    this.place({ course_id: 102, source: 'ASL 2 Blueprint', speed: 0.5 })
    this.place({ course_id: 104, source: null, startedAt: longAgo, ends: 'waiting_for_select', endsAt: 0 })
    this.place({ course_id: 105, source: null, startedAt: longAgo })
  }

  /** Returns a course. Those of the practice term, from id 100000, appear when they are asked for. */
  course(id: string): EmulatedCourse | undefined {
    if (!this.courses.has(id) && /^\d{6,8}$/.test(id)) {
      this.addCourse(Number(id), `Course ${id}`)
      this.place({ course_id: Number(id), source: BLUEPRINTS[0]!, startedAt: this.#now() - HOUR_MS })
    }
    return this.courses.get(id)
  }

  addCourse(id: number, name: string, blueprint = false): void {
    const code = name.replace('American Sign Language', 'ASL')
    this.courses.set(String(id), { id, account_id: 1, name, course_code: code, workflow_state: 'available', blueprint })
  }

  addUser(name: string, login: string, password: string | null): EmulatedUser {
    const user = { id: this.#nextId++, name, login_id: login.toLowerCase(), password }
    this.users.set(user.id, user)
    return user
  }

  enroll(course: number, user: number): EmulatedEnrollment {
    // Canvas returns an existing enrollment and reactivates it.
    const found = this.enrollments.find(e => e.course_id === course && e.user_id === user)
    if (found) return Object.assign(found, { enrollment_state: 'active' })
    const made = {
      id: this.#nextId++,
      course_id: course,
      user_id: user,
      type: 'StudentEnrollment' as const,
      enrollment_state: 'active',
    }
    this.enrollments.push(made)
    return made
  }

  copy(course: number, source: EmulatedCourse): EmulatedMigration {
    return this.place({ course_id: course, source: source.name, speed: 4 })
  }

  /** Adds a migration; what is left out is that of one that completes in 20 seconds. */
  place(given: Partial<EmulatedMigration> & { course_id: number | string }): EmulatedMigration {
    const migration = {
      source: 'ASL 1 Blueprint',
      speed: 5,
      ends: 'completed' as const,
      endsAt: given.ends && given.ends !== 'completed' ? 40 : 100,
      silent: false,
      startedAt: this.#now(),
      ...given,
      course_id: Number(given.course_id),
      id: this.#nextId++,
    }
    this.migrations.set(migration.id, migration)
    return migration
  }

  /** Lists migrations newest first, like Canvas. */
  migrationsOf(course: number): EmulatedMigration[] {
    return [...this.migrations.values()].filter(m => m.course_id === course).toReversed()
  }

  stateOf(migration: EmulatedMigration): string {
    if (this.#percent(migration) >= migration.endsAt) return migration.ends
    return this.#secondsOf(migration) < QUEUED_SECONDS ? 'pre_processing' : 'running'
  }

  progress(migration: EmulatedMigration): { completion: number | null; workflow_state: string } {
    const state = this.stateOf(migration)
    const shown = { completed: 'completed', failed: 'failed', pre_processing: 'queued' }[state] ?? 'running'
    return { completion: migration.silent ? null : this.#percent(migration), workflow_state: shown }
  }

  #percent(migration: EmulatedMigration): number {
    return Math.min(migration.endsAt, Math.floor(this.#secondsOf(migration) * migration.speed))
  }

  /** Seconds since the migration started. */
  #secondsOf({ startedAt }: EmulatedMigration): number {
    return (this.#now() - startedAt) / 1000
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
