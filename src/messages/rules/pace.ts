const PAUSE_SECONDS = 5 * 60
const DAY_SECONDS = 12 * 3600

/**
 * Returns after how many seconds the n-th batch of a daily mailing starts. Batches are spread over the day, since mail
 * providers slow down or block a sender of thousands at once.
 */
export const batchStart = (n: number): number => (n * PAUSE_SECONDS) % DAY_SECONDS
