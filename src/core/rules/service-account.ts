import { NotYourRole } from './staff.ts'

/** Calls that the key of a program may make (docs/api.md). */
export const serviceScopes = ['codes:read', 'codes:make'] as const
export type ServiceScope = (typeof serviceScopes)[number]

/** A program that calls with a key of its own. It is never a staff user, and sees no person. */
export interface ServiceAccount {
  id: number
  name: string
  scopes: ServiceScope[]
  /** The only school whose codes it reads and makes. Null for all. */
  schoolId: number | null
}

export const isService = <T extends object>(caller: T | ServiceAccount): caller is ServiceAccount => 'scopes' in caller

/** Returns whether a caller may know of codes that are for this school. */
export const isForCaller = (schoolId: number | null, caller: object | ServiceAccount): boolean =>
  !isService(caller) || caller.schoolId === null || caller.schoolId === schoolId

/** Begins every key, so that a key in the wrong place is recognized. */
export const KEY_PREFIX = 'sk_sb_'

export const serviceMessages = {
  unknownKey: 'This key is not valid. It may be mistyped, revoked or expired. Ask for a new one.',
  notAllowed: 'This key does not allow this call.',
  tooMany: 'Too many calls with this key. Wait until the time in Retry-After.',
} as const

/** Throws a 403 unless the key has the scope. */
export const demandScope = ({ scopes }: Pick<ServiceAccount, 'scopes'>, scope: ServiceScope | undefined): void => {
  if (!scope || !scopes.includes(scope)) throw new NotYourRole(serviceMessages.notAllowed)
}
