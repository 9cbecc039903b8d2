import { maskedCode } from '#src/access/rules/masked-code.ts'
import { may, type Staff } from '#src/core/rules/staff.ts'

/** Returns true if a role may read a code. A code with uses left opens a course, so viewers read used-up codes only. */
export const mayReadCode = (staff: Pick<Staff, 'role'>, hasUsesLeft: boolean): boolean =>
  !hasUsesLeft || may(staff, 'change')

/** Returns a code as a role sees it. */
export const shownCode = (staff: Pick<Staff, 'role'>, code: string, hasUsesLeft: boolean): string =>
  mayReadCode(staff, hasUsesLeft) ? code : maskedCode(code)
