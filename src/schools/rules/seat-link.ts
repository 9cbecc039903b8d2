/** A link to the seat page of a school that works. */
export interface SeatLink {
  id: number
  /** The last part of its address: the number with a signature. */
  link: string
  createdAt: Date
}

export const seatLinkMessages = {
  created: 'Link created. Send it to the coordinator of the school.',
  withdrawn: 'The link opens nothing from now on.',
} as const
