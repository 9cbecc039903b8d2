import { MOST_USAGE } from './code-import.ts'

/** What staff can do to one code besides making it: more uses, another date, give a use back, pass it on. */
export const codeChangeMessages = {
  usage: (used: number) => `Uses must be a whole number from ${Math.max(1, used)} to ${MOST_USAGE}.`,
  day: 'The date is not valid.',
  changed: 'Code changed.',
  gone: 'This use of the code is gone.',
  released: (code: string) => `${code} can be used again.`,
  transferred: (code: string) => `${code} now counts for the other course.`,
  noTarget: 'No enrollment or membership has this token.',
  sameTarget: 'This is the row that holds the code already.',
  otherProduct: 'That course does not use the product of this code.',
  covered: 'The product is covered there by another code already.',
  testOnly: 'A test code works only in the course it was made for.',
} as const
