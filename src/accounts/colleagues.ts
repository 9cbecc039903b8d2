import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, Rollback } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff, type StaffRole } from '#src/core/rules/staff.ts'
import { listNamedSchools } from '#src/schools/schools.ts'
import type { Colleague, ColleagueReason } from './rules/colleagues.ts'
import {
  claimStaff,
  deleteSessions,
  deleteStaff,
  listColleagueRows,
  lockManagers,
  lockStaff,
  saveSchoolLimit,
  saveStaffFacts,
} from './store/staff.ts'

/** Lists all colleagues, with when they last used the back office. */
export const listColleagues = async (app: Needs<'clock' | 'db'>, by: Staff): Promise<Colleague[]> => {
  demand(by, 'manage')
  const names = new Map((await listNamedSchools(app.db)).map(school => [school.id, school.name]))
  const rows = await listColleagueRows(app.db, app.clock.now())
  return rows.map(row => ({ ...row, schoolNames: row.schools?.flatMap(id => names.get(id) ?? []) ?? null }))
}

interface RoleChoice {
  role: StaffRole
  /** Ids of the only schools that the role covers. Null for all. */
  schools: number[] | null
}

/** Throws unless the manager signed in a moment ago, and still is one: two of them may remove each other at once. */
const demandManager = async (app: Needs<'clock'>, tx: Tx, by: SignedInStaff): Promise<void> => {
  demandFresh(by, app.clock.now())
  const current = (await lockManagers(tx)).find(({ id }) => id === by.id)
  demand(current ?? { role: 'viewer', schools: [] }, 'manage')
}

/** Returns the chosen schools that exist, or null for all. Returns a refusal through a rollback if none of them does. */
const existing = async (tx: Tx, { schools }: RoleChoice): Promise<number[] | null> => {
  const found = schools && (await listNamedSchools(tx)).map(({ id }) => id).filter(id => schools.includes(id))
  if (found?.length === 0) throw new Rollback(refuse('school_required'))
  return found
}

/** Adds a colleague, who can log in at once with a code by email. */
export const addColleague = async (
  app: Needs<'clock' | 'db'>,
  given: Pick<Staff, 'email' | 'firstName' | 'lastName'> & RoleChoice,
  by: SignedInStaff,
) => {
  demand(by, 'manage')
  return inTransaction(app.db, async tx => {
    await demandManager(app, tx, by)
    const schools = await existing(tx, given)
    const { schools: _, ...row } = given
    const staff = await claimStaff(tx, row)
    if (!staff) return refuse('staff_exists')
    if (schools) await saveSchoolLimit(tx, staff.id, schools)
    const after = { email: staff.email, role: staff.role, schools }
    const subject = { kind: 'staff', id: staff.id } as const
    await recordAudit(tx, { by, action: 'add-staff', subject, after, now: app.clock.now() })
    return { ok: true as const, staff }
  })
}

interface Change {
  action: 'change-staff' | 'remove-staff' | 'end-staff-sessions'
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Changes an account in one transaction and audits it. One's own is refused, so that a manager is always left. */
const changeAccount = async (
  app: Needs<'clock' | 'db'>,
  { id, by, isOwnRefused = true }: { id: number; by: SignedInStaff; isOwnRefused?: boolean },
  change: (tx: Tx, staff: Staff) => Promise<Change>,
): Promise<{ ok: true; staff: Staff } | Refused<ColleagueReason>> => {
  demand(by, 'manage')
  return inTransaction(app.db, async tx => {
    await demandManager(app, tx, by)
    if (isOwnRefused && id === by.id) return refuse('own_account')
    const staff = await lockStaff(tx, id)
    if (!staff) return refuse('staff_not_found')
    const done = await change(tx, staff)
    await recordAudit(tx, { by, subject: { kind: 'staff', id }, now: app.clock.now(), ...done })
    return { ok: true, staff }
  })
}

/** Changes the role of a colleague, and the schools that it covers. */
export const changeColleague = (app: Needs<'clock' | 'db'>, id: number, choice: RoleChoice, by: SignedInStaff) =>
  changeAccount(app, { id, by }, async (tx, staff) => {
    const schools = await existing(tx, choice)
    await saveStaffFacts(tx, id, { role: choice.role })
    await saveSchoolLimit(tx, id, schools)
    const before = { role: staff.role, schools: staff.schools }
    return { action: 'change-staff', before, after: { role: choice.role, schools } }
  })

/** Removes a colleague, with their sessions, passkeys and recovery codes. */
export const removeColleague = (app: Needs<'clock' | 'db'>, id: number, by: SignedInStaff) =>
  changeAccount(app, { id, by }, async (tx, { email, role }) => {
    await deleteStaff(tx, email)
    return { action: 'remove-staff', before: { email, role } }
  })

/** Logs a colleague, or oneself, out everywhere. */
export const endColleagueSessions = (app: Needs<'clock' | 'db'>, id: number, by: SignedInStaff) =>
  changeAccount(app, { id, by, isOwnRefused: false }, async tx => {
    await deleteSessions(tx, id)
    return { action: 'end-staff-sessions' }
  })
