import { counted } from '#src/core/rules/counted.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { type SchoolSettings, switchesWhere } from './school.ts'
import { schoolRefusals } from './school-facts.ts'

/** Joining two schools that are one, and moving a connection to another school (docs/rules/schools.md). */

export interface SchoolNumbers {
  id: number
  name: string
  consumers: number
  deployments: number
  courses: number
  people: number
  batches: number
  codes: number
  /** Staff users whose role is limited to some schools, with this one. */
  staff: number
  seatLinks: number
  defaultProducts: string[]
}

type ChoosableSetting = Exclude<keyof SchoolSettings, 'name'>

const LABELS: Record<ChoosableSetting, string> = {
  emailDomain: 'Email domain',
  acceptsPayment: 'Card payment',
  acceptsAccessCode: 'Access code',
  isK12: 'K-12',
  passesGrades: 'Sends grades',
  yearlyAccess: 'Yearly access',
  addsUnitColumns: 'Grade column for each unit link',
}

export interface DifferingSetting {
  setting: ChoosableSetting
  label: string
  values: [string, string]
}

const valueText = (value: SchoolSettings[ChoosableSetting]): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : (value ?? 'any')

export const differingSettings = (a: SchoolSettings, b: SchoolSettings): DifferingSetting[] =>
  (Object.keys(LABELS) as ChoosableSetting[])
    .filter(setting => a[setting] !== b[setting])
    .map(setting => ({ setting, label: LABELS[setting], values: [valueText(a[setting]), valueText(b[setting])] }))

/** The school that each differing setting is taken from: the one that stays, or the one that joins it. */
export type SettingChoices = Partial<Record<ChoosableSetting, 'stays' | 'joins'>>

export const chosenSettings = (
  stays: SchoolSettings,
  joins: SchoolSettings,
  choices: SettingChoices,
): Omit<SchoolSettings, 'name'> | null => {
  if (differingSettings(stays, joins).some(({ setting }) => !choices[setting])) return null
  const of = <S extends ChoosableSetting>(setting: S): SchoolSettings[S] =>
    choices[setting] === 'joins' ? joins[setting] : stays[setting]
  return { emailDomain: of('emailDomain'), ...switchesWhere(of) }
}

export const joinMessages = {
  joined: (name: string) => `Joined. Everything belongs to ${name} now.`,
  moved: (connection: string, school: string) => `Moved ${connection} to ${school}.`,
} as const

export const joinRefusals = {
  school_not_found: schoolRefusals.school_not_found,
  same_school: { message: 'Choose another school.', field: 'school' },
  school_name_required: schoolRefusals.school_name_required,
  school_name_exists: schoolRefusals.school_name_exists,
  settings_not_chosen: { message: 'Choose a value for each setting that differs.', field: 'settings' },
  last_access_method: schoolRefusals.last_access_method,
  erasure_running: { message: 'The data of one of these schools is being erased. Wait until that ends.' },
  connection_not_found: { message: 'This connection belongs to no school yet.' },
} as const satisfies RefusalTexts

export type JoinReason = keyof typeof joinRefusals

export const describeJoin = (stays: SchoolNumbers, joins: SchoolNumbers): string[] => [
  `${counted(joins.courses, 'course', 'courses')} with ${counted(joins.people, 'person', 'people')} of ${joins.name} move to ${stays.name}.`,
  `${counted(joins.consumers + joins.deployments, 'connection', 'connections')} and ${counted(joins.seatLinks, 'seat link', 'seat links')} move too. They keep working.`,
  `${counted(joins.batches, 'batch', 'batches')} of codes move, with ${counted(joins.codes, 'code', 'codes')}.`,
  ...(joins.staff > 0 || stays.staff > 0
    ? ['Staff whose role is limited to either school see everything of the joined school.']
    : []),
  ...(joins.defaultProducts.length > 0 || stays.defaultProducts.length > 0
    ? [`New courses get: ${joinedProducts(stays, joins).join(', ')}.`]
    : []),
  'Tokens, payments and codes in use do not change. You cannot undo this.',
]

export const joinedProducts = (a: SchoolNumbers, b: SchoolNumbers): string[] =>
  [...new Set([...a.defaultProducts, ...b.defaultProducts])].sort()

export interface MoveNumbers {
  /** Name of the connection. */
  connection: string
  from: { id: number; name: string }
  courses: number
  people: number
  /** Settings that the courses change with their school: before, after. */
  changes: DifferingSetting[]
  /** The school that it leaves has no other connection. */
  isLast: boolean
}

export const describeMove = (
  { connection, from, courses, people, changes, isLast }: MoveNumbers,
  to: string,
): string[] => [
  `${connection} moves to ${to}, with ${counted(courses, 'course', 'courses')} and ${counted(people, 'person', 'people')}.`,
  ...changes.map(({ label, values: [before, after] }) => `${label} changes from ${before} to ${after}.`),
  `Batches of codes, seat links and notes stay with ${from.name}.`,
  ...(isLast ? [`${from.name} then has no connection.`] : []),
]
