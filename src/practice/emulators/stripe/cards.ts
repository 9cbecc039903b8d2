/** Stripe's test cards, and two delayed bank transfers. The page never asks for card numbers. */
export const cards = {
  '4242': { number: '4242 4242 4242 4242', says: 'Paid', outcome: 'paid' },
  '0002': { number: '4000 0000 0000 0002', says: 'Declined', outcome: 'declined' },
  '0259': { number: '4000 0000 0000 0259', says: 'Paid, then disputed', outcome: 'disputed' },
  bank: { number: 'Bank transfer', says: 'Paid a few seconds later', outcome: 'delayed' },
  bank_fails: { number: 'Bank transfer, empty account', says: 'Fails a few seconds later', outcome: 'delayed-fails' },
} as const

export type Card = keyof typeof cards

export const isCard = (given: unknown): given is Card => typeof given === 'string' && Object.hasOwn(cards, given)
