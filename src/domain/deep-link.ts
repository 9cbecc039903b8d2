import type { UnitTitles } from './content.ts'
import { dictionaryMessages } from './dictionary.ts'
import type { DeepLinkSettings } from './launch.ts'

/** What a teacher may place in a course: the textbook's own page, one of its units, or the dictionary. */
export type Placeable = { kind: 'textbook' } | PlaceableUnit | { kind: 'signs' }

export interface PlaceableUnit {
  kind: 'unit'
  unit: number
  /** None: nothing is written for it yet. */
  title: string | null
}

export interface PlacedLink {
  title: string
  /** Below our launch address: what the link opens. */
  query: Record<string, string>
}

/** What may be placed where these units are allowed, and What's the Sign? if the course has it. */
export const placeables = (units: number[], titles: UnitTitles, allowsWts: boolean): Placeable[] => [
  { kind: 'textbook' },
  ...units.map(unit => ({ kind: 'unit' as const, unit, title: titles.get(unit) ?? null })),
  ...(allowsWts ? [{ kind: 'signs' as const }] : []),
]

/** How a form names a choice. */
export const placeableValue = (item: Placeable): string => (item.kind === 'unit' ? `unit-${item.unit}` : item.kind)

export const placedLink = (item: Placeable): PlacedLink => {
  switch (item.kind) {
    case 'textbook':
      return { title: 'Textbook', query: {} }
    case 'unit':
      return { title: [`Unit ${item.unit}`, item.title].filter(Boolean).join(': '), query: { unit: String(item.unit) } }
    case 'signs':
      return { title: dictionaryMessages.title, query: { app: 'wts' } }
    default:
      return item satisfies never
  }
}

export const deepLinkMessages = {
  none: 'Choose at least one link.',
  one: 'Your LMS takes one link at a time. Choose one.',
  type: 'Your LMS does not take links to a tool here. Use another menu of the course to add one.',
  expired: 'It looks like this page expired. Close it and choose the tool again in your LMS.',
} as const

/** The chosen ones of those that are allowed, or the sentence that says what is wrong. */
export const choosePlaced = (
  values: string[],
  allowed: Placeable[],
  { acceptsMany }: Pick<DeepLinkSettings, 'acceptsMany'>,
): { ok: true; links: PlacedLink[] } | { ok: false; message: string } => {
  const chosen = allowed.filter(item => values.includes(placeableValue(item)))
  if (chosen.length === 0) return { ok: false, message: deepLinkMessages.none }
  if (chosen.length > 1 && !acceptsMany) return { ok: false, message: deepLinkMessages.one }
  return { ok: true, links: chosen.map(placedLink) }
}

/** Who asked for links: the platform, by its deployment. */
export interface DeepLinkFrom {
  issuer: string
  clientId: string
  deploymentId: string
}

/** Signs the answer that carries placed links back to the LMS. */
export interface DeepLinks {
  sign(from: DeepLinkFrom, settings: DeepLinkSettings, links: PlacedLink[]): Promise<string>
}
