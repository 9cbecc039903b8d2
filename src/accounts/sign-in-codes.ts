import type { Needs } from '#src/context.ts'
import { mintPin, mintReference, timingSafeBytesEqual } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import {
  claimLimit,
  countTowardsLimit,
  findLimitCount,
  findReachedLimit,
  isTooManyFromStrangers,
  needsLongCode,
  waitOfCode,
} from '#src/core/limits/limits.ts'
import { codeTyped, plainTyped } from '#src/core/rules/normalize.ts'
import { CODE_MS, CODE_TRIES, LONG_CODE_DIGITS } from '#src/core/rules/one-time-code.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { DAY_MS, HOUR_MS } from '#src/core/rules/time.ts'
import { signInMail, written } from '#src/messages/rules/mail-body.ts'
import { askForMoreWork, verifyCaptcha } from './captcha.ts'
import { notifyOwner } from './own-account.ts'
import { HARD_WORK } from './rules/captcha.ts'
import { type Connection, fromNetwork, provenTarget, signInText } from './rules/sign-in.ts'
import { type CodeOwner, claimCode, claimCodeAttempt, saveCode } from './store/sign-in-codes.ts'
import { findStaffByTarget } from './store/staff.ts'

/** Normalizes a sign-in target: e-mail in lower case, phone number in E.164 with US as default country. */
export const signInTarget = async (connection: Connection, typed: string): Promise<string> => {
  const text = plainTyped(typed)
  if (connection === 'email') return text.toLowerCase()
  // Large phone metadata, loaded on first use.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = (number: string) => {
    const found = parsePhoneNumberFromString(number, 'US')
    return found?.isPossible() ? found.number : null
  }
  // The page adds +1, so 1 415 … becomes +11415…; drop one of the two.
  return parsed(text) ?? parsed(text.replace(/^\+1 ?(?=1)/, '+')) ?? text
}

interface SignInRequest {
  connection: Connection
  target: string
  captcha: string
  address: string
}

/** Codes an hour for one target and network. Another network's requests use up nothing. */
const MAX_PER_TARGET = 5

/**
 * Requests a sign-in code. Strangers lock nobody out: networks that never signed in there get longer codes, which cannot
 * be guessed from many networks. Beyond 50 codes an hour they bring harder work, and their codes leave later. The job
 * looks up the person, so the response and its timing do not reveal who is staff.
 */
export const requestSignInCode = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'jobs' | 'limitHash' | 'log'>,
  { connection, target, captcha, address }: SignInRequest,
) => {
  const now = app.clock.now()
  const { limitHash } = app
  const to = await signInTarget(connection, target)
  const limit = { key: `sign-in:target:${limitHash.target(to)}:${limitHash.network(address)}`, most: MAX_PER_TARGET }
  const reached = await findReachedLimit(app.db, [limit], now)
  if (reached) return refuseUntil('too_many_tries', reached)
  // Last, because verifying a captcha uses it up.
  const verdict = await verifyCaptcha(app, { response: captcha, address })
  if (!verdict.ok) return verdict
  const asked = await inTransaction(app.db, async tx => {
    const from = { target: provenTarget(to), address }
    const isTooMany = await isTooManyFromStrangers(tx, limitHash, from, now)
    if (isTooMany && verdict.work < HARD_WORK) return refuse('captcha_failed')
    const until = await claimLimit(tx, limit, HOUR_MS, now)
    if (until) return refuseUntil('too_many_tries', until)
    const isLong = (await needsLongCode(tx, limitHash, from, now)) || isTooMany
    /** Seconds until the code leaves, more than 0 where strangers ask for many. */
    const wait = await waitOfCode(tx, limitHash, { ...from, recipient: to }, now)
    const askedAt = new Date(now.getTime() + wait * 1000).toISOString()
    const job = { connection, target: to, askedFrom: fromNetwork(address), askedAt, isLong }
    await app.jobs.send(tx, 'sign-in-code', job, { startAfter: wait })
    return { ok: true as const, wait }
  })
  return !asked.ok && asked.reason === 'captcha_failed' ? askForMoreWork(app, { by: verdict.by, address }) : asked
}

/**
 * Sends a sign-in code to a staff user. Does nothing for unknown targets. Only the hash is stored, so a retry sends a
 * new code, and the newest one counts. Skips old requests: a late code would invalidate a newer one.
 */
export const sendSignInCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'mail' | 'sms' | 'supportEmail'>,
  { connection, target, askedFrom, askedAt, isLong }: Jobs['sign-in-code'],
): Promise<void> => {
  const now = app.clock.now()
  if (now.getTime() - Date.parse(askedAt) > CODE_MS) return
  const staff = await findStaffByTarget(app.db, connection, target)
  if (!staff) return
  const isGuessed = (await findLimitCount(app.db, guessesKey(staff.id), now)) >= GUESSES_A_DAY
  const code = mintPin(isLong || isGuessed ? LONG_CODE_DIGITS : undefined)
  const expiresAt = new Date(now.getTime() + CODE_MS)
  await saveCode(app.db, { staffId: staff.id, askedFrom, codeHash: hashCode(app, staff.id, code), expiresAt })
  const id = `sign-in-${mintReference()}`
  if (connection === 'sms') return app.sms({ id, at: now, to: target, body: signInText(code) })
  await app.mail({ id, at: now, to: target, ...written(signInMail(code, app.supportEmail)) })
  await app.jobs.wakeMail()
}

/** Wrong tries at codes of one staff user in a day, from all networks, before every code has nine digits. */
export const GUESSES_A_DAY = 10
const guessesKey = (staffId: number) => `sign-in:guesses:${staffId}`

const NOBODY = 0

/**
 * Uses up a code and returns true if it was right. Works the same for unknown users, so timing does not reveal them. The
 * guesses at all codes of a person are counted; the one that makes them longer is mailed to the owner, once a day.
 */
export const checkCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'publicUrl'>,
  { staff, askedFrom }: { staff: Staff | null; askedFrom: string },
  typed: string,
): Promise<boolean> => {
  const staffId = staff?.id ?? NOBODY
  const owner: CodeOwner = { staffId, askedFrom }
  const now = app.clock.now()
  const expected = await claimCodeAttempt(app.db, owner, CODE_TRIES, now)
  const hash = hashCode(app, staffId, codeTyped(typed))
  const isRight = timingSafeBytesEqual(Buffer.from(hash), Buffer.from(expected ?? ''.padEnd(hash.length)))
  if (isRight) return claimCode(app.db, owner, hash)
  if (staff && expected !== null)
    await inTransaction(app.db, async tx => {
      if ((await countTowardsLimit(tx, guessesKey(staffId), DAY_MS, now)) !== GUESSES_A_DAY) return
      await notifyOwner(app, tx, { staff, event: 'code-guesses', device: null, key: now.toISOString() })
    })
  return false
}

/** Hashes a code for one staff user, so that equal codes of two users differ. */
export const hashCode = ({ fingerprint }: Needs<'fingerprint'>, staffId: number, code: string): string =>
  fingerprint(`${staffId}:${code}`)
