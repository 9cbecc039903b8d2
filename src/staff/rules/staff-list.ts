import { may, type Staff } from '#src/core/rules/staff.ts'

/** What the rows of a list hold, which decides who may export it (docs/rules/staff.md). */
export type ListContents = 'facts' | 'codes' | 'people'

/** Whether a role may export a list. */
export const mayExport = (staff: Pick<Staff, 'role' | 'schools'>, holds: ListContents): boolean =>
  holds === 'facts' || (staff.schools === null && may(staff, holds === 'people' ? 'manage' : 'change'))
