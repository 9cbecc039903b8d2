/** The seats of a school, for its coordinator. */
export default {
  titleOf: (school: string) => `Seats of ${school}`,
  gone: 'This link does not work any more.',
  askAgain: 'Ask the person who sent it to you for a new one.',
  none: 'No seats were bought by access code yet.',
  point: (used: string, seats: string) => `${used} of ${seats} seats are used.`,
  bought: {
    title: 'Bought and used',
    caption: 'Seats by product',
    empty: 'No seats yet.',
    counts: 'A seat counts as used from the day a student enters a code, also after the course ends.',
  },
  uses: {
    title: 'Used by week and course',
    caption: 'Used seats by week and course',
    empty: 'No seat is used yet.',
    otherSchool: 'at another school',
    csv: 'Save as CSV',
  },
  codes: {
    title: 'Free codes',
    caption: 'Codes with seats left',
    empty: 'No code has seats left.',
    left: (count: number, shown: string) =>
      `${count === 1 ? '1 code has' : `${shown} codes have`} seats left. You see only the end of each code.`,
    noEnd: 'no end date',
  },
  columns: {
    product: 'Product',
    bought: 'Bought',
    used: 'Used',
    free: 'Free',
    week: 'Week of',
    course: 'Course',
    seatsUsed: 'Seats used',
    code: 'Code',
    left: 'Seats left',
    until: 'Good until',
  },
} as const
