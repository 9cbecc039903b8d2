import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { MINUTE_MS } from '#src/core/rules/time.ts'
import { saveFlash, takeFlashes } from './store/staff.ts'

/** Time in which the browser must follow a redirect to see what it left. */
const FLASH_MS = MINUTE_MS

type Session = { id: number }

/**
 * Keeps what the page at an address shows once, for one session: feedback, or a new secret. JSON values only; they are
 * encrypted.
 */
export const keepFlash = async (
  { db, clock, flashVault }: Needs<'clock' | 'db' | 'flashVault'>,
  session: Session,
  to: string,
  shown: object,
): Promise<void> => {
  const expiresAt = new Date(clock.now().getTime() + FLASH_MS)
  const body = flashVault.seal(JSON.stringify(shown))
  await saveFlash(db, { sessionId: session.id, addressHash: hashOf(to), body, expiresAt })
}

/** Takes what was kept for this session and address, so that it is shown once. Null if there is nothing. */
export const takeFlash = async <Shown extends object>(
  { db, clock, flashVault }: Needs<'clock' | 'db' | 'flashVault'>,
  session: Session,
  address: string,
): Promise<Shown | null> => {
  const body = await takeFlashes(db, session.id, hashOf(address), clock.now())
  return body === null ? null : JSON.parse(flashVault.open(body))
}

/** A browser requests an address without its fragment. */
const hashOf = (address: string): string => sha256(address.split('#')[0] ?? '')
