import type { OwnSession } from './devices.ts'
import type { Passkey } from './passkeys.ts'

/** How a staff user can sign in, and where they are signed in. */
export interface OwnAccount {
  passkeys: Passkey[]
  /** Recovery codes that are left. */
  recoveryCodes: number
  sessions: OwnSession[]
}
