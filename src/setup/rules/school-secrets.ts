import { shortDate } from '#src/core/rules/business-day.ts'
import { ok, type SetupLine } from './setup-line.ts'

/** Ages of the secrets that LTI 1.1 schools sign their launches with. */
export interface SchoolSecrets {
  schools: number
  /** Secrets that were set before `OLD_YEARS`. */
  old: number
  oldest: { name: string; setAt: Date; usedAt: Date | null }
}

/** Age from which a secret is counted as old. */
export const OLD_YEARS = 2

/**
 * Says how old the secrets are, without a verdict: a new secret is work for the school. Returns null without an LTI 1.1
 * school.
 */
export const schoolSecretsLine = (secrets: SchoolSecrets | null, timezone: string): SetupLine | null => {
  if (!secrets) return null
  const { schools, old, oldest } = secrets
  const day = (instant: Date) => shortDate(instant, timezone)
  const used = oldest.usedAt ? `Its last launch was on ${day(oldest.usedAt)}.` : 'The launch diary has no launch of it.'
  return ok(
    'School secrets',
    `${old} of ${schools} LTI 1.1 schools have a secret older than ${OLD_YEARS} years. The oldest is from ${day(oldest.setAt)}, of ${oldest.name}. ${used}`,
  )
}
