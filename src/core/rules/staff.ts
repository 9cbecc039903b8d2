import { HOUR_MS } from './time.ts'

/** Staff users and their roles (docs/rules/staff.md). */
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

/** Rights of the roles; each role includes the rights of the roles before it. */
type Right = 'see' | 'change' | 'manage'
const RIGHTS: Record<StaffRole, Right[]> = {
  viewer: ['see'],
  support: ['see', 'change'],
  manager: ['see', 'change', 'manage'],
}

export const may = (staff: Pick<Staff, 'role'>, right: Right): boolean => RIGHTS[staff.role].includes(right)

export const staffMessages = {
  unauthorized: 'Unauthorized.',
  unauthorizedEmail: 'Unauthorized. Try refreshing or log out then log back in.',
  notYourRole: 'Your role does not allow this. Ask a manager.',
} as const

/** Thrown if the role lacks a right; the error handlers answer it with 403. */
export class NotYourRole extends Error {
  readonly statusCode = 403
  constructor() {
    super(staffMessages.notYourRole)
  }
}

/** Throws NotYourRole if the role lacks the right. First line of every protected operation. */
export const demand = (staff: Pick<Staff, 'role'>, right: Right): void => {
  if (!may(staff, right)) throw new NotYourRole()
}

export const fullName = ({ firstName, lastName }: Pick<Staff, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** Returns the initials to show without a picture. */
export const initials = ({ firstName, lastName, email }: Pick<Staff, 'firstName' | 'lastName' | 'email'>): string =>
  (firstName.slice(0, 1) + lastName.slice(0, 1) || email.slice(0, 1)).toUpperCase()

/** Returns the picture's URL, or null if it must not be shown. Only an https host that a CSP header can name. */
export const pictureOf = ({ imageUrl }: Pick<Staff, 'imageUrl'>): URL | null => {
  const url = imageUrl && URL.canParse(imageUrl) ? new URL(imageUrl) : null
  return url && /^https:\/\/[\w.-]+(:\d+)?$/.test(url.origin) ? url : null
}

export const IDLE_MS = 8 * HOUR_MS
