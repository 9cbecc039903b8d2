import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { type Database, prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRow, queryRows } from '#src/core/db/statements.ts'
import { IDLE_MS, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Connection } from '../rules/sign-in.ts'
import { refreshTokens, signInCodes, staffFlashes, staffSchools, staffSessions, staffUsers } from './schema/staff.ts'

/** SQL for the schools of a staff user `staff_users`, as `Staff['schools']`. */
const SCHOOLS = `case when staff_users.is_limited then coalesce((
    select json_agg(s.school_id order by s.school_id) from staff_schools s where s.staff_id = staff_users.id
  ), '[]') end`

/** SQL for the other columns of `Staff`. */
const COLUMNS = `staff_users.id, staff_users.email, staff_users.phone, staff_users.first_name as "firstName",
    staff_users.last_name as "lastName", staff_users.image_url as "imageUrl", staff_users.role, ${SCHOOLS} as schools`

const STAFF = `select ${COLUMNS} from staff_users`

export const listStaff = queryRows<Staff>('staff_list', `${STAFF} order by staff_users.email`)

const byTarget = {
  email: queryRow<Staff, [email: string]>('staff_by_email', `${STAFF} where staff_users.email = $1`),
  sms: queryRow<Staff, [phone: string]>('staff_by_phone', `${STAFF} where staff_users.phone = $1`),
}

export const findStaffByTarget = (db: Queryable, connection: Connection, target: string): Promise<Staff | null> =>
  byTarget[connection](db, target)

const byStaffId = queryRow<Staff, [id: number]>('staff_by_id', `${STAFF} where staff_users.id = $1`)

export const getStaff = async (db: Queryable, id: number): Promise<Staff> => {
  const staff = await byStaffId(db, id)
  if (!staff) throw new Error(`staff user ${id} does not exist`)
  return staff
}

/** Limits the role of a staff user to these schools, or to none of them; null lifts the limit. */
export const saveSchoolLimit = async (tx: Tx, staffId: number, schoolIds: number[] | null): Promise<void> => {
  const isLimited = schoolIds !== null
  await tx.orm.update(staffUsers).set({ isLimited }).where(eq(staffUsers.id, staffId))
  await tx.orm.delete(staffSchools).where(eq(staffSchools.staffId, staffId))
  if (schoolIds?.length) await tx.orm.insert(staffSchools).values(schoolIds.map(schoolId => ({ staffId, schoolId })))
}

/** Locks a staff user's row, so that changes of their account come one after the other. Null when they are removed. */
export const lockStaff = queryRow<Staff, [id: number]>(
  'staff_lock',
  `${STAFF} where staff_users.id = $1 for update of staff_users`,
)

/** Locks all managers, so that two of them cannot remove each other. */
export const lockManagers = queryRows<Staff>(
  'staff_managers_lock',
  `${STAFF} where staff_users.role = 'manager' order by staff_users.id for update of staff_users`,
)

const colleagues = prepared<Staff & { lastUsedAt: Date | null; sessions: number }>(
  'colleagues',
  `select ${COLUMNS},
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
export const claimStaff = async (tx: Tx, row: typeof staffUsers.$inferInsert): Promise<Staff | null> => {
  const [made] = await tx.orm.insert(staffUsers).values(row).onConflictDoNothing().returning({ id: staffUsers.id })
  return made ? getStaff(tx, made.id) : null
}

/** Changes the role or the name of a staff user. */
export const saveStaffFacts = async (tx: Tx, staffId: number, facts: Partial<Staff>): Promise<void> => {
  const { role, firstName, lastName } = facts
  await tx.orm.update(staffUsers).set({ role, firstName, lastName }).where(eq(staffUsers.id, staffId))
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
    .returning({ id: staffUsers.id })
  return getStaff(db, row!.id)
}

export const deleteStaff = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.orm.delete(staffUsers).where(eq(staffUsers.email, email))).rowCount === 1

export const saveSession = async (tx: Tx, session: typeof staffSessions.$inferInsert): Promise<number> =>
  (await tx.orm.insert(staffSessions).values(session).returning())[0]!.id

const SESSION = `select s.id as "sessionId", s.seen_at as "seenAt", s.ends_at as "endsAt", s.confirmed_at as "confirmedAt", ${COLUMNS}
  from staff_sessions s join staff_users on staff_users.id = s.staff_id`

type SessionRow = SignedInStaff & { sessionId: number; seenAt: Date; endsAt: Date }

const byCookie = prepared<SessionRow>(
  'session_by_cookie',
  `${SESSION} where s.cookie_hash = $1 and s.ends_at > $2 and s.seen_at > $3`,
)
const byId = prepared<SessionRow>('session_by_id', `${SESSION} where s.id = $1 and s.ends_at > $2 and s.seen_at > $3`)

const toSession = (row: SessionRow | undefined) => {
  if (!row) return null
  const { sessionId, seenAt, endsAt, ...staff } = row
  return { id: sessionId, seenAt, endsAt, staff }
}

/** Finds a session that has not ended. */
export const findSessionByCookie = async (db: Queryable, cookieHash: string, now: Date) =>
  toSession((await byCookie(db, [cookieHash, now, idleSince(now)]))[0])

export const findSessionById = async (db: Queryable, id: number, now: Date) =>
  toSession((await byId(db, [id, now, idleSince(now)]))[0])

/** Records that a session was used, or with `confirmedAt` that the staff user proved again who they are. */
export const touchSession = async (db: Queryable, id: number, at: { seenAt: Date; confirmedAt?: Date }) => {
  await db.orm.update(staffSessions).set(at).where(eq(staffSessions.id, id))
}

/** Lists the sessions of a staff user that have not ended, the last used first. */
export const listSessions = (db: Queryable, staff: number, now: Date) => {
  const { id, staffId, device, createdAt, seenAt, endsAt } = staffSessions
  const isOpen = and(eq(staffId, staff), gt(endsAt, now), gt(seenAt, idleSince(now)))
  const sessions = db.orm.select({ id, device, createdAt, seenAt }).from(staffSessions).where(isOpen)
  return sessions.orderBy(desc(seenAt), desc(id)).limit(100)
}

/** Ends sessions of a staff user: all, or only one, or all but one. Returns how many had not ended. */
export const deleteSessions = async (db: Queryable, staffId: number, which: { only?: number; but?: number } = {}) => {
  const { only, but } = which
  const isChosen =
    only !== undefined ? eq(staffSessions.id, only) : but !== undefined ? ne(staffSessions.id, but) : undefined
  return (await db.orm.delete(staffSessions).where(and(eq(staffSessions.staffId, staffId), isChosen))).rowCount ?? 0
}

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
  const isUnspent = and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.spentAt))
  const [spent] = await db.orm.update(refreshTokens).set({ spentAt: now }).where(isUnspent).returning()
  return spent?.sessionId ?? null
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
  const target = [staffFlashes.sessionId, staffFlashes.addressHash]
  await db.orm.insert(staffFlashes).values(flash).onConflictDoUpdate({ target, set: { body, expiresAt } })
}

/** Deletes and returns the flash of an address, and deletes the session's expired ones. */
export const takeFlashes = async (db: Database, sessionId: number, addressHash: string, now: Date) => {
  const isDue = or(eq(staffFlashes.addressHash, addressHash), lte(staffFlashes.expiresAt, now))
  const isOfSession = eq(staffFlashes.sessionId, sessionId)
  const taken = await db.orm.delete(staffFlashes).where(and(isOfSession, isDue)).returning()
  return taken.find(flash => flash.addressHash === addressHash && flash.expiresAt > now)?.body ?? null
}
