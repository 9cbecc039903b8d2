import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Staff, StaffRole } from '#src/core/rules/staff.ts'
import type { Connection } from '../rules/sign-in.ts'
import { refreshTokens, staffCodes, staffSessions, staffUsers } from './schema.ts'

const columns = {
  id: staffUsers.id,
  email: staffUsers.email,
  phone: staffUsers.phone,
  firstName: staffUsers.firstName,
  lastName: staffUsers.lastName,
  imageUrl: staffUsers.imageUrl,
  role: staffUsers.role,
}

export const listStaff = (db: Queryable): Promise<Staff[]> =>
  db.orm.select(columns).from(staffUsers).orderBy(asc(staffUsers.email))

export const findStaffByTarget = async (
  db: Queryable,
  connection: Connection,
  target: string,
): Promise<Staff | null> => {
  const column = connection === 'email' ? staffUsers.email : staffUsers.phone
  const [row] = await db.orm.select(columns).from(staffUsers).where(eq(column, target))
  return row ?? null
}

/** Upserts a staff user by email. Omitted fields stay unchanged. */
export const saveStaff = async (
  db: Queryable,
  given: Pick<Staff, 'email'> & Partial<Omit<Staff, 'id' | 'email'>>,
): Promise<Staff> => {
  const { email, ...rest } = given
  const set = Object.keys(rest).length > 0 ? rest : { email }
  const [row] = await db.orm
    .insert(staffUsers)
    .values({ email, ...rest })
    .onConflictDoUpdate({ target: staffUsers.email, set })
    .returning(columns)
  return row!
}

export const deleteStaff = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.orm.delete(staffUsers).where(eq(staffUsers.email, email)).returning({ id: staffUsers.id })).length === 1

/** Saves a sign-in code. It replaces the previous one. */
export const saveCode = async (
  db: Queryable,
  code: { staffId: number; codeHash: string; expiresAt: Date },
): Promise<void> => {
  const { staffId, ...rest } = code
  await db.orm
    .insert(staffCodes)
    .values(code)
    .onConflictDoUpdate({ target: staffCodes.staffId, set: { ...rest, tries: 0 } })
}

/**
 * Uses one attempt at a valid code and returns its hash; null when no code is valid. Concurrent attempts each count.
 */
export const claimCodeAttempt = async (
  db: Queryable,
  staffId: number,
  most: number,
  now: Date,
): Promise<string | null> => {
  const [row] = await db.orm
    .update(staffCodes)
    .set({ tries: sql`${staffCodes.tries} + 1` })
    .where(and(eq(staffCodes.staffId, staffId), lt(staffCodes.tries, most), gt(staffCodes.expiresAt, now)))
    .returning({ codeHash: staffCodes.codeHash })
  return row?.codeHash ?? null
}

/** Consumes the code. Only one of two concurrent callers gets true. */
export const claimCode = async (db: Queryable, staffId: number, codeHash: string): Promise<boolean> =>
  (
    await db.orm
      .delete(staffCodes)
      .where(and(eq(staffCodes.staffId, staffId), eq(staffCodes.codeHash, codeHash)))
      .returning({ id: staffCodes.staffId })
  ).length === 1

export const saveSession = async (
  tx: Tx,
  session: { staffId: number; cookieHash: string; now: Date; endsAt: Date },
): Promise<number> => {
  const { staffId, cookieHash, now, endsAt } = session
  const [row] = await tx.orm
    .insert(staffSessions)
    .values({ staffId, cookieHash, createdAt: now, seenAt: now, endsAt })
    .returning({ id: staffSessions.id })
  return row!.id
}

interface Session {
  id: number
  staff: Staff
  seenAt: Date
  endsAt: Date
}

const SESSION = `select s.id as session_id, s.seen_at, s.ends_at, u.id, u.email, u.phone, u.first_name, u.last_name, u.image_url, u.role
  from staff_sessions s join staff_users u on u.id = s.staff_id`

interface SessionRow {
  session_id: number
  seen_at: Date
  ends_at: Date
  id: number
  email: string
  phone: string | null
  first_name: string
  last_name: string
  image_url: string | null
  role: StaffRole
}

const byCookie = prepared<SessionRow>(
  'session_by_cookie',
  `${SESSION} where s.cookie_hash = $1 and s.ends_at > $2 and s.seen_at > $3`,
)
const byId = prepared<SessionRow>('session_by_id', `${SESSION} where s.id = $1 and s.ends_at > $2 and s.seen_at > $3`)

const toSession = (row: SessionRow | undefined): Session | null =>
  row
    ? {
        id: row.session_id,
        seenAt: row.seen_at,
        endsAt: row.ends_at,
        staff: {
          id: row.id,
          email: row.email,
          phone: row.phone,
          firstName: row.first_name,
          lastName: row.last_name,
          imageUrl: row.image_url,
          role: row.role,
        },
      }
    : null

/** Finds a session that has not expired and was active since `idleSince`; null otherwise. */
export const findSessionByCookie = async (db: Queryable, cookieHash: string, now: Date, idleSince: Date) =>
  toSession((await byCookie(db, [cookieHash, now, idleSince]))[0])

export const findSessionById = async (db: Queryable, id: number, now: Date, idleSince: Date) =>
  toSession((await byId(db, [id, now, idleSince]))[0])

export const touchSession = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(staffSessions).set({ seenAt: now }).where(eq(staffSessions.id, id))
}

export const deleteSession = async (db: Queryable, id: number): Promise<void> => {
  await db.orm.delete(staffSessions).where(eq(staffSessions.id, id))
}

export const deleteSessionsOf = async (db: Queryable, staffId: number): Promise<number> =>
  (await db.orm.delete(staffSessions).where(eq(staffSessions.staffId, staffId)).returning({ id: staffSessions.id }))
    .length

export const deleteEndedSessions = async (db: Queryable, now: Date): Promise<void> => {
  await db.orm.delete(staffSessions).where(lt(staffSessions.endsAt, now))
  await db.orm.delete(staffCodes).where(lt(staffCodes.expiresAt, now))
}

export const saveRefreshToken = async (db: Queryable, tokenHash: string, sessionId: number): Promise<void> => {
  await db.orm.insert(refreshTokens).values({ tokenHash, sessionId })
}

/**
 * Spends a refresh token and returns its session. Returns null when it is unknown or already spent, also to the second
 * of two concurrent callers.
 */
export const claimRefreshToken = async (db: Queryable, tokenHash: string, now: Date): Promise<number | null> => {
  const [row] = await db.orm
    .update(refreshTokens)
    .set({ spentAt: now })
    .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.spentAt)))
    .returning({ sessionId: refreshTokens.sessionId })
  return row?.sessionId ?? null
}

/** Deletes the session of a refresh token that was spent before `spentBefore`: its reuse suggests theft. */
export const deleteSessionOfSpentToken = async (db: Queryable, tokenHash: string, spentBefore: Date): Promise<void> => {
  const spent = db.orm
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.tokenHash, tokenHash), lt(refreshTokens.spentAt, spentBefore)))
  await db.orm.delete(staffSessions).where(inArray(staffSessions.id, spent))
}
