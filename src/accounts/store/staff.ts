import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { type Database, prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { IDLE_MS, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Connection } from '../rules/sign-in.ts'
import { refreshTokens, signInCodes, staffFlashes, staffSchools, staffSessions, staffUsers } from './schema/staff.ts'

/** SQL for the schools of a staff user `staff_users`, as `Staff['schools']`. */
const SCHOOLS = `case when staff_users.is_limited then coalesce((
    select json_agg(s.school_id order by s.school_id) from staff_schools s where s.staff_id = staff_users.id
  ), '[]') end`

const columns = {
  id: staffUsers.id,
  email: staffUsers.email,
  phone: staffUsers.phone,
  firstName: staffUsers.firstName,
  lastName: staffUsers.lastName,
  imageUrl: staffUsers.imageUrl,
  role: staffUsers.role,
  schools: sql<Staff['schools']>`${sql.raw(SCHOOLS)}`,
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

export const getStaff = async (db: Queryable, id: number): Promise<Staff> => {
  const [row] = await db.orm.select(columns).from(staffUsers).where(eq(staffUsers.id, id))
  if (!row) throw new Error(`staff user ${id} does not exist`)
  return row
}

/** Limits the role of a staff user to these schools, or to none of them; null lifts the limit. */
export const saveSchoolLimit = async (tx: Tx, staffId: number, schoolIds: number[] | null): Promise<void> => {
  await tx.orm
    .update(staffUsers)
    .set({ isLimited: schoolIds !== null })
    .where(eq(staffUsers.id, staffId))
  await tx.orm.delete(staffSchools).where(eq(staffSchools.staffId, staffId))
  if (schoolIds?.length) await tx.orm.insert(staffSchools).values(schoolIds.map(schoolId => ({ staffId, schoolId })))
}

/** Locks a staff user's row, so that changes of their account come one after the other. Null when they are removed. */
export const lockStaff = async (tx: Tx, id: number): Promise<Staff | null> =>
  (await tx.orm.select(columns).from(staffUsers).where(eq(staffUsers.id, id)).for('update'))[0] ?? null

/** Locks all managers, so that two of them cannot remove each other. */
export const lockManagers = (tx: Tx): Promise<Staff[]> =>
  tx.orm
    .select(columns)
    .from(staffUsers)
    .where(eq(staffUsers.role, 'manager'))
    .orderBy(asc(staffUsers.id))
    .for('update')

const colleagues = prepared<Staff & { lastUsedAt: Date | null; sessions: number }>(
  'colleagues',
  `select staff_users.id, staff_users.email, staff_users.phone, staff_users.first_name as "firstName",
    staff_users.last_name as "lastName", staff_users.image_url as "imageUrl", staff_users.role, ${SCHOOLS} as schools,
    greatest((select max(s.seen_at) from staff_sessions s where s.staff_id = staff_users.id),
      (select max(d.seen_at) from known_devices d where d.staff_id = staff_users.id)) as "lastUsedAt",
    (select count(*)::int from staff_sessions s where s.staff_id = staff_users.id and s.ends_at > $1 and s.seen_at > $2) as sessions
  from staff_users order by lower(coalesce(nullif(staff_users.first_name, ''), staff_users.email)), staff_users.id`,
)

/** A session without activity since then has ended. */
const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS)

/** Lists all staff users with when they last used the back office. */
export const listColleagueRows = (db: Queryable, now: Date) => colleagues(db, [now, idleSince(now)])

/** Inserts a staff user. Returns null if another one has this email. */
export const claimStaff = async (
  tx: Tx,
  row: Pick<Staff, 'email' | 'firstName' | 'lastName' | 'role'>,
): Promise<Staff | null> =>
  (await tx.orm.insert(staffUsers).values(row).onConflictDoNothing().returning(columns))[0] ?? null

export const saveRole = async (tx: Tx, staffId: number, role: Staff['role']): Promise<void> => {
  await tx.orm.update(staffUsers).set({ role }).where(eq(staffUsers.id, staffId))
}

/** Upserts a staff user by email. Omitted fields stay unchanged. */
export const saveStaff = async (
  db: Queryable,
  given: Pick<Staff, 'email'> & Partial<Omit<Staff, 'id' | 'email' | 'schools'>>,
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

export const saveSession = async (
  tx: Tx,
  session: { staffId: number; cookieHash: string; device: string; now: Date; endsAt: Date },
): Promise<number> => {
  const { now, ...rest } = session
  const [row] = await tx.orm
    .insert(staffSessions)
    .values({ ...rest, createdAt: now, confirmedAt: now, seenAt: now })
    .returning({ id: staffSessions.id })
  return row!.id
}

interface Session {
  id: number
  staff: SignedInStaff
  seenAt: Date
  endsAt: Date
}

const SESSION = `select s.id as "sessionId", s.seen_at as "seenAt", s.ends_at as "endsAt", s.confirmed_at as "confirmedAt",
    staff_users.id, staff_users.email, staff_users.phone, staff_users.first_name as "firstName", staff_users.last_name as "lastName",
    staff_users.image_url as "imageUrl", staff_users.role, ${SCHOOLS} as schools
  from staff_sessions s join staff_users on staff_users.id = s.staff_id`

type SessionRow = SignedInStaff & Pick<Session, 'seenAt' | 'endsAt'> & { sessionId: number }

const byCookie = prepared<SessionRow>(
  'session_by_cookie',
  `${SESSION} where s.cookie_hash = $1 and s.ends_at > $2 and s.seen_at > $3`,
)
const byId = prepared<SessionRow>('session_by_id', `${SESSION} where s.id = $1 and s.ends_at > $2 and s.seen_at > $3`)

const toSession = (row: SessionRow | undefined): Session | null => {
  if (!row) return null
  const { sessionId, seenAt, endsAt, ...staff } = row
  return { id: sessionId, seenAt, endsAt, staff }
}

/** Finds a session that has not ended. */
export const findSessionByCookie = async (db: Queryable, cookieHash: string, now: Date) =>
  toSession((await byCookie(db, [cookieHash, now, idleSince(now)]))[0])

export const findSessionById = async (db: Queryable, id: number, now: Date) =>
  toSession((await byId(db, [id, now, idleSince(now)]))[0])

export const touchSession = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(staffSessions).set({ seenAt: now }).where(eq(staffSessions.id, id))
}

/** Records that the staff user proved again who they are. */
export const confirmSession = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(staffSessions).set({ confirmedAt: now, seenAt: now }).where(eq(staffSessions.id, id))
}

