/** Faults of an address that an outsider supplied, as the end of a sentence. */
export const addressFaults = {
  not_an_address: 'is not a web address',
  has_password: 'may not carry a password',
  not_https: 'must begin with https://',
  not_public: 'is not a public address',
} as const

export type AddressFault = keyof typeof addressFaults
