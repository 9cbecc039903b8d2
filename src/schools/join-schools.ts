import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import {
  chosenSettings,
  type DifferingSetting,
  differingSettings,
  type JoinReason,
  type MoveNumbers,
  type SchoolNumbers,
  type SettingChoices,
} from './rules/join-schools.ts'
import {
  type ConnectionRef,
  connectionName,
  findConnection,
  type SchoolFacts,
  type SchoolNote,
} from './rules/school-facts.ts'
import { queueYearlyAccess, settingsOf } from './schools.ts'
import {
  copySettings,
  countConnection,
  countSchool,
  findSchoolOf,
  isErasing,
  moveEverything,
  saveSchoolOf,
  wasJoined,
  wasMoved,
} from './store/join-schools.ts'
import {
  claimSchool,
  findSchoolFacts,
  findSchoolRow,
  isNameTaken,
  lockSchool,
  lockSchoolNames,
  type SchoolRow,
  saveSchool,
} from './store/schools.ts'

interface Pair {
  /** The school that stays. */
  staysId: number
  /** The school that joins it, and is gone afterwards. */
  joinsId: number
}

/** Both schools in numbers, and the settings to choose: of the one that stays, of the other. */
export interface JoinPreview {
  stays: SchoolNumbers
  joins: SchoolNumbers
  differing: DifferingSetting[]
}

export const previewJoin = async (
  { db }: Needs<'db'>,
  { staysId, joinsId }: Pair,
  by: Staff,
): Promise<{ ok: true; preview: JoinPreview } | Refused<'school_not_found' | 'same_school'>> => {
  demand(by, 'manage')
  if (staysId === joinsId) return refuse('same_school')
  const [stays, joins] = [await countSchool(db, staysId), await countSchool(db, joinsId)]
  const [a, b] = [await findSchoolRow(db, staysId), await findSchoolRow(db, joinsId)]
  if (!stays || !joins || !a || !b) return refuse('school_not_found')
  return { ok: true, preview: { stays, joins, differing: differingSettings(a, b) } }
}

type SchoolsJoined = { ok: true; school: SchoolFacts } | Refused<Exclude<JoinReason, 'connection_not_found'>>

/**
 * Joins two schools that are one: connections, courses, codes, seat links, default products and roles of the one go to
 * the other, and it is deleted. Tokens, books and the audit log do not change. A join that was done before succeeds
 * again. Requires the manager role.
 */
export const joinSchools = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  { name: typed, choices, ...pair }: Pair & { name: string; choices: SettingChoices },
  by: Staff,
): Promise<SchoolsJoined> => {
  demand(by, 'manage')
  const { staysId, joinsId } = pair
  const name = typed.trim()
  if (staysId === joinsId) return refuse('same_school')
  if (name === '') return refuse('school_name_required')
  const now = app.clock.now()
  return inTransaction(app.db, async (tx): Promise<SchoolsJoined> => {
    await lockSchoolNames(tx)
    const [stays, joins] = await lockBoth(tx, staysId, joinsId)
    if (!stays) return refuse('school_not_found')
    if (!joins) {
      const facts = (await wasJoined(tx, staysId, joinsId)) ? await findSchoolFacts(tx, staysId) : null
      return facts ? { ok: true, school: facts } : refuse('school_not_found')
    }
    if (await isErasing(tx, [staysId, joinsId])) return refuse('erasure_running')
    const settings = chosenSettings(stays, joins, choices)
    if (!settings) return refuse('settings_not_chosen')
    if (!settings.acceptsPayment && !settings.acceptsAccessCode) return refuse('last_access_method')
    if ((await isNameTaken(tx, name, staysId)) && joins.name.toLowerCase() !== name.toLowerCase())
      return refuse('school_name_exists')
    await moveEverything(tx, pair)
    const school = await saveSchool(tx, staysId, { ...settings, name, ...joinedWords(stays, joins) }, now)
    const hadYear = { yearlyAccess: stays.yearlyAccess && joins.yearlyAccess }
    await queueYearlyAccess(app, tx, hadYear, school)
    const line = { by, action: 'join-schools', now } as const
    const after = { ...settingsOf(school), joined: joins.name, joinedNumber: joinsId }
    await recordAudit(tx, { ...line, subject: { kind: 'school', id: staysId }, before: settingsOf(stays), after })
    const into = { joinedInto: name, joinedNumber: staysId }
    const gone = { kind: 'school', id: joinsId } as const
    await recordAudit(tx, { ...line, subject: gone, before: settingsOf(joins), after: into })
    return { ok: true, school: (await findSchoolFacts(tx, staysId))! }
  })
}

