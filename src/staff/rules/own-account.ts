import type { OwnSession } from './devices.ts'
import type { Passkey } from './passkeys.ts'

/** The ways in which a staff user can sign in, and their open sessions. */
export interface OwnAccount {
  passkeys: Passkey[]
  /** Recovery codes that are left. */
  recoveryCodes: number
  sessions: OwnSession[]
}

/** Says which schools the role covers. */
export const ownSchoolsText = (names: string[]): string =>
  names.length === 0
    ? 'Your role covers no school yet. Ask a manager.'
    : `Your role covers only: ${names.join(', ')}. Records of other schools are not found.`
