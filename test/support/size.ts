/** True for `npm run test:long`, which uses the full sizes. */
export const isLong = process.env.TEST_LONG === '1'

export const size = (short: number, long: number): number => (isLong ? long : short)
