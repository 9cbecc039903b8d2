import { prepared, type Queryable } from '#src/core/db/db.ts'
import { type Entitlement, type Subject, type SubjectKind, sameSubject } from '../rules/entitlement.ts'
import { type EntitlementRow, type MainRow, NOTHING, type Rest, toEntitlement } from './entitlement-row.ts'
import { mainSql, restSql, wholeSql } from './entitlement-sql.ts'

const mainByToken = (kind: SubjectKind) =>
  prepared<MainRow & { has_rest: boolean }>(`${kind}_by_token`, `${mainSql(kind)} where e.token = $1`)
const restById = (kind: SubjectKind) => prepared<Rest>(`${kind}_rest`, `${restSql(kind)} where e.id = $1`)

const byToken = { enrollment: mainByToken('enrollment'), membership: mainByToken('membership') }
const rest = { enrollment: restById('enrollment'), membership: restById('membership') }
const byId = {
  enrollment: prepared<EntitlementRow>('enrollment_by_id', `${wholeSql('enrollment')} where e.id = $1`),
  membership: prepared<EntitlementRow>('membership_by_id', `${wholeSql('membership')} where e.id = $1`),
}
const byIds = {
  enrollment: prepared<EntitlementRow>('enrollments_by_ids', `${wholeSql('enrollment')} where e.id = any($1)`),
  membership: prepared<EntitlementRow>('memberships_by_ids', `${wholeSql('membership')} where e.id = any($1)`),
}

const byEmail = {
  enrollment: prepared<EntitlementRow>(
    'enrollments_by_email',
    `${wholeSql('enrollment')} where p.email = $1 order by e.id desc limit 100`,
  ),
  membership: prepared<EntitlementRow>(
    'memberships_by_email',
    `${wholeSql('membership')} where p.email = $1 order by e.id desc limit 100`,
  ),
}

/** Pattern of our tokens. Anything else is rejected without a query. */
const TOKEN = /^([em])_[\w-]{10,64}$/

const kindOf = (token: string): SubjectKind | null => {
  const letter = token.match(TOKEN)?.[1]
  return letter === 'e' ? 'enrollment' : letter === 'm' ? 'membership' : null
}

/** Most people have no payment and no other row, so a page asks for those only when there are some. */
export const findEntitlementByToken = async (db: Queryable, token: string): Promise<Entitlement | null> => {
  const kind = kindOf(token)
  if (!kind) return null
  const [row] = await byToken[kind](db, [token])
  if (!row) return null
  const [more] = row.has_rest ? await rest[kind](db, [row.id]) : [NOTHING]
  return more ? toEntitlement(kind, { ...row, ...more }) : null
}

export const findEntitlement = async (db: Queryable, { kind, id }: Subject): Promise<Entitlement | null> => {
  const [row] = await byId[kind](db, [id])
  return row ? toEntitlement(kind, row) : null
}

/** Lists these rows in the given order, leaving out missing ones. Runs one statement per kind. */
export const listEntitlements = async (db: Queryable, subjects: Subject[]): Promise<Entitlement[]> => {
  const found: Entitlement[] = []
  for (const kind of ['enrollment', 'membership'] as const) {
    const ids = subjects.filter(s => s.kind === kind).map(s => s.id)
    if (ids.length > 0) found.push(...(await byIds[kind](db, [ids])).map(row => toEntitlement(kind, row)))
  }
  return subjects.flatMap(s => found.find(e => sameSubject(e, s)) ?? [])
}

/** Lists rows of everyone with this email: enrollments before memberships, newest first, at most 100 of each. */
export const listEntitlementsByEmail = async (db: Queryable, email: string): Promise<Entitlement[]> => [
  ...(await byEmail.enrollment(db, [email])).map(row => toEntitlement('enrollment', row)),
  ...(await byEmail.membership(db, [email])).map(row => toEntitlement('membership', row)),
]

/** Throws when the row does not exist. */
export const getEntitlement = async (db: Queryable, subject: Subject): Promise<Entitlement> => {
  const found = await findEntitlement(db, subject)
  if (!found) throw new Error(`${subject.kind} ${subject.id} does not exist`)
  return found
}
