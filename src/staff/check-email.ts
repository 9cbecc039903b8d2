import { coveredRow } from '#src/access/rules/covered-rows.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { listEntitlementsByEmail } from '#src/access/store/entitlements.ts'
import { maskCodes } from '#src/codes/mask-codes.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { FoundPerson } from './rules/search-result.ts'
import { listPeopleByIds } from './store/staff-search.ts'

interface EmailChecked {
  enrollments: Entitlement[]
  memberships: Entitlement[]
  /** People whom staff linked as the same person, with other addresses. */
  alsoThem: FoundPerson[]
}

/** Lists all rows of an e-mail in the schools of the role, ignoring case. Records the view in the audit log. */
export const checkEmail = async (app: Needs<'clock' | 'db'>, typed: string, by: Staff): Promise<EmailChecked> => {
  const email = cleanEmail(typed)
  const rows = email ? await listEntitlementsByEmail(app.db, email) : []
  const covered = rows.flatMap(row => coveredRow(by, row) ?? [])
  const found = await maskCodes(app.db, by, covered)
  const people = found.length > 0 ? await listPeopleByIds(app.db, [...new Set(found.map(e => e.personId))], by) : []
  const alsoThem = people.filter(p => p.email !== email)
  const seen = [
    { kind: 'person', key: email ?? '' } as const,
    ...alsoThem.map(p => ({ kind: 'person', id: p.id }) as const),
  ]
  if (found.length > 0) await recordView(app.db, by, seen, app.clock.now())
  return {
    enrollments: found.filter(e => e.kind === 'enrollment'),
    memberships: found.filter(e => e.kind === 'membership'),
    alsoThem,
  }
}
