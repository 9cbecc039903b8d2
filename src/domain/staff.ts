/** The people of the back-office (spec §6). */
export const staffRoles = ['viewer', 'support', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]

export interface Staff {
  id: number
  email: string
  phone: string | null
  firstName: string
  lastName: string
  imageUrl: string | null
  role: StaffRole
}

/** What a role may do (rules.md E9): each may do what stands before it, too. */
export type Right = 'see' | 'change' | 'manage'
const RIGHTS: Record<StaffRole, Right[]> = {
  viewer: ['see'],
  support: ['see', 'change'],
  manager: ['see', 'change', 'manage'],
}

export const may = (staff: Pick<Staff, 'role'>, right: Right): boolean => RIGHTS[staff.role].includes(right)

export const staffMessages = {
  unauthorized: 'Unauthorized.',
  unauthorizedEmail: 'Unauthorized. Try refreshing or log out then log back in.',
  notYourRole: 'Your role may not do this. Ask a manager.',
} as const

/** Thrown where a role does not suffice; the error handlers answer it as 403, for every door. */
export class NotYourRole extends Error {
  readonly statusCode = 403
  constructor() {
    super(staffMessages.notYourRole)
  }
}

/** The first line of an operation that a role must suffice for. */
export const demand = (staff: Pick<Staff, 'role'>, right: Right): void => {
  if (!may(staff, right)) throw new NotYourRole()
}

export const fullName = ({ firstName, lastName }: Pick<Staff, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** What stands where there is no picture, or behind one that does not come. */
export const initials = ({ firstName, lastName, email }: Pick<Staff, 'firstName' | 'lastName' | 'email'>): string =>
  (firstName.slice(0, 1) + lastName.slice(0, 1) || email.slice(0, 1)).toUpperCase()

/** Where a colleague's picture is; null: there is none that a page may show. Only a secure host that the policy can name. */
export const pictureOf = ({ imageUrl }: Pick<Staff, 'imageUrl'>): URL | null => {
  const url = imageUrl && URL.canParse(imageUrl) ? new URL(imageUrl) : null
  return url && /^https:\/\/[\w.-]+(:\d+)?$/.test(url.origin) ? url : null
}
