/** What the practice LMS offers and what it made of a choice. Signed on the server, posted by the browser. */
export interface PracticeChoice {
  /** `<school key>/<context id>` */
  course: string
  person: string
  role: string
  /** The kind of launch: what the link opens, or what the LMS asks for. */
  opens: string
  fault: string
}

export interface Option {
  value: string
  label: string
}

/** A launch to begin with: one of each kind. */
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
  /** The links that a teacher gives to students who have no account in an LMS. */
  joins: { label: string; token: string }[]
}

export interface PracticeLaunch {
  /** Where the browser sends it, and how. */
  action: string
  method: 'get' | 'post'
  fields: [name: string, value: string][]
  course: string
  school: string
  /** What the practice LMS has in its gradebook for this person; null: nobody would look. */
  grade: string | null
}

export interface Practice {
  options: PracticeOptions
  /** Fills in what a query leaves out. */
  choose(query: Record<string, string>): PracticeChoice
  /** What of a query does not go together and was chosen otherwise, in sentences. */
  changed(query: Record<string, string>, choice: PracticeChoice): string[]
  launch(choice: PracticeChoice): Promise<PracticeLaunch>
}
