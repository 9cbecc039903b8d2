/** Of every code that somebody types and that is not the one: of an access code, of a sign-up, of a sign-in (spec §5, §8). */
export const wrongCode = 'The code given is not right.'
