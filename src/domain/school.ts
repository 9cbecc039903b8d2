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
