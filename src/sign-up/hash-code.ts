import type { App } from '#src/context.ts'

/** Keyed hash: six digits are quickly guessed, so a plain hash would reveal the code. */
export const hashCode = ({ fingerprint }: App, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)
