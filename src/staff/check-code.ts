import type { Needs } from '#src/context.ts'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import { stripCodeSeparators } from '#src/core/rules/code-separators.ts'
import { CODE_TRIES } from '#src/core/rules/one-time-code.ts'
import { type CodeOwner, claimCode, claimCodeAttempt } from './store/sign-in-codes.ts'

const NOBODY = 0

/** Hashes a code for one staff user, so that equal codes of two users differ. */
export const hashCode = ({ fingerprint }: Needs<'fingerprint'>, staffId: number, code: string): string =>
  fingerprint(`${staffId}:${code}`)

/** Uses up a code and returns true if it was right. Works the same for unknown users, so timing does not reveal them. */
export const checkCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint'>,
  { staffId = NOBODY, askedFrom }: { staffId: number | undefined; askedFrom: string },
  typed: string,
): Promise<boolean> => {
  const owner: CodeOwner = { staffId, askedFrom }
  const expected = await claimCodeAttempt(app.db, owner, CODE_TRIES, app.clock.now())
  const hash = hashCode(app, staffId, stripCodeSeparators(typed))
  const isRight = timingSafeBytesEqual(Buffer.from(hash), Buffer.from(expected ?? ''.padEnd(hash.length)))
  return isRight && claimCode(app.db, owner, hash)
}
