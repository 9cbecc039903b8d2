import type { Language } from '#src/core/rules/language.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { fillRetention, type Retention } from '#src/core/rules/retention.ts'
import type { HelpClip } from '#src/messages/rules/signed-help.ts'
import type { SignEntry } from './dictionary.ts'

/** A legal text. An enrollment stores the version that its person agreed to. */
export interface LegalText {
  title: string
  version: string
  html: string
}

/** Publisher of the content. The notice appears at the bottom of every page, e.g. to mark a sample. */
export interface About {
  name: string
  /** HTML */
  notice: string | null
}

/** Texts that every page may need. */
interface Texts {
  about: About
  terms: LegalText
  privacy: LegalText
}

/** Texts of another language; what is missing exists in English only. */
export type Translation = Partial<Texts>

/** Content that every page may need, read once at start. */
export interface Content extends Texts {
  /** Missing in content that a version without translations stored. */
  translations?: Partial<Record<Language, Translation>>
  /** Missing in content that a version without signed help stored. */
  help?: HelpClip[]
}

/** Returns a text in a language, or else in English, and the language that it is in. */
export const contentText = <K extends keyof Texts>(
  content: Content,
  name: K,
  language: Language,
): { text: Texts[K]; language: Language } => {
  const text = content.translations?.[language]?.[name]
  return text ? { text, language } : { text: content[name], language: 'en' }
}

/** Labels of link_1 to link_4, in that order (docs/rules/signs.md). */
export const unitLinks = ['Presentation Slides', 'Suggested Activities', 'Vocabulary Lists', 'More Resources'] as const

export interface UnitLink {
  label: (typeof unitLinks)[number]
  url: string
  /** File type and size, in words. */
  kind: string
}

/** A title of content in other languages. */
export type Translated = Partial<Record<Language, string>>

/** Returns a title of content in a language, or else in English, and the language that it is in. */
export const titleIn = (
  language: Language,
  title: string,
  translated?: Translated | null,
): { text: string; language: Language } => {
  const text = translated?.[language]
  return text ? { text, language } : { text: title, language: 'en' }
}

/** One lesson of a unit. */
export interface Glance {
  /** '4.2' */
  lesson: string
  name: string
  translated?: Translated | null
  /** HTML */
  content: string
  /** HTML of the parts that exist in other languages. */
  contents?: Translated
  /** HTML */
  note: string | null
}

export const activityKinds = ['game', 'pairs', 'homework'] as const

/** An activity of a lesson. */
export interface Activity {
  lesson: string
  kind: (typeof activityKinds)[number]
  name: string
  /** HTML */
  html: string
  translated?: Partial<Record<Language, Pick<Activity, 'name' | 'html'>>>
}

export interface Unit {
  unit: number
  name: string
  title: string
  translated?: Translated | null
  /** Name of a picture that stands for the unit. */
  picture?: string | null
  /** The publisher's own folders. In place of one that is missing a page is made from the unit. */
  links: UnitLink[]
  glances: Glance[]
  /** Missing in content that a version without activities stored. */
  activities?: Activity[]
}

/** Says which of the four links which units do not have, one line a link. */
export const missingLinkLines = (units: Pick<Unit, 'unit' | 'links'>[]): string[] =>
  unitLinks.flatMap((label, nth) => {
    const missing = units.filter(({ links }) => !links.some(link => link.label === label))
    const numbers = missing.map(({ unit }) => unit).join(', ')
    return numbers
      ? [`link_${nth + 1}, ${label}, is missing in units ${numbers}: a page made from the unit is shown.`]
      : []
  })

/** A unit with the names of its lessons, for the course map. */
export interface UnitOutline extends Pick<Unit, 'unit' | 'title' | 'translated' | 'picture'> {
  lessons: Pick<Glance, 'lesson' | 'name' | 'translated'>[]
}

/** Kinds of stored content parts: a unit each, and one part each of everything else. */
export const partKinds = ['everywhere', 'unit', 'resources', 'how-to', 'faqs'] as const

/** Titles by unit number, for units with content. */
export type UnitTitles = ReadonlyMap<number, string>

export interface Resource {
  name: string
  /** HTML */
  description: string
  /** An address, or a path of this product; null for a text to read here. */
  link: string | null
  /** HTML to read here, below the description. */
  text?: string | null
}

export interface HowToItem {
  slug: string
  title: string
  /** HTML for a 'modal' group, a URL for a 'link' group. */
  content: string
}

export interface HowToGroup {
  title: string
  type: 'modal' | 'link'
  items: HowToItem[]
}

export interface Faq {
  question: string
  /** HTML */
  answer: string
}

/** A validated content folder. */
export interface Library extends Content {
  units: Unit[]
  resources: Resource[]
  howTo: HowToGroup[]
  faqs: Faq[]
  /** The FAQs in other languages. */
  translatedFaqs: Partial<Record<Language, Faq[]>>
  signs: SignEntry[]
}

/** One error in a content folder. */
export interface ContentProblem {
  /** Path below the folder, like signs/unit-03.csv. */
  file: string
  line: number
  /** The broken rule, and what is expected. */
  rule: string
}

export const problemLine = ({ file, line, rule }: ContentProblem): string => `${file}:${line}: ${rule}`

/** Compares alphabetically, ignoring case. */
export const byText = (a: string, b: string): number => a.localeCompare(b, 'en', { sensitivity: 'base' })

/** As `{{support_email}}` is written in content, and as Markdown writes it in the address of a link. */
const PLACEHOLDER = '{{support_email}}'
const IN_LINK = encodeURIComponent(PLACEHOLDER)

/** Fills `{{support_email}}` in HTML made from content: a link, or the address of one like `mailto:{{support_email}}`. */
export const fillSupport = (html: string, email: string): string => {
  const address = escapeHtml(email)
  return html
    .replaceAll(IN_LINK, () => address)
    .replaceAll(PLACEHOLDER, () => `<a href="mailto:${address}">${address}</a>`)
}

/** Fills the support address and the times that data is kept into the legal texts. */
export const fillFacts = (
  content: Content,
  { retention, supportEmail }: { retention: Retention; supportEmail: string },
): Content => {
  const fill = (text: LegalText, language: Language): LegalText => ({
    ...text,
    html: fillSupport(fillRetention(text.html, retention, language), supportEmail),
  })
  const fillBoth = <T extends Translation>(texts: T, language: Language): T => ({
    ...texts,
    ...(texts.terms ? { terms: fill(texts.terms, language) } : {}),
    ...(texts.privacy ? { privacy: fill(texts.privacy, language) } : {}),
  })
  const translations = Object.entries(content.translations ?? {}) as [Language, Translation][]
  return {
    ...fillBoth(content, 'en'),
    translations: Object.fromEntries(translations.map(([language, texts]) => [language, fillBoth(texts, language)])),
  }
}
