import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { queryHasRow } from '#src/core/db/statements.ts'
import { captchaUses, signUps, verifiedBrowsers } from './schema/sign-ups.ts'

export type SignUp = typeof signUps.$inferSelect

/** Rows of one email that a request reads. Many networks together may make more. */
const MOST_PENDING = 500

/** Locks one email's sign-ups in one course, so that requests and attempts run one after the other. */
export const lockAddress = async (tx: Tx, courseId: number, email: string): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1, hashtext($2))', [courseId % 2 ** 31, email])
}

/**
 * Lists the sign-ups of an email in a course that are not verified yet, newest first. Those of the given network come
 * before all others, so that strangers cannot push them out.
 */
export const listPendingSignUps = (db: Queryable, course: number, email: string, network: string): Promise<SignUp[]> =>
  db.orm
    .select()
    .from(signUps)
    .where(and(eq(signUps.courseId, course), eq(signUps.email, email), isNull(signUps.verifiedAt)))
    .orderBy(desc(eq(signUps.network, network)), desc(signUps.id))
    .limit(MOST_PENDING)

const idsOf = (rows: SignUp[]): number[] => rows.map(row => row.id)

/** Saves a sign-up in place of the ones with the same details. Returns its id. */
export const saveSignUp = async (tx: Tx, given: typeof signUps.$inferInsert, replaced: SignUp[]): Promise<number> => {
  if (replaced.length > 0) await tx.orm.delete(signUps).where(inArray(signUps.id, idsOf(replaced)))
  const [row] = await tx.orm.insert(signUps).values(given).returning({ id: signUps.id })
  return row!.id
}

/** Replaces the code and resets the attempts. The password's expiry does not change. */
export const saveNewCode = async (tx: Tx, id: number, code: Pick<SignUp, 'codeHash' | 'codeUntil' | 'createdAt'>) => {
  const renewed = tx.orm.update(signUps).set({ ...code, tries: 0 })
  await renewed.where(eq(signUps.id, id))
}

/** Counts a wrong code for each of these sign-ups. */
export const saveCodeAttempt = async (tx: Tx, tried: SignUp[]): Promise<void> => {
  const tries = sql`${signUps.tries} + 1`
  await tx.orm
    .update(signUps)
    .set({ tries })
    .where(inArray(signUps.id, idsOf(tried)))
}

/** Marks the email as verified. The password is kept only when a job is about to use it. */
export const saveVerified = async (tx: Tx, id: number, verifiedAt: Date, keepPassword: boolean): Promise<void> => {
  const verified = tx.orm.update(signUps).set({ verifiedAt, ...(!keepPassword && { sealedPassword: null }) })
  await verified.where(eq(signUps.id, id))
}

/** Returns the encrypted password waiting for this person; null when there is none or it has expired. */
export const findWaitingPassword = async (db: Queryable, entitlementId: number, now: Date): Promise<string | null> => {
  const { rows } = await db.client.query<{ sealed: string }>(
    `select s.sealed_password as sealed from entitlements e join people p on p.id = e.person_id
       join sign_ups s on s.course_id = e.course_id and s.email = p.email
     where e.id = $1 and s.verified_at is not null and s.sealed_password is not null and s.password_until > $2
     order by s.id desc limit 1`,
    [entitlementId, now],
  )
  return rows[0]?.sealed ?? null
}

/** Deletes the password once it is no longer needed. */
export const deletePassword = async (db: Queryable, id: number): Promise<void> => {
  await db.orm.update(signUps).set({ sealedPassword: null }).where(eq(signUps.id, id))
}

/**
 * Deletes expired sign-ups, passwords and browsers. A resent code may outlive the password, which is then deleted
 * first.
 */
export const deleteOldSignUps = async (db: Queryable, now: Date): Promise<void> => {
  const isPasswordOver = lt(signUps.passwordUntil, now)
  await db.orm.delete(signUps).where(and(isPasswordOver, lt(signUps.codeUntil, now)))
  const hasOld = and(isPasswordOver, isNotNull(signUps.sealedPassword))
  await db.orm.update(signUps).set({ sealedPassword: null }).where(hasOld)
  await db.orm.delete(verifiedBrowsers).where(lt(verifiedBrowsers.expiresAt, now))
}

export const saveVerifiedBrowser = async (tx: Tx, browser: typeof verifiedBrowsers.$inferInsert): Promise<void> => {
  await tx.orm.insert(verifiedBrowsers).values(browser)
}

/** Returns the enrollment token of the person a browser verified in this course; null when there is none. */
export const findVerifiedToken = async (
  db: Queryable,
  given: { tokenHash: string; courseId: number; email: string; now: Date },
): Promise<string | null> => {
  const { rows } = await db.client.query(
    `select e.token from verified_browsers v join people p on p.id = v.person_id
       join entitlements e on e.course_id = v.course_id and e.person_id = v.person_id
     where v.token_hash = $1 and v.course_id = $2 and p.email = $3 and v.expires_at > $4`,
    [given.tokenHash, given.courseId, given.email, given.now],
  )
  return rows[0]?.token ?? null
}

/** Marks a captcha response as used. Returns false when it was used before. */
export const claimCaptcha = queryHasRow<[key: string, expiresAt: Date]>(
  'claim_captcha',
  'insert into captcha_uses (key, expires_at) values ($1, $2) on conflict do nothing returning key',
)

export const deleteCaptchasBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(captchaUses).where(lt(captchaUses.expiresAt, before))
}
