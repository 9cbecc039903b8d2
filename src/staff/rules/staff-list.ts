import { may, type Staff } from '#src/core/rules/staff.ts'

/** Kind of data in the rows of a list, which decides who may export it (docs/rules/staff.md). */
export type ListContents = 'facts' | 'codes' | 'people'

/** Returns true if a role may export a list. */
export const mayExport = (staff: Pick<Staff, 'role' | 'schools'>, holds: ListContents): boolean =>
  holds === 'facts' || (staff.schools === null && may(staff, holds === 'people' ? 'manage' : 'change'))
