/** A launch chosen in the practice LMS: course `<school key>/<context id>`, person, role, page to open and problem. */
export type PracticeChoice = Record<'course' | 'person' | 'role' | 'opens' | 'fault', string>

export interface Option {
  value: string
  label: string
}

export interface PracticeOptions {
  /** A ready-made launch of each kind. */
  presets: { label: string; choice: PracticeChoice }[]
  courses: { school: string; courses: Option[] }[]
  people: Option[]
  roles: Option[]
  opens: Option[]
  faults: Option[]
  codes: { code: string; says: string }[]
  /** Join links that a teacher gives to students without an LMS account. */
  joins: { label: string; token: string }[]
}

/** The server signs a launch, and the browser posts it. */
export interface PracticeLaunch {
  /** Address and method of the form post. */
  action: string
  method: 'get' | 'post'
  fields: [name: string, value: string][]
  course: string
  school: string
  /** Grade in the practice gradebook for this person; null when the launch has no gradebook. */
  grade: string | null
}

/** A term of practice data for the back office. */
export interface PracticeTerm {
  size: Record<'schools' | 'courses' | 'students', number>
  /** `schools`: number of its schools that exist. */
  state(): Promise<{ isRunning: boolean; schools: number }>
  /** Adds what is missing, in the background. */
  start(): void
}

export interface Practice {
  term: PracticeTerm
  options: PracticeOptions
  /** Returns the choice named by the query, with defaults for the rest. */
  choose(query: Record<string, string>): PracticeChoice
  /** Sentences about parts of the query that were changed because they do not fit together. */
  changed(query: Record<string, string>, choice: PracticeChoice): string[]
  launch(choice: PracticeChoice): Promise<PracticeLaunch>
}
