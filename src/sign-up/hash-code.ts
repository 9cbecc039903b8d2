import type { Needs } from '#src/context.ts'

/** Keyed hash: six digits are quickly guessed, so a plain hash would reveal the code. */
export const hashCode = ({ fingerprint }: Needs<'fingerprint'>, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)
