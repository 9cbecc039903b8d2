/** Seats of a school: uses of the codes that were made for it. */
export interface SeatReport {
  products: { product: string; seats: number; used: number }[]
  /** Used seats by week and course, newest first. */
  uses: SeatUse[]
  /** Codes with uses left. */
  free: { code: string; product: string; left: number; expiresAt: Date | null }[]
  /** Number of codes with uses left, of which `free` has some. */
  freeCodes: number
}

export interface SeatUse {
  /** Monday of the week, 'YYYY-MM-DD'. */
  week: string
  /** Null if the code was used at another school. */
  course: string | null
  product: string
  used: number
}

/** Adds up the seats of all products. */
export const sumSeats = ({ products }: Pick<SeatReport, 'products'>): { seats: number; used: number } => {
  const sum = (of: (p: SeatReport['products'][number]) => number) => products.reduce((all, p) => all + of(p), 0)
  return { seats: sum(p => p.seats), used: sum(p => p.used) }
}
