import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** A passkey, as its owner sees it. */
export interface Passkey {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const MAX_PASSKEYS = 10
export const RECOVERY_CODES = 10
/** Letters and digits of a recovery code: 50 random bits. Sign-in codes are shorter. */
export const RECOVERY_LENGTH = 10

/** Writes a recovery code in two halves, for reading it off a page. */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Sentences of the reasons to refuse a passkey, a recovery code or a change of one's account. */
export const passkeyRefusals = {
  passkey_failed: { message: 'This passkey did not work. Try again, or use a code.' },
  passkey_exists: { message: 'This device already has a passkey for your account.' },
  too_many_passkeys: { message: `You have ${MAX_PASSKEYS} passkeys. Remove one first.` },
  passkey_not_found: { message: 'This passkey is already removed.' },
  session_not_found: { message: 'This session is already signed out.' },
} as const satisfies RefusalTexts

export type PasskeyReason = keyof typeof passkeyRefusals

export const accountMessages = {
  removed: 'The passkey is removed. It can no longer sign you in.',
  added: 'The passkey is added. You can log in with it now.',
  signedOut: 'That device is signed out.',
  othersSignedOut: 'All other devices are signed out.',
  /** The browser stopped before it asked us. */
  confirmed: 'Thank you. Now repeat what you were doing.',
  cancelled: 'No passkey was used. Try again, or use a code.',
} as const
