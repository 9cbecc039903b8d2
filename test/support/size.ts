/** `npm run test:long` runs the full sizes; `npm test` stays fast. */
export const isLong = process.env.TEST_LONG === '1'

export const size = (short: number, long: number): number => (isLong ? long : short)
