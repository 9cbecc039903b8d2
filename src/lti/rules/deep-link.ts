import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { UnitTitles } from '#src/signs/rules/content.ts'

/** A link a teacher can place: the textbook page, one of its units, or the dictionary. */
export type DeepLinkChoice =
  | { kind: 'textbook' }
  /** The title is null if the unit has no content yet. */
  | { kind: 'unit'; unit: number; title: string | null }
  | { kind: 'signs' }

interface PlacedLink {
  title: string
  /** Query parameters for the launch address. */
  query: Record<string, string>
  /** Grade column for the link, if the school wants one (LTI-AGS §3.1). Its maximum is the score of access. */
  lineItem?: { scoreMaximum: 1; label: string; resourceId: string; tag: string }
}

/** Tag of the columns of unit links; the course's own column has another one. */
const UNIT_TAG = 'signbook-unit'

interface LinkTexts {
  deepLink: { textbook: string; unit: (unit: number) => string }
  dictionary: { title: string }
}

/** Lists the links a teacher can place: the allowed units, and What's the Sign? if the course has it. */
export const deepLinkChoices = (units: number[], titles: UnitTitles, allowsWts: boolean): DeepLinkChoice[] => [
  { kind: 'textbook' },
  ...units.map(unit => ({ kind: 'unit' as const, unit, title: titles.get(unit) ?? null })),
  ...(allowsWts ? [{ kind: 'signs' as const }] : []),
]

export const placeableValue = (item: DeepLinkChoice): string => (item.kind === 'unit' ? `unit-${item.unit}` : item.kind)

/** Returns the link of a choice, with its title in the language of the teacher who places it. */
export const placedLink = (item: DeepLinkChoice, { deepLink, dictionary }: LinkTexts): PlacedLink => {
  switch (item.kind) {
    case 'textbook':
      return { title: deepLink.textbook, query: {} }
    case 'unit':
      return {
        title: [deepLink.unit(item.unit), item.title].filter(Boolean).join(': '),
        query: { unit: String(item.unit) },
      }
    case 'signs':
      return { title: dictionary.title, query: { app: 'wts' } }
    default:
      return item satisfies never
  }
}

/**
 * Returns the content item of a link (LTI Deep Linking §3.2). The custom parameters repeat the query, because Moodle
 * launches its registered URL instead of the link's own. No member is an empty object: PHP reads `{}` as a list, and
 * Moodle 4.5 then fails.
 */
export const contentItem = ({ title, query, lineItem }: PlacedLink, launch: string) => {
  const url = new URL(launch)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const custom = Object.keys(query).length > 0 ? { custom: query } : {}
  return { type: 'ltiResourceLink', title, url: url.href, ...custom, ...(lineItem ? { lineItem } : {}) }
}

/** Adds a grade column to the link of a unit. Other links have none: access is reported in one column per course. */
export const withUnitColumn = (link: PlacedLink): PlacedLink => {
  const { unit } = link.query
  if (!unit) return link
  return { ...link, lineItem: { scoreMaximum: 1, label: link.title, resourceId: `unit-${unit}`, tag: UNIT_TAG } }
}

export type DeepLinkReason = 'no_link_chosen' | 'one_link_only' | 'links_not_accepted' | 'launch_expired'
export type LinkChoiceRefused = Refused<Exclude<DeepLinkReason, 'launch_expired'>>

export const selectDeepLinks = (
  values: string[],
  allowed: DeepLinkChoice[],
  { acceptsMany, acceptTypes }: Pick<DeepLinkSettings, 'acceptsMany' | 'acceptTypes'>,
  texts: LinkTexts,
): { ok: true; links: PlacedLink[] } | LinkChoiceRefused => {
  if (!takesLinks({ acceptTypes })) return refuse('links_not_accepted')
  const chosen = allowed.filter(item => values.includes(placeableValue(item)))
  if (chosen.length === 0) return refuse('no_link_chosen')
  if (chosen.length > 1 && !acceptsMany) return refuse('one_link_only')
  return { ok: true, links: chosen.map(item => placedLink(item, texts)) }
}

/** Returns false if the LMS menu accepts only files or HTML. */
export const takesLinks = ({ acceptTypes }: Pick<DeepLinkSettings, 'acceptTypes'>): boolean =>
  acceptTypes.includes('ltiResourceLink')

export interface DeepLinkFrom {
  issuer: string
  clientId: string
  deploymentId: string
  /** Whose keys sign the answer. */
  platform: Pick<Platform, 'id' | 'hasOwnKeys'>
}
