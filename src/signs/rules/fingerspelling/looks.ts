import { isRecord } from '#src/core/rules/guards.ts'

/** The choices of each, the first one before a choice. The catalogues name them. */
export const lookChoices = {
  skin: ['1', '2', '3', '4', '5'],
  sleeve: ['blue', 'black', 'white', 'green'],
  hand: ['right', 'left'],
  view: ['viewer', 'signer', 'side'],
} as const

/** Looks of the drawn hand. The choice is kept in the browser and sent nowhere. */
export type Looks = Record<keyof typeof lookChoices, string>

export const firstLooks: Looks = { skin: '1', sleeve: 'blue', hand: 'right', view: 'viewer' }

/** Reads looks as they were kept; what is unknown becomes the first choice. */
export const readLooks = (kept: string | null): Looks => {
  let given: unknown
  try {
    given = JSON.parse(kept ?? '')
  } catch {
    return firstLooks
  }
  const value = (name: keyof Looks) => {
    const choice = isRecord(given) ? String(given[name]) : ''
    return lookChoices[name].some(known => known === choice) ? choice : firstLooks[name]
  }
  return { skin: value('skin'), sleeve: value('sleeve'), hand: value('hand'), view: value('view') }
}
