import type { SchoolSettings, SchoolSwitches, TypedSettings } from '#src/schools/rules/school.ts'
import { switchesOf, switchesTicked } from '#src/schools/rules/school.ts'
import type { Fields } from '../../screen.ts'

type Shown = Omit<SchoolSettings, 'addsUnitColumns'> & Partial<Pick<SchoolSettings, 'addsUnitColumns'>>

/** Returns the settings of a school as its form shows them. */
export const typedSettings = ({ name, emailDomain, addsUnitColumns, ...school }: Shown): TypedSettings => ({
  ...switchesOf(school),
  name,
  emailDomain: emailDomain ?? '',
  ...(addsUnitColumns !== undefined && { addsUnitColumns }),
})

/** Reads a form with the same fields as `before`. */
export const settingsIn = (fields: Fields, before: TypedSettings | null): TypedSettings => ({
  ...switchesTicked(field => fields[field] === 'yes'),
  name: fields.name ?? before?.name ?? '',
  emailDomain: fields.email_domain ?? '',
  ...(before?.addsUnitColumns !== undefined && { addsUnitColumns: fields.adds_unit_columns === 'yes' }),
})

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off')
const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** Lists the settings as facts. */
export const settingFacts = (school: SchoolSwitches & { emailDomain: string | null }): [string, string][] => [
  ['Card payment', onOff(school.acceptsPayment)],
  ['Access code', onOff(school.acceptsAccessCode)],
  ['Email domain', school.emailDomain ?? 'any'],
  ['K-12', yesNo(school.isK12)],
  ['Yearly access', yesNo(school.yearlyAccess)],
  ['Sends grades', yesNo(school.passesGrades)],
]
