import { parseArgs } from 'node:util'
import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { systemClock } from '#src/core/clock.ts'
import type { Database, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { covers, fullName, pictureOf, type SignedInStaff, type Staff, staffRoles } from '#src/core/rules/staff.ts'
import type { NamedSchool } from '#src/schools/rules/school-facts.ts'
import { listNamedSchools } from '#src/schools/schools.ts'
import { signInTarget } from './sign-in-codes.ts'
import { deleteStaff, findStaffByTarget, listStaff, lockStaff, saveStaff } from './store/staff.ts'

export { listStaff } from './store/staff.ts'

/** Lists the schools that the role covers, by name. */
export const listSchools = async ({ db }: Needs<'db'>, by: Staff): Promise<NamedSchool[]> =>
  (await listNamedSchools(db)).filter(school => covers(by, school.id))

/** Returns the names of the schools that one's own role covers, or null for all schools. */
export const listOwnSchools = async (app: Needs<'db'>, by: SignedInStaff): Promise<string[] | null> =>
  by.schools && (await listSchools(app, by)).map(school => school.name)

/** Adds a staff user, or changes what is given of one. A new user and a new role are audited. */
export const addStaff = (db: Database, given: Parameters<typeof saveStaff>[1], now: Date): Promise<Staff> =>
  inTransaction(db, async tx => {
    const before = await lockStaffByEmail(tx, given.email)
    const staff = await saveStaff(tx, given)
    if (before?.role === staff.role) return staff
    const after = { email: staff.email, role: staff.role }
    const change: StaffChange = before
      ? { action: 'change-staff', before: { role: before.role }, after }
      : { action: 'add-staff', after }
    await auditByOperator(tx, staff.id, change, now)
    return staff
  })

const removeStaff = (db: Database, email: string, now: Date): Promise<void> =>
  inTransaction(db, async tx => {
    const found = await findStaffByTarget(tx, 'email', email)
    const isDeleted = await deleteStaff(tx, email)
    if (!found || !isDeleted) throw new OperatorError(`${email} is not a staff user.`)
    await auditByOperator(tx, found.id, { action: 'remove-staff', before: { email, role: found.role } }, now)
  })

const lockStaffByEmail = async (tx: Tx, email: string): Promise<Staff | null> => {
  const found = await findStaffByTarget(tx, 'email', email)
  return found && lockStaff(tx, found.id)
}

type StaffChange = Pick<Parameters<typeof saveAudit>[1], 'action' | 'before' | 'after'>

const auditByOperator = (tx: Tx, subjectId: number, change: StaffChange, now: Date): Promise<void> =>
  saveAudit(tx, { actor: 'system', subjectKind: 'staff', subjectId, ...change }, now)

const USAGE = `Use one of:
  node dist/server/main.mjs staff add EMAIL --first NAME --last NAME [--phone +1…] [--role ${staffRoles.join('|')}] [--image https://…]
  node dist/server/main.mjs staff list
  node dist/server/main.mjs staff remove EMAIL`

/** `node dist/server/main.mjs staff …`: manages staff users. Returns the lines to print. Throws OperatorError for wrong usage. */
export const staffCommand = async (db: Database, argv: string[]): Promise<string[]> => {
  const { values, positionals } = readArguments(argv)
  const [verb, given, ...more] = positionals
  if (verb === 'list' && positionals.length === 1) return listLines(db)
  const email = cleanEmail(given)
  if (!email || more.length > 0 || (verb !== 'add' && verb !== 'remove')) throw new OperatorError(USAGE)
  if (verb === 'add') return addByOptions(db, email, values)
  await removeStaff(db, email, systemClock.now())
  return [`${email} can no longer log in and is logged out everywhere.`]
}

const listLines = async (db: Database): Promise<string[]> => {
  const all = await listStaff(db)
  if (all.length === 0)
    return ['No staff users yet. Add one with: node dist/server/main.mjs staff add EMAIL --first NAME --last NAME']
  return all.map(s => [s.email, fullName(s), s.role, s.phone ?? '', limitText(s)].join('\t').trimEnd())
}

const limitText = ({ schools }: Staff): string => (schools ? `only ${schools.join(' ') || 'no school'}` : '')

const addByOptions = async (
  db: Database,
  email: string,
  { first, last, phone, image, role: typed }: ReturnType<typeof readArguments>['values'],
): Promise<string[]> => {
  const role = staffRoles.find(r => r === typed)
  if (typed && !role) throw new OperatorError(`--role: expected one of ${staffRoles.join(', ')}`)
  const number = phone && (await signInTarget('sms', phone))
  if (number && !/^\+\d{8,15}$/.test(number))
    throw new OperatorError('--phone: expected a mobile number like +14155550100')
  if (image && !pictureOf({ imageUrl: image })) throw new OperatorError('--image: expected the https URL of a picture')
  const names = { ...(first && { firstName: first }), ...(last && { lastName: last }) }
  const rest = { ...(number && { phone: number }), ...(image && { imageUrl: image }), ...(role && { role }) }
  const staff = await addStaff(db, { email, ...names, ...rest }, systemClock.now())
  return [`${staff.email} can log in as ${staff.role}.`]
}

const readArguments = (args: string[]) => {
  const text = { type: 'string' } as const
  try {
    const options = { first: text, last: text, phone: text, role: text, image: text }
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
