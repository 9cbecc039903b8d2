/** A batch of codes in the list of staff. */
export interface ListedBatch {
  id: number
  productCode: string
  productName: string
  /** The school that the codes are for, if staff chose one. */
  school: { id: number; name: string } | null
  size: number
  /** Uses that its codes allow. */
  seats: number
  used: number
  note: string
  madeBy: string
  createdAt: Date
}

export const batchSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const batchStates = { left: 'Uses left', used: 'Used up' } as const
