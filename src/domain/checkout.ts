import type { School } from './school.ts'

/** What stands at the card button as long as no card provider is set up. */
export const notSetUp = (school: Pick<School, 'acceptsAccessCode'>): string =>
  school.acceptsAccessCode
    ? 'Card payment is not set up yet. Use an access code, or ask your teacher.'
    : 'Card payment is not set up yet. Ask your teacher.'
