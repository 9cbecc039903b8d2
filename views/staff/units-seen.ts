import { unitRanges } from '#src/sign-up/rules/sign-up-page.ts'

/** Returns 'Units 1 to 6', or 'Unit 1': the units that teachers of a course see. */
export const unitsSeen = (units: number[]): string =>
  `${units.length === 1 ? 'Unit' : 'Units'} ${unitRanges(units, { to: 'to', and: 'and' })}`
