import type { SchoolRef } from '#src/core/rules/school-ref.ts'

/** Numbers of a school by all its records, for its page. */
export interface SchoolOverview {
  courses: number
  /** Courses without a product. */
  waiting: number
  /** Students and teachers with access. */
  inside: number
  codesUsed: number
  /** The newest courses, with the number of people who have access. */
  newest: {
    id: number
    title: string
    products: string[]
    inside: number
    createdAt: Date
    version: '1.1' | '1.3'
  }[]
  /** Products that new courses get, by the record that they launch from. */
  defaults: (SchoolRef & { products: string[] })[]
  batches: SchoolBatch[]
  /** Launches of the last days by outcome. */
  launches: { outcome: string; count: number }[]
}

/** A batch of codes for a school. */
export interface SchoolBatch {
  id: number
  product: string
  note: string
  createdAt: Date
  seats: number
  used: number
}

/** Days of launches that the page of a school counts. */
export const LAUNCH_DAYS = 7

/** Number of courses and batches that the page lists. */
export const MOST_LISTED = 10

/** Adds up the overviews of the records of one school. */
export const addOverviews = (records: SchoolOverview[]): SchoolOverview => {
  const sum = (of: (record: SchoolOverview) => number) => records.reduce((all, record) => all + of(record), 0)
  const newest = records.flatMap(r => r.newest)
  const batches = records.flatMap(r => r.batches)
  return {
    courses: sum(r => r.courses),
    waiting: sum(r => r.waiting),
    inside: sum(r => r.inside),
    codesUsed: sum(r => r.codesUsed),
    newest: newest.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id).slice(0, MOST_LISTED),
    defaults: records.flatMap(r => r.defaults),
    batches: batches.sort((a, b) => b.id - a.id).slice(0, MOST_LISTED),
    launches: addOutcomes(records.flatMap(r => r.launches)),
  }
}

/** Adds up launches by outcome, the most frequent first. */
const addOutcomes = (launches: SchoolOverview['launches']): SchoolOverview['launches'] => {
  const counts = new Map<string, number>()
  for (const { outcome, count } of launches) counts.set(outcome, (counts.get(outcome) ?? 0) + count)
  return [...counts].map(([outcome, count]) => ({ outcome, count })).sort((a, b) => b.count - a.count)
}
