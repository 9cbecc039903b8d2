import { keysOf } from '#src/core/rules/guards.ts'

/** School settings that a course needs, from the consumer (LTI 1.1) or deployment (1.3). No key, no secret. */
export interface School {
  name: string
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** K-12: no chat vendor, no stored phone number, a line about parental consent. */
  isK12: boolean
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
  /** A K-12 school offers no card payment unless this is set. */
  takesCardsK12: boolean
  passesGrades: boolean
}

/** Field name of each switch in forms and staff JSON. */
export const switchFields = {
  acceptsPayment: 'accepts_payment',
  acceptsAccessCode: 'accepts_access_code',
  isK12: 'is_k12',
  takesCardsK12: 'takes_cards_k12',
  passesGrades: 'passes_grades',
} as const satisfies Record<keyof SchoolSwitches, string>

export const switchNames = keysOf(switchFields)

const switchesWhere = (isOn: (name: keyof SchoolSwitches) => boolean): SchoolSwitches => ({
  acceptsPayment: isOn('acceptsPayment'),
  acceptsAccessCode: isOn('acceptsAccessCode'),
  isK12: isOn('isK12'),
  takesCardsK12: isOn('takesCardsK12'),
  passesGrades: isOn('passesGrades'),
})

export const switchesOf = (school: SchoolSwitches): SchoolSwitches => switchesWhere(name => school[name])

/** Reads the switches from ticked form boxes. */
export const switchesTicked = (isTicked: (field: string) => boolean): SchoolSwitches =>
  switchesWhere(name => isTicked(switchFields[name]))

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
