import { auditedSourceLabel } from '#src/access/rules/entitlement.ts'
import type { AuditAction, AuditEntry } from '#src/core/rules/audit.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { allSettings } from '#src/courses/rules/course-settings.ts'

/** Actions whose details are about the record itself. The details of others may name records of other schools. */
const ABOUT_ITSELF: readonly string[] = [
  'process',
  'unprocess',
  'end-access',
  'rotate-token',
  'retry-grades',
  'release-access-code',
  'activate-course',
  'create-test-code',
] satisfies AuditAction[]

/** Returns a line for a role that covers some schools: without details that may be about other schools. */
export const withoutOthers = (line: AuditEntry): AuditEntry =>
  ABOUT_ITSELF.includes(line.action) ? line : { ...line, before: null, after: null, reason: null }

type Fields = AuditEntry['before']

/** Fields with an access code, or a list of them. */
const CODE_FIELDS = ['code', 'voided', 'restored']

const isCode = (value: unknown): value is string => typeof value === 'string'
const codesOf = (value: unknown): string[] => [value].flat().filter(isCode)
const codeIn = (fields: Fields): string[] => CODE_FIELDS.flatMap(name => codesOf(fields?.[name]))

/** Lists the access codes that a line names. */
export const codesIn = ({ before, after, about }: AuditEntry): string[] => [
  ...codeIn(before),
  ...codeIn(after),
  ...(about?.kind === 'coupon' && about.name ? [about.name] : []),
]

/** Returns a line with its access codes as `shown` gives them. A masked code links to no page. */
export const withShownCodes = (line: AuditEntry, shown: (code: string) => string): AuditEntry => {
  const masked = (value: unknown) =>
    Array.isArray(value) ? codesOf(value).map(shown) : isCode(value) ? shown(value) : value
  const fields = (of: Fields): Fields =>
    of &&
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => [name, CODE_FIELDS.includes(name) ? masked(value) : value]),
    )
  const { before, after, about } = line
  const name = about?.kind === 'coupon' && about.name ? shown(about.name) : null
  return {
    ...line,
    before: fields(before),
    after: fields(after),
    about: about && name !== null && name !== about.name ? { ...about, name, key: null } : about,
  }
}

/** One changed field of an audit entry. */
interface Change {
  field: string
  /** Null if the field had no value. */
  before: string | null
  after: string
}

/** Lists the fields that changed. Dates are shown in the business time zone. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>, timezone: string): Change[] => {
  const text = (name: string, value: unknown) =>
    (name === 'source' && auditedSourceLabel(value)) || valueText(value, timezone)
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map(name => ({ field: label(name), before: text(name, before?.[name]), after: text(name, after?.[name]) }))
    .filter(c => c.before !== c.after)
    .map(c => ({ ...c, after: c.after ?? 'none' }))
}

/** Labels for fields whose audit name is unclear to staff. A setting of a course has the label of its form, unless named here. */
const LABELS = {
  ...Object.fromEntries(allSettings.map(({ name, label }) => [name, label])),
  source: 'How',
  processedAt: 'Access since',
  voided: 'Codes voided',
  restored: 'Codes restored',
  letIn: 'Given access',
  with: 'Same person as',
  accepted: 'Same person',
  allowsWts: 'What’s the Sign?',
  acceptsPayment: 'Card payments',
  acceptsAccessCode: 'Access codes',
  isK12: 'K-12 school',
  passesGrades: 'Sends grades to the LMS',
  addsUnitColumns: 'Grade column for each unit link',
  expiresAt: 'Expires',
  stripePriceId: 'Price at Stripe',
  unitsForTeacher: 'Units',
  isFree: 'Free',
  maxUsage: 'Uses',
  used: 'Times used',
  clientId: 'Client ID',
  deploymentIds: 'Deployments',
  inviteId: 'Registration link',
  isActive: 'Turned on',
  opensWithoutCookies: 'Opens without cookies',
  hasOwnKeys: 'Keys of its own',
  id: 'Number',
}

/** Returns 'Default products' for 'defaultProducts'. */
const label = (name: string): string => {
  const plain = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return (isKeyOf(LABELS, name) && LABELS[name]) || plain.charAt(0).toUpperCase() + plain.slice(1)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const valueText = (value: unknown, timezone: string): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(each => valueText(each, timezone) ?? 'none').join(', ') || null
  if (typeof value === 'string' && INSTANT.test(value)) return shortDate(new Date(value), timezone)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
