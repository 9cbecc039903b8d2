import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { may, type Staff } from '#src/core/rules/staff.ts'
import { codeKey } from './rules/access-code.ts'
import { shownCode } from './rules/shown-code.ts'
import { listKeysWithUsesLeft } from './store/coupons.ts'

type By = Pick<Staff, 'role'>

/** Reads which of these codes have uses left. Returns how a role sees each of them. */
export const makeCodeMask = async (db: Queryable, by: By, codes: string[]): Promise<(code: string) => string> => {
  if (codes.length === 0 || may(by, 'change')) return code => code
  const open = new Set(await listKeysWithUsesLeft(db, codes.map(codeKey)))
  return code => shownCode(by, code, open.has(codeKey(code)))
}

/** Returns rows of people with their codes as a role sees them. */
export const maskCodes = async (db: Queryable, by: By, rows: Entitlement[]): Promise<Entitlement[]> => {
  const shown = await makeCodeMask(
    db,
    by,
    rows.flatMap(row => row.codes.map(c => c.code)),
  )
  return rows.map(row => ({ ...row, codes: row.codes.map(c => ({ ...c, code: shown(c.code) })) }))
}