/** Locks two schools in id order, as every transaction that locks several. */
export const lockBoth = async (tx: Tx, one: number, other: number): Promise<[SchoolRow | null, SchoolRow | null]> => {
  const locked = new Map<number, SchoolRow | null>()
  for (const id of [one, other].sort((a, b) => a - b)) locked.set(id, await lockSchool(tx, id))
  return [locked.get(one) ?? null, locked.get(other) ?? null]
}

/** Keeps the words that staff wrote about each school. */
const joinedWords = (a: SchoolNote, b: SchoolNote): SchoolNote => {
  const words = (of: keyof SchoolNote) => [...new Set([a[of], b[of]].filter(Boolean))]
  return { contact: words('contact').join('; '), note: words('note').join('\n\n') }
}

/** The new school of a connection: one that exists, or a new one with the settings of its old school. */
type MoveTarget = { schoolId: number } | { newSchool: string }

const findPlaced = async (db: Queryable, ref: ConnectionRef) => {
  const schoolId = await findSchoolOf(db, ref)
  const school = schoolId === null ? null : await findSchoolFacts(db, schoolId)
  const connection = school && findConnection(school, ref)
  return connection ? { school, connection } : null
}

export const previewMove = async (
  { db }: Needs<'db'>,
  ref: ConnectionRef,
  to: MoveTarget,
  by: Staff,
): Promise<
  { ok: true; preview: MoveNumbers } | Refused<'connection_not_found' | 'school_not_found' | 'same_school'>
> => {
  demand(by, 'manage')
  const found = await findPlaced(db, ref)
  if (!found) return refuse('connection_not_found')
  const { school, connection } = found
  const target = 'schoolId' in to ? await findSchoolRow(db, to.schoolId) : school
  if (!target) return refuse('school_not_found')
  if ('schoolId' in to && target.id === school.id) return refuse('same_school')
  const { consumers, deployments } = school.connections
  const preview = {
    connection: connectionName(connection),
    from: { id: school.id, name: school.name },
    ...(await countConnection(db, ref)),
    changes: differingSettings(school, target),
    isLast: consumers.length + deployments.length === 1,
  }
  return { ok: true, preview }
}

type ConnectionMoved =
  | { ok: true; school: SchoolFacts }
  | Refused<Exclude<JoinReason, 'same_school' | 'settings_not_chosen' | 'last_access_method'>>

/**
 * Moves a connection with its courses to another school, or to a new one. Batches of codes, seat links, roles and notes
 * stay with the old school. A move that was done before succeeds again. Requires the manager role.
 */
export const moveConnection = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  ref: ConnectionRef,
  to: MoveTarget,
  by: Staff,
): Promise<ConnectionMoved> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async (tx): Promise<ConnectionMoved> => {
    const fromId = await findSchoolOf(tx, ref)
    if (fromId === null) return refuse('connection_not_found')
    const isThere = 'newSchool' in to ? await wasMoved(tx, ref, fromId, to.newSchool.trim()) : to.schoolId === fromId
    if (isThere) return { ok: true, school: (await findSchoolFacts(tx, fromId))! }
    const chosenId = 'schoolId' in to ? to.schoolId : fromId
    const [from, chosen] = await lockBoth(tx, fromId, chosenId)
    if ((await findSchoolOf(tx, ref)) !== fromId) throw new RetryTransaction('the connection moved meanwhile')
    if (!from || !chosen) return refuse('school_not_found')
    if (await isErasing(tx, [fromId, chosenId])) return refuse('erasure_running')
    // The new school has the highest id, so it is the last one locked.
    const made = 'newSchool' in to ? await splitSchool(tx, fromId, to.newSchool) : null
    if (made && !made.ok) return made
    const toId = made?.id ?? chosenId
    const target = made ? (await lockSchool(tx, toId))! : chosen
    const name = connectionName((await findPlaced(tx, ref))!.connection)
    await saveSchoolOf(tx, ref, toId, now)
    await queueYearlyAccess(app, tx, from, target)
    const line = { by, action: 'move-connection', before: { school: from.name }, now } as const
    const after = { school: target.name, connection: name }
    for (const subject of [ref, { kind: 'school', id: fromId }, { kind: 'school', id: toId }] as const)
      await recordAudit(tx, { ...line, subject, after })
    return { ok: true, school: (await findSchoolFacts(tx, toId))! }
  })
}

const splitSchool = async (
  tx: Tx,
  fromId: number,
  typed: string,
): Promise<{ ok: true; id: number } | Refused<'school_name_required' | 'school_name_exists'>> => {
  const name = typed.trim()
  if (name === '') return refuse('school_name_required')
  const id = await claimSchool(tx, name)
  if (id === null) return refuse('school_name_exists')
  await copySettings(tx, fromId, id)
  return { ok: true, id }
}
