import { HOUR_MS, MINUTE_MS } from './time.ts'

/** Staff users and their roles (docs/rules/staff.md). */
export const staffRoles = ['viewer', 'support', 'manager', 'signer', 'reviewer'] as const
export type StaffRole = (typeof staffRoles)[number]

export interface Staff {
  id: number
  email: string
  phone: string | null
  firstName: string
  lastName: string
  imageUrl: string | null
  role: StaffRole
  /** Ids of the only schools that the role covers. Null for all schools. */
  schools: number[] | null
}

/** A staff user with a session. `confirmedAt` is when they last proved who they are: at sign-in or since. */
export interface SignedInStaff extends Staff {
  confirmedAt: Date
}

/** Rights of the roles. `see` opens the back office, `clips` the clip studio. */
export type Right = 'see' | 'change' | 'manage' | 'clips' | 'record' | 'review'
const RIGHTS: Record<StaffRole, Right[]> = {
  viewer: ['see'],
  support: ['see', 'change'],
  manager: ['see', 'change', 'manage', 'clips', 'record', 'review'],
  signer: ['clips', 'record'],
  reviewer: ['clips', 'review'],
}

export const may = (staff: Pick<Staff, 'role'>, right: Right): boolean => RIGHTS[staff.role].includes(right)

export const staffMessages = {
  unauthorized: 'Unauthorized.',
  unauthorizedEmail: 'Unauthorized. Try refreshing or log out then log back in.',
  notYourRole: 'Your role does not allow this. Ask a manager.',
  someSchoolsOnly: 'Your role covers some schools only. Ask a manager.',
  signInAgain: 'You logged in more than ten minutes ago. Log in again, then repeat this.',
} as const

/** Thrown if the role lacks a right; the error handlers answer it with 403. */
export class NotYourRole extends Error {
  readonly statusCode = 403
  constructor(message: string = staffMessages.notYourRole) {
    super(message)
  }
}

/** Returns true if the role covers some schools only. */
export const isLimited = ({ schools }: Pick<Staff, 'schools'>): boolean => schools !== null

/** Returns true if the role covers a school. Records of other schools are not found. */
export const covers = ({ schools }: Pick<Staff, 'schools'>, schoolId: number): boolean =>
  schools === null || schools.includes(schoolId)

/** Throws NotYourRole if the role covers some schools only. */
export const demandAllSchools = (staff: Pick<Staff, 'schools'>): void => {
  if (isLimited(staff)) throw new NotYourRole(staffMessages.someSchoolsOnly)
}

/** Throws NotYourRole if the role lacks the right, or covers some schools only. First line of protected operations. */
export const demand = (staff: Pick<Staff, 'role' | 'schools'>, right: Right): void => {
  demandInSchool(staff, right)
  demandAllSchools(staff)
}

/** A right, or `any`: every role may. */
export type NeededRight = Right | 'any'

/** Throws NotYourRole unless the role has the right that a page or call needs. */
export const demandRole = (staff: Pick<Staff, 'role'>, right: NeededRight): void => {
  if (right !== 'any' && !may(staff, right)) throw new NotYourRole()
}

/** Like `demand`, for an operation that also checks with `covers` that the record is in a school of the role. */
export const demandInSchool = (staff: Pick<Staff, 'role'>, right: Right): void => {
  if (!may(staff, right)) throw new NotYourRole()
}

/** Time that a sign-in, or a confirmation since, counts as fresh. */
export const FRESH_MS = 10 * MINUTE_MS
/** The same for refunds, of which support makes many in a day. */
export const REFUND_FRESH_MS = 60 * MINUTE_MS

export const isFresh = ({ confirmedAt }: Pick<SignedInStaff, 'confirmedAt'>, now: Date, within = FRESH_MS): boolean =>
  now.getTime() - confirmedAt.getTime() <= within

/** Thrown if an action needs a fresh sign-in. Pages ask for it and keep what was typed; JSON calls answer 403. */
export class SignInAgain extends Error {
  readonly statusCode = 403
  readonly reason = 'sign_in_again'
  constructor() {
    super(staffMessages.signInAgain)
  }
}

/** Throws SignInAgain after `within`. Call it after `demand`, for money, exports, erasing, roles and secrets. */
export const demandFresh = (staff: Pick<SignedInStaff, 'confirmedAt'>, now: Date, within = FRESH_MS): void => {
  if (!isFresh(staff, now, within)) throw new SignInAgain()
}

export const fullName = ({ firstName, lastName }: Pick<Staff, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

export const initials = ({ firstName, lastName, email }: Pick<Staff, 'firstName' | 'lastName' | 'email'>): string =>
  (firstName.slice(0, 1) + lastName.slice(0, 1) || email.slice(0, 1)).toUpperCase()

/** Returns the picture's URL, or null if it must not be shown. Only an https host that a CSP header can name. */
export const pictureOf = ({ imageUrl }: Pick<Staff, 'imageUrl'>): URL | null => {
  const url = imageUrl && URL.canParse(imageUrl) ? new URL(imageUrl) : null
  return url && /^https:\/\/[\w.-]+(:\d+)?$/.test(url.origin) ? url : null
}

export const IDLE_MS = 8 * HOUR_MS
