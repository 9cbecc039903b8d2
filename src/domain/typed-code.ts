/** Of every code that somebody types and that is not the one: of an access code, of a sign-up, of a sign-in (spec §5, §8). */
export const wrongCode = 'The code given is not right.'

/** How long the code of a sign-up or a sign-in is good, and how often one may try (rules.md D8, F1). */
export const CODE_MS = 10 * 60 * 1000
export const CODE_TRIES = 5

/**
 * Said beside the box, before how to come to a new one, since a right code that is too old or used up is answered like a wrong one: another answer would
 * tell strangers who signed up.
 */
export const codeValidity = `It is good for ${CODE_MS / 60_000} minutes and ${CODE_TRIES} tries; after that,`
