/** Looks of the drawn hand. The choice is kept in the browser and sent nowhere. */
export interface Looks {
  skin: string
  sleeve: string
  hand: string
  view: string
}

/** The choices of each, the first one before a choice. */
export const lookChoices = {
  skin: { '1': 'Light', '2': 'Tan', '3': 'Medium', '4': 'Brown', '5': 'Dark' },
  sleeve: { blue: 'Blue', black: 'Black', white: 'White', green: 'Green' },
  hand: { right: 'Right hand', left: 'Left hand' },
  view: { viewer: 'As the viewer sees it', signer: 'As the signer sees it' },
} as const satisfies Record<keyof Looks, Record<string, string>>

export const lookLabels = { skin: 'Skin', sleeve: 'Sleeve', hand: 'Hand', view: 'View' } satisfies Record<
  keyof Looks,
  string
>

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
    const choice = given && typeof given === 'object' ? String((given as Record<string, unknown>)[name]) : ''
    return Object.keys(lookChoices[name]).includes(choice) ? choice : firstLooks[name]
  }
  return { skin: value('skin'), sleeve: value('sleeve'), hand: value('hand'), view: value('view') }
}
