/** What a course may ask of its school, from the consumer (1.1) or the deployment (1.3). No key, no secret. */
export interface School {
  name: string
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  /** No chat vendor, no stored phone, a parental-consent line (rules.md F3). */
  isK12: boolean
  /** Its courses live on the publisher's own learning platform (rules.md A7). */
  isHosted: boolean
}

/** What staff switch for a school, whichever way it launches: on its consumer (1.1) or its deployment (1.3; rules.md B). */
export interface SchoolSwitches {
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  isK12: boolean
  /** A K-12 school shows no card unless this is set. */
  takesCardsK12: boolean
  passesGrades: boolean
}

/** Each switch by its name in forms and in staff JSON. */
export const switchFields = {
  acceptsPayment: 'accepts_payment',
  acceptsAccessCode: 'accepts_access_code',
  isK12: 'is_k12',
  takesCardsK12: 'takes_cards_k12',
  passesGrades: 'passes_grades',
} as const satisfies Record<keyof SchoolSwitches, string>

export const switchNames = Object.keys(switchFields) as (keyof SchoolSwitches)[]

const switchesWhere = (isOn: (name: keyof SchoolSwitches) => boolean) =>
  Object.fromEntries(switchNames.map(name => [name, isOn(name)])) as unknown as SchoolSwitches

export const switchesOf = (school: SchoolSwitches): SchoolSwitches => switchesWhere(name => school[name])

/** As a form tells them: by the name of each box, whether it is ticked. */
export const switchesTicked = (isTicked: (field: string) => boolean): SchoolSwitches =>
  switchesWhere(name => isTicked(switchFields[name]))
