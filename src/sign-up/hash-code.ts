import type { Deps } from './deps.ts'

/** Keyed hash: six digits are quickly guessed, so a plain hash would reveal the code. */
export const hashCode = ({ fingerprint }: Pick<Deps, 'fingerprint'>, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)
