/** A launch chosen in the practice LMS. The server signs it and the browser posts it. */
export interface PracticeChoice {
  /** `<school key>/<context id>` */
  course: string
  person: string
  role: string
  /** The kind of launch: the page it opens, or an LMS request such as deep linking. */
  opens: string
  fault: string
}

export interface Option {
  value: string
  label: string
}

/** A ready-made launch, one of each kind. */
export interface Preset {
  label: string
  choice: PracticeChoice
}

export interface PracticeOptions {
  presets: Preset[]
  courses: { school: string; courses: Option[] }[]
  people: Option[]
  roles: Option[]
  opens: Option[]
  faults: Option[]
  codes: { code: string; says: string }[]
  /** Join links that a teacher gives to students without an LMS account. */
  joins: { label: string; token: string }[]
}

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
  size: { schools: number; courses: number; students: number }
  /** Number of its schools that exist. */
  state(): Promise<TermState>
  /** Adds what is missing, in the background. */
  start(): void
}

export interface TermState {
  isRunning: boolean
  schools: number
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
