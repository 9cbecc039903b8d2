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

/** Adds up launches by outcome, the most frequent first. */
export const addOutcomes = (launches: SchoolOverview['launches']): SchoolOverview['launches'] => {
  const counts = new Map<string, number>()
  for (const { outcome, count } of launches) counts.set(outcome, (counts.get(outcome) ?? 0) + count)
  return [...counts].map(([outcome, count]) => ({ outcome, count })).sort((a, b) => b.count - a.count)
}
