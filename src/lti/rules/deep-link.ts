import type { UnitTitles } from '#src/signs/rules/content.ts'
import { dictionaryMessages } from '#src/signs/rules/dictionary.ts'
import type { DeepLinkSettings } from '../../access/rules/opened-launch.ts'

/** A link a teacher can place: the textbook page, one of its units, or the dictionary. */
export type DeepLinkChoice = { kind: 'textbook' } | PlaceableUnit | { kind: 'signs' }

export interface PlaceableUnit {
  kind: 'unit'
  unit: number
  /** Null if the unit has no content yet. */
  title: string | null
}

export interface PlacedLink {
  title: string
  /** Query parameters for the launch address. */
  query: Record<string, string>
}

/** Lists the links a teacher can place: the allowed units, and What's the Sign? if the course has it. */
export const deepLinkChoices = (units: number[], titles: UnitTitles, allowsWts: boolean): DeepLinkChoice[] => [
  { kind: 'textbook' },
  ...units.map(unit => ({ kind: 'unit' as const, unit, title: titles.get(unit) ?? null })),
  ...(allowsWts ? [{ kind: 'signs' as const }] : []),
]

/** Returns the form value of a choice. */
export const placeableValue = (item: DeepLinkChoice): string => (item.kind === 'unit' ? `unit-${item.unit}` : item.kind)

export const placedLink = (item: DeepLinkChoice): PlacedLink => {
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
  one: 'Your LMS accepts one link at a time. Choose one.',
  type: 'Your LMS does not accept tool links here. Use another menu in your course.',
  expired: 'This page expired. Close it, and choose the tool again in your LMS.',
} as const

/** Returns the chosen links that are allowed, or an error. */
export const selectDeepLinks = (
  values: string[],
  allowed: DeepLinkChoice[],
  { acceptsMany }: Pick<DeepLinkSettings, 'acceptsMany'>,
): { ok: true; links: PlacedLink[] } | { ok: false; message: string } => {
  const chosen = allowed.filter(item => values.includes(placeableValue(item)))
  if (chosen.length === 0) return { ok: false, message: deepLinkMessages.none }
  if (chosen.length > 1 && !acceptsMany) return { ok: false, message: deepLinkMessages.one }
  return { ok: true, links: chosen.map(placedLink) }
}

/** Platform and deployment that requested the links. */
export interface DeepLinkFrom {
  issuer: string
  clientId: string
  deploymentId: string
}

/** Signs the deep linking response. */
export interface DeepLinks {
  sign(from: DeepLinkFrom, settings: DeepLinkSettings, links: PlacedLink[]): Promise<string>
}
