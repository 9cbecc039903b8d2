/** The sentence of a teacher page whose launch is over (spec §2, Teacher page). */
export const pageExpired = (email: string): string =>
  `It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at ${email}`
