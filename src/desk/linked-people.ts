import {
  byStaff,
  listEntitlements,
  lockEntitlements,
  processEntitlement,
  queueCheckoutClose,
  unprocessEntitlement,
} from '#src/access/entitlements.ts'
import { listLinkedPeople, saveLinkedPeople, saveUnlinked } from '#src/access/people.ts'
import { completionSource, isComplete, rowsLosingAccess } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { coversRow, describeLink, describeUnlink, inCourse, type LinkReason } from '#src/access/rules/people.ts'
import { settlePayments } from '#src/access/settlements.ts'
import { findForStaff } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, Rollback } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demandAllSchools, demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { parseSearchQuery } from './rules/search.ts'
import { listPeopleByEmail } from './store/search.ts'
import { listEntitlementsOfPeople } from './store/timeline.ts'

interface LinkPeople {
  /** Token of one person's row. */
  token: string
  /** Token of the other person's row, a URL with it, or their email. */
  other: string
  /** Says what the change would do, and rolls it back. */
  preview?: true
  /** Required unless it is a preview. */
  reason?: string | undefined
  /** The `effectsKey` of the effects that staff confirmed. If they have changed, the call is refused. */
  confirmed?: string | undefined
}

type UnlinkPeople = Omit<LinkPeople, 'other'>

type Linking = Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>

/** `says` describes the effects, one sentence each; `effectsKey` differs whenever they do. */
type OnePersonDone = { ok: true; says: string[]; effectsKey: string } | Refused<LinkReason>

/**
 * Links two rows as the same person: in the same Canvas course, access of one gives access to the other
 * (docs/rules/access.md). Moves no codes or money; double payments are flagged. The second of two equal calls is
 * refused.
 */
export const linkPeople = (app: Linking, given: LinkPeople, by: Staff) =>
  change(app, by, given, tx => link(app, tx, given, by))

/** Undoes a link. Rows that had access only by the other person lose it. */
export const unlinkPeople = (app: Linking, given: UnlinkPeople, by: Staff) =>
  change(app, by, given, tx => unlink(app, tx, given, by))

const change = async (
  { db }: Needs<'db'>,
  by: Staff,
  { preview, confirmed, reason }: UnlinkPeople,
  work: (tx: Tx) => Promise<OnePersonDone>,
): Promise<OnePersonDone> => {
  demandInSchool(by, 'change')
  if (!preview && !reason?.trim()) return refuse('reason_required')
  return inTransaction(db, async tx => {
    const done = await work(tx)
    if (preview) throw new Rollback(done)
    if (done.ok && confirmed && confirmed !== done.effectsKey) throw new Rollback(refuse('effects_changed'))
    return done
  })
}

/** Returns the token of a typed token or link, or one of each person with a typed email. */
const tokensOf = async (tx: Tx, typed: string, by: Staff): Promise<string[]> => {
  const question = parseSearchQuery(typed)
  if (question.is === 'token') return [question.token]
  return question.is === 'email'
    ? (await listPeopleByEmail(tx, by.schools, question.email)).flatMap(p => p.token ?? [])
    : []
}

const link = async (
  app: Needs<'clock' | 'disputeTakesAccess' | 'jobs'>,
  tx: Tx,
  given: LinkPeople,
  by: Staff,
): Promise<OnePersonDone> => {
  const now = app.clock.now()
  const here = await findForStaff({ db: tx }, given.token, by)
  if (!here) return refuse('entitlement_not_found')
  const [token, ...more] = await tokensOf(tx, given.other, by)
  if (more.length > 0) return refuse('other_ambiguous')
  const other = token ? await findForStaff({ db: tx }, token, by) : null
  if (!other) return refuse('other_not_found')
  if (!(await saveLinkedPeople(tx, [here.personId, other.personId], now))) return refuse('already_linked')
  const rows = await rowsOf(tx, here, by)
  const givenAccess = rows.filter(row => isComplete(row, now))
  const actor = byStaff(by, given.reason)
  for (const entitlement of givenAccess) {
    await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now, by: actor })
    await queueCheckoutClose(app, tx, entitlement)
  }
  const flags = await settleAll(app, tx, rows, now)
  const due = flags.filter(f => f.kind === 'refund_due').length
  const says = describeLink({ here, other, givenAccess, due })
  const effectsKey = JSON.stringify([here.token, other.token, givenAccess.map(row => row.token), due])
  for (const [row, linkedRow] of [
    [here, other],
    [other, here],
  ] as const) {
    const after = { with: inCourse(linkedRow), letIn: givenAccess.map(inCourse) }
    const subject = { kind: 'entitlement', id: row.id } as const
    await recordAudit(tx, { by, action: 'link-people', subject, after, reason: given.reason, now })
  }
  return { ok: true, says, effectsKey }
}

const unlink = async (
  app: Needs<'clock' | 'disputeTakesAccess' | 'jobs'>,
  tx: Tx,
  given: UnlinkPeople,
  by: Staff,
): Promise<OnePersonDone> => {
  const now = app.clock.now()
  const here = await findForStaff({ db: tx }, given.token, by)
  if (!here) return refuse('entitlement_not_found')
  const before = await rowsOf(tx, here, by)
  if (!(await saveUnlinked(tx, here.personId))) return refuse('not_linked')
  const after = await listEntitlements(tx, before)
  const linkedRowsOf = (row: Entitlement) => after.find(a => a.id === row.id)?.others ?? []
  const dependents = rowsLosingAccess(before.filter(hasAccess), (row, other) =>
    linkedRowsOf(row).some(linked => linked.id === other.id),
  )
  const losingAccess = after.filter(row => dependents.some(f => f.id === row.id))
  const others = before.filter(row => row.personId !== here.personId)
  const says = describeUnlink(here, others, losingAccess)
  const effectsKey = JSON.stringify([here, ...others, null, ...losingAccess].map(row => row?.token))
  const actor = byStaff(by, given.reason)
  for (const entitlement of losingAccess)
    await unprocessEntitlement(tx, app.jobs, { entitlement, now, by: actor, keepCodes: true })
  await settleAll(app, tx, before, now)
  const subject = { kind: 'entitlement', id: here.id } as const
  const changes = { takenOut: losingAccess.map(inCourse) }
  await recordAudit(tx, { by, action: 'unlink-people', subject, after: changes, reason: given.reason, now })
  return { ok: true, says, effectsKey }
}

/** Locks and returns all rows of the person. Throws if one is in a school that the role does not cover. */
const rowsOf = async (tx: Tx, { personId }: Entitlement, by: Staff): Promise<Entitlement[]> => {
  const found = await listEntitlementsOfPeople(tx, await listLinkedPeople(tx, personId))
  await lockEntitlements(tx, found)
  const rows = await listEntitlements(tx, found)
  if (!rows.every(row => coversRow(by, row))) demandAllSchools(by)
  return rows
}

/** Settles payments again, since a payment in one row may duplicate another row's, or no longer do so. */
const settleAll = async (app: Needs<'disputeTakesAccess' | 'jobs'>, tx: Tx, rows: Entitlement[], now: Date) => {
  const opened: Awaited<ReturnType<typeof settlePayments>> = []
  for (const row of rows.filter(row => row.hasCheckouts))
    opened.push(...(await settlePayments(app, tx, { entitlementId: row.id, now })))
  return opened
}
