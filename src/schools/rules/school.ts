import { keysOf } from '#src/core/rules/guards.ts'

/** School settings that a course needs, from the consumer (LTI 1.1) or deployment (1.3). No key, no secret. */
export interface School {
  name: string
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** K-12: no chat vendor, no stored phone number, a line about parental consent. */
  isK12: boolean
  /** Access lasts one year, or until the course ends if that is later. */
  yearlyAccess: boolean
  /** Hosted: its courses are on the publisher's own Canvas. */
  isHosted: boolean
}

/**
 * Settings of a school that staff turn on and off, stored on its consumer (LTI 1.1) or deployment (1.3). See
 * docs/rules/schools.md.
 */
export interface SchoolSwitches {
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  isK12: boolean
  passesGrades: boolean
  yearlyAccess: boolean
}

/** Field name of each switch in forms and staff JSON. */
export const switchFields = {
  acceptsPayment: 'accepts_payment',
  acceptsAccessCode: 'accepts_access_code',
  isK12: 'is_k12',
  passesGrades: 'passes_grades',
  yearlyAccess: 'yearly_access',
} as const satisfies Record<keyof SchoolSwitches, string>

export const switchNames = keysOf(switchFields)

/** Returns the switches, each as `isOn` says. */
export const switchesWhere = (isOn: (name: keyof SchoolSwitches) => boolean): SchoolSwitches => ({
  acceptsPayment: isOn('acceptsPayment'),
  acceptsAccessCode: isOn('acceptsAccessCode'),
  isK12: isOn('isK12'),
  passesGrades: isOn('passesGrades'),
  yearlyAccess: isOn('yearlyAccess'),
})

export const switchesOf = (school: SchoolSwitches): SchoolSwitches => switchesWhere(name => school[name])

/** Reads the switches from ticked form boxes. */
export const switchesTicked = (isTicked: (field: string) => boolean): SchoolSwitches =>
  switchesWhere(name => isTicked(switchFields[name]))

/**
 * Returns a change of switches with what follows from it: a school that becomes K-12 takes access codes only, unless the
 * same change says whether it takes cards.
 */
export const completeChange = <C extends Partial<SchoolSwitches>>(before: SchoolSwitches, change: C): C => {
  if (!change.isK12 || before.isK12 || change.acceptsPayment !== undefined) return change
  return { ...change, acceptsPayment: false, acceptsAccessCode: change.acceptsAccessCode ?? true }
}

export type SchoolRef = Pick<SchoolDefaults, 'version' | 'id'>

/** Default products of a school: of a consumer (LTI 1.1) or a deployment (1.3). */
export interface SchoolDefaults {
  version: '1.1' | '1.3'
  /** Id of the consumer or deployment. */
  id: number
  name: string
  /** Consumer key, or issuer and deployment. */
  key: string
  products: { id: number; productCode: string; name: string }[]
}
