import { keysOf } from '#src/core/rules/guards.ts'

/** Settings of a school that staff turn on and off (docs/rules/schools.md). */
export interface SchoolSwitches {
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** K-12: no chat vendor, no stored phone number, a line about parental consent. */
  isK12: boolean
  passesGrades: boolean
  /** Access lasts one year, or until the course ends if that is later. */
  yearlyAccess: boolean
  /** Placed unit links ask the LMS for a grade column each (LTI 1.3). */
  addsUnitColumns: boolean
}

export const NEW_SWITCHES: SchoolSwitches = {
  acceptsPayment: true,
  acceptsAccessCode: true,
  isK12: false,
  passesGrades: true,
  yearlyAccess: false,
  addsUnitColumns: false,
}

/** Field name of each switch in forms and staff JSON. */
export const switchFields = {
  acceptsPayment: 'accepts_payment',
  acceptsAccessCode: 'accepts_access_code',
  isK12: 'is_k12',
  passesGrades: 'passes_grades',
  yearlyAccess: 'yearly_access',
  addsUnitColumns: 'adds_unit_columns',
} as const satisfies Record<keyof SchoolSwitches, string>

export const switchNames = keysOf(switchFields)

export const switchesWhere = (isOn: (name: keyof SchoolSwitches) => boolean): SchoolSwitches => ({
  acceptsPayment: isOn('acceptsPayment'),
  acceptsAccessCode: isOn('acceptsAccessCode'),
  isK12: isOn('isK12'),
  passesGrades: isOn('passesGrades'),
  yearlyAccess: isOn('yearlyAccess'),
  addsUnitColumns: isOn('addsUnitColumns'),
})

export const switchesOf = (school: SchoolSwitches): SchoolSwitches => switchesWhere(name => school[name])

export const switchesTicked = (isTicked: (field: string) => boolean): SchoolSwitches =>
  switchesWhere(name => isTicked(switchFields[name]))

/** Adds what follows from a change: a school that becomes K-12 takes codes only, unless the change says otherwise. */
export const completeChange = <C extends Partial<SchoolSwitches>>(before: SchoolSwitches, change: C): C => {
  if (!change.isK12 || before.isK12 || change.acceptsPayment !== undefined) return change
  return { ...change, acceptsPayment: false, acceptsAccessCode: change.acceptsAccessCode ?? true }
}

export interface SchoolSettings extends SchoolSwitches {
  name: string
  /** Students sign up with an address of this domain only; null for any. */
  emailDomain: string | null
}

type SettingsOfCourse = 'name' | 'acceptsPayment' | 'acceptsAccessCode' | 'isK12' | 'yearlyAccess'

/** The school of a course. */
export interface School extends Pick<SchoolSettings, SettingsOfCourse> {
  /** The course is on the publisher's own Canvas: a fact of the consumer that it is launched through. */
  isHosted: boolean
}

export interface TypedSettings extends SchoolSwitches {
  name: string
  emailDomain: string
}

/** Enables Update: true if any value changed. */
export const settingsChanged = (before: TypedSettings, now: TypedSettings): boolean =>
  JSON.stringify(switchesOf(before)) !== JSON.stringify(switchesOf(now)) ||
  before.name.trim() !== now.name.trim() ||
  before.emailDomain.trim() !== now.emailDomain.trim()

/** Yields names for a new school, best first: the name, the name with its host, then with a number. Never ends. */
export function* schoolNames(name: string, host: string): Generator<string> {
  yield name
  const longer = name === host ? name : `${name} (${host})`
  if (longer !== name) yield longer
  for (let n = 2; ; n++) yield `${longer} ${n}`
}

/** Returns the first of these names that no school has. */
export const freeSchoolName = (name: string, host: string, schools: { name: string }[]): string => {
  const taken = new Set(schools.map(school => school.name.toLowerCase()))
  for (const candidate of schoolNames(name, host)) if (!taken.has(candidate.toLowerCase())) return candidate
  return name
}

/** Default products of a school's new courses. A course of LTI 1.3 has one product, so it gets them only if there is one. */
export interface SchoolDefaults {
  id: number
  name: string
  products: { id: number; productCode: string; name: string }[]
}
