import type { Deps } from '../deps.ts'

/** Six figures are soon tried out: without APP_SECRET their hash says nothing. */
export const hashCode = ({ fingerprint }: Pick<Deps, 'fingerprint'>, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)
