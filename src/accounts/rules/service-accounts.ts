import * as z from 'zod/mini'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { type ServiceScope, serviceScopes } from '#src/core/rules/service-account.ts'
import { DAY_MS, MINUTE_MS } from '#src/core/rules/time.ts'

/** Keys of programs (docs/rules/staff.md). */
export const CALLS_A_MINUTE = 60
export const LIMIT_MS = MINUTE_MS
const LONGEST_DAYS = 730
const USUAL_DAYS = 365

export const scopeLabels: Record<ServiceScope, string> = {
  'codes:read': 'Read codes',
  'codes:make': 'Make codes',
}

export interface ListedServiceAccount {
  id: number
  name: string
  keyEnd: string
  scopes: ServiceScope[]
  school: { id: number; name: string } | null
  madeBy: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export const accountState = (
  { expiresAt, revokedAt }: Pick<ListedServiceAccount, 'expiresAt' | 'revokedAt'>,
  now: Date,
): 'works' | 'expired' | 'revoked' => (revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'works')

export const serviceAccountRefusals = {
  name_required: { message: 'Enter a name, such as the company that uses the key.', field: 'name' },
  scope_required: { message: 'Choose what the key may do.', field: 'scopes' },
  school_not_found: { message: adminMessages.school, field: 'school' },
  invalid_end: { message: 'Enter a date, at most two years from today.', field: 'expires_at' },
  key_not_found: { message: 'This key is already revoked.' },
} as const satisfies RefusalTexts
export type ServiceAccountReason = keyof typeof serviceAccountRefusals

export const ServiceAccountForm = z.object({
  name: z._default(z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters.')), ''),
  school: z._default(z.string(), ''),
  expires_at: z._default(z.string().check(z.trim()), ''),
})

/** The last day that a form offers: a year from now. */
export const usualEnd = (now: Date, timezone: string): string =>
  dayOf(new Date(now.getTime() + USUAL_DAYS * DAY_MS), timezone)

/** Returns the end of the day that was typed, or refuses it. */
export const keyEnds = (
  typed: string,
  { now, timezone }: { now: Date; timezone: string },
): { ok: true; expiresAt: Date } | Refused<'invalid_end'> => {
  const day = readDay(typed)
  const last = dayOf(new Date(now.getTime() + LONGEST_DAYS * DAY_MS), timezone)
  if (!day || day < dayOf(now, timezone) || day > last) return refuse('invalid_end')
  return { ok: true, expiresAt: endOfDay(day, timezone) }
}

export const scopesIn = (given: string[] = []): ServiceScope[] => serviceScopes.filter(scope => given.includes(scope))

export const serviceAccountMessages = {
  made: (name: string) => `The key of ${name} is made.`,
  revoked: (name: string) => `The key of ${name} is revoked. It no longer works.`,
} as const