/** Lists the sessions of a staff user that have not ended, the last used first. */
export const listSessions = (db: Queryable, staffId: number, now: Date) =>
  db.orm
    .select({
      id: staffSessions.id,
      device: staffSessions.device,
      createdAt: staffSessions.createdAt,
      seenAt: staffSessions.seenAt,
    })
    .from(staffSessions)
    .where(
      and(eq(staffSessions.staffId, staffId), gt(staffSessions.endsAt, now), gt(staffSessions.seenAt, idleSince(now))),
    )
    .orderBy(desc(staffSessions.seenAt), desc(staffSessions.id))
    .limit(100)

/** Ends one session of a staff user. Returns false if it has ended already or is not theirs. */
export const deleteOwnSession = async (db: Queryable, staffId: number, id: number): Promise<boolean> =>
  (
    await db.orm
      .delete(staffSessions)
      .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, staffId)))
      .returning({ id: staffSessions.id })
  ).length === 1

/** Ends all sessions of a staff user but one. */
export const deleteOtherSessions = async (db: Queryable, staffId: number, kept: number): Promise<void> => {
  await db.orm.delete(staffSessions).where(and(eq(staffSessions.staffId, staffId), ne(staffSessions.id, kept)))
}

export const saveName = async (tx: Tx, staffId: number, name: Pick<Staff, 'firstName' | 'lastName'>): Promise<void> => {
  await tx.orm.update(staffUsers).set(name).where(eq(staffUsers.id, staffId))
}

export const deleteSession = async (db: Queryable, id: number): Promise<void> => {
  await db.orm.delete(staffSessions).where(eq(staffSessions.id, id))
}

export const deleteSessionsOf = async (db: Queryable, staffId: number): Promise<number> =>
  (await db.orm.delete(staffSessions).where(eq(staffSessions.staffId, staffId)).returning({ id: staffSessions.id }))
    .length

export const deleteEndedSessions = async (db: Queryable, now: Date): Promise<void> => {
  await db.orm.delete(staffSessions).where(lt(staffSessions.endsAt, now))
  await db.orm.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
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

type Flash = typeof staffFlashes.$inferInsert

/** A later flash for the same address replaces the one before. */
export const saveFlash = async (db: Database, flash: Flash): Promise<void> => {
  const { body, expiresAt } = flash
  await db.orm
    .insert(staffFlashes)
    .values(flash)
    .onConflictDoUpdate({ target: [staffFlashes.sessionId, staffFlashes.addressHash], set: { body, expiresAt } })
}

/** Deletes and returns the flash of an address, and deletes the session's expired ones. */
export const takeFlashes = async (
  db: Database,
  sessionId: number,
  addressHash: string,
  now: Date,
): Promise<string | null> => {
  const here = eq(staffFlashes.addressHash, addressHash)
  const taken = await db.orm
    .delete(staffFlashes)
    .where(and(eq(staffFlashes.sessionId, sessionId), or(here, lte(staffFlashes.expiresAt, now))))
    .returning()
  return taken.find(flash => flash.addressHash === addressHash && flash.expiresAt > now)?.body ?? null
}
