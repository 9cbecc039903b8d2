/** Lifetime of a sign-up or sign-in code, and its number of tries. */
export const CODE_MS = 10 * 60 * 1000
export const CODE_TRIES = 5
/** Too many to guess from thousands of networks with a few tries each. A recovery code has ten characters. */
export const LONG_CODE_DIGITS = 9

/** Shown beside the code field. An expired code gets the error of a wrong one, to not reveal who signed up. */
export const codeValidity = `It works for ${CODE_MS / 60_000} minutes and ${CODE_TRIES} tries.`
