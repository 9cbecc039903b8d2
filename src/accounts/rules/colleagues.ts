import * as z from 'zod/mini'
import { emailField } from '#src/core/rules/form.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { cleanEmail, emailMessage } from '#src/core/rules/person.ts'
import { type Staff, type StaffRole, staffRoles } from '#src/core/rules/staff.ts'

/** Colleagues, as managers see and change them (docs/rules/staff.md). */

export const roleLabels: Record<StaffRole, string> = {
  viewer: 'Viewer: sees everything, changes nothing',
  support: 'Support: helps people and activates courses',
  manager: 'Manager: everything',
  signer: 'Signer: records clips only',
  reviewer: 'Reviewer: reviews clips only',
}

export interface Colleague extends Staff {
  /** Names of the only schools that the role covers. Null for all. */
  schoolNames: string[] | null
  lastUsedAt: Date | null
  /** Number of places where they are logged in now. */
  sessions: number
}

export const colleagueRefusals = {
  staff_exists: { message: 'A colleague has this email already.', field: 'email' },
  staff_not_found: { message: 'This colleague is already removed.' },
  school_required: { message: 'Choose at least one school.', field: 'schools' },
  own_account: { message: 'You cannot change your own role or remove yourself. Ask another manager.' },
} as const satisfies RefusalTexts
export type ColleagueReason = keyof typeof colleagueRefusals

const text = (most: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters.`)), '')
const role = z.enum(staffRoles, 'Choose a role.')
/** `some`: the role covers the chosen schools only. */
const limit = z._default(z.enum(['all', 'some']), 'all')

export const AddColleagueForm = z.object({
  email: emailField().check(z.refine(email => cleanEmail(email) !== null, emailMessage)),
  first_name: text(60),
  last_name: text(60),
  role,
  limit,
})

export const ChangeColleagueForm = z.object({ role, limit })

export const colleagueMessages = {
  added: (email: string) => `${email} can log in now, with a code that we email. Tell them.`,
  changed: (name: string) => `The role of ${name} is changed. Open sessions obey it at once.`,
  removed: (name: string) => `${name} is removed and logged out everywhere.`,
  ended: (name: string) => `${name} is logged out everywhere.`,
} as const
