/** Numbers of a school, for its page. */
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
  /** Codes of the products that new courses get. */
  defaults: string[]
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
