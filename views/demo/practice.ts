/** What the practice LMS offers and what it made of a choice. Signed on the server, posted by the browser. */
export interface PracticeChoice {
  /** `<school key>/<context id>` */
  course: string
  person: string
  role: string
  fault: string
}

export interface Option {
  value: string
  label: string
}

export interface PracticeOptions {
  courses: { school: string; courses: Option[] }[]
  people: Option[]
  roles: Option[]
  faults: Option[]
  codes: { code: string; says: string }[]
  /** The links that a teacher gives to students who have no account in an LMS. */
  joins: { label: string; token: string }[]
}

export interface PracticeLaunch {
  /** Where the browser posts it. */
  action: string
  fields: [name: string, value: string][]
  course: string
  school: string
}

export interface Practice {
  options: PracticeOptions
  /** Fills in what a query leaves out. */
  choose(query: Record<string, string>): PracticeChoice
  launch(choice: PracticeChoice): Promise<PracticeLaunch>
}
