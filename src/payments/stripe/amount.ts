/** The largest amount that a column holds: 21 million dollars. */
const MOST = 2 ** 31 - 1

/** Returns an amount in minor units as it can be stored. An absurd one of a signed event must not fail its delivery. */
export const toAmount = (given: unknown): number => {
  const amount = Math.trunc(Number(given ?? 0))
  return amount > 0 ? Math.min(amount, MOST) : 0
}
