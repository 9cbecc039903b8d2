/**
 * Practice in boxes (S. Leitner). A card that was known moves up a box and comes back later. One that was not known
 * moves to the first box. Times are milliseconds since 1970.
 */
export interface CardProgress {
  /** From 1 to 5. */
  box: number
  due: number
}

/** The progress of each card by its key. A card without an entry is new. */
export type DeckProgress = Readonly<Record<string, CardProgress>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Four hours short, so that practice at about the same time of day finds its cards. */
const days = (count: number) => (count * 24 - 4) * HOUR

/** Time until a card of each box comes back, from the first box on. */
export const BOX_GAPS = [MINUTE, days(1), days(3), days(7), days(21)] as const
const LONGEST = days(21)

/** Returns where a card goes after an answer. */
export const moveCard = (before: CardProgress | undefined, knew: boolean, now: number): CardProgress => {
  const box = knew ? Math.min((before?.box ?? 1) + 1, BOX_GAPS.length) : 1
  return { box, due: now + (BOX_GAPS[box - 1] ?? LONGEST) }
}

/** A time further away than any gap comes from a wrong clock, so the card is due. */
const isDue = ({ due }: CardProgress, now: number): boolean => due <= now || due > now + LONGEST

/** Returns true for a card to practice now: new, due, or in the first box, which is repeated until known. */
const isOpen = (card: CardProgress | undefined, now: number): boolean => !card || card.box === 1 || isDue(card, now)

/**
 * Returns the key of the next card: one that is due, the longest wait first, or else a new one in the order of the
 * deck, or else one of the first box. Null if all are known for now.
 */
export const nextCard = (keys: string[], progress: DeckProgress, now: number): string | null => {
  const seen = keys
    .flatMap(key => (progress[key] ? [{ key, ...progress[key] }] : []))
    .sort((a, b) => a.due - b.due || a.box - b.box)
  const found = seen.find(card => isDue(card, now))?.key ?? keys.find(key => !progress[key])
  return found ?? seen.find(({ box }) => box === 1)?.key ?? null
}

/** Counts the cards to practice now. */
export const countOpen = (keys: string[], progress: DeckProgress, now: number): number =>
  keys.filter(key => isOpen(progress[key], now)).length

/** Counts the cards in each box; the first number is of new cards. */
export const countBoxes = (keys: string[], progress: DeckProgress): number[] =>
  [0, ...BOX_GAPS.map((_, i) => i + 1)].map(box => keys.filter(key => (progress[key]?.box ?? 0) === box).length)

/** Forgets the progress of these cards. */
export const withoutCards = (keys: string[], progress: DeckProgress): DeckProgress =>
  Object.fromEntries(Object.entries(progress).filter(([key]) => !keys.includes(key)))

/** Writes progress in a short form, as the browser keeps it: a box and the minute when the card is due. */
export const writeProgress = (progress: DeckProgress): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(progress).map(([key, { box, due }]) => [key, [box, Math.ceil(due / MINUTE)]])),
  )

/** Reads progress as it was kept; what is not valid is left out, so that its cards are new. */
export const readProgress = (kept: string | null): DeckProgress => {
  let given: unknown
  try {
    given = JSON.parse(kept ?? '')
  } catch {
    return {}
  }
  if (!given || typeof given !== 'object') return {}
  const read = Object.entries(given).flatMap(([key, value]) => {
    const [box, minute] = Array.isArray(value) ? value : []
    const isValid = Number.isInteger(box) && box >= 1 && box <= BOX_GAPS.length && Number.isSafeInteger(minute)
    return isValid ? [[key, { box, due: minute * MINUTE }] as const] : []
  })
  return Object.fromEntries(read)
}
