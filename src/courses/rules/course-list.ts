export interface ListedCourse {
  id: number
  version: '1.1' | '1.3'
  contextId: string
  title: string
  school: string
  products: string[]
  /** Number of people with access, and of students without. */
  people: [inside: number, outside: number]
  beginsAt: Date
  createdAt: Date
}

export const courseSorts = { newest: 'Newest first', name: 'Title' } as const

export const courseStates = {
  active: 'With a product',
  waiting: 'Without a product',
  ended: 'Sign-up ended',
} as const

/**
 * Terms of the school year. A course belongs to the term in which it begins: on the date that the LMS sends, or else with
 * its first launch. Teachers open a course weeks before the first class, so terms start early.
 */
const TERMS = [
  { name: 'spring', label: 'Spring', from: [-1, 11, 1] },
  { name: 'summer', label: 'Summer', from: [0, 4, 15] },
  { name: 'fall', label: 'Fall', from: [0, 6, 16] },
] as const

export interface Term {
  /** As in an address: `2026-fall`. */
  key: string
  label: string
  from: Date
  /** Start of the next term. */
  to: Date
}

const beginOf = (year: number, at: number): Date => {
  const [years, month, day] = TERMS[at]!.from
  return new Date(Date.UTC(year + years, month, day))
}

const termAt = (year: number, at: number): Term => ({
  key: `${year}-${TERMS[at]!.name}`,
  label: `${TERMS[at]!.label} ${year}`,
  from: beginOf(year, at),
  to: at === TERMS.length - 1 ? beginOf(year + 1, 0) : beginOf(year, at + 1),
})

/** Reads `2026-fall`. */
export const parseTerm = (typed: string | undefined): Term | null => {
  const [, year, name] = typed?.match(/^(20\d\d)-([a-z]+)$/) ?? []
  const at = TERMS.findIndex(term => term.name === name)
  return at === -1 ? null : termAt(Number(year), at)
}

const termsOf = (year: number): Term[] => TERMS.map((_, at) => termAt(year, at))

export const termOf = (instant: Date): Term => {
  const year = instant.getUTCFullYear()
  const terms = [...termsOf(year), ...termsOf(year + 1)]
  return terms.find(({ to }) => instant < to)!
}

/** Returns the terms of three years up to the current one, newest first. */
export const recentTerms = (now: Date): Term[] => {
  const last = termOf(now)
  const year = now.getUTCFullYear()
  return [year - 2, year - 1, year, year + 1]
    .flatMap(termsOf)
    .filter(({ from }) => from <= last.from)
    .reverse()
}
