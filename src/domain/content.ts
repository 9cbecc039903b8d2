import type { Sign } from './dictionary.ts'

/** A legal text: its version is what an enrollment stores when a person agrees to it. */
export interface LegalText {
  title: string
  version: string
  html: string
}

/** Whose content it is. A notice stands below it on every page that shows it: that is how a sample says that it is one. */
export interface About {
  name: string
  /** HTML */
  notice: string | null
}

/** What the publisher writes and every page may need: read once, when the server starts. */
export interface Content {
  about: About
  terms: LegalText
  privacy: LegalText
}

/** Presentation Slides, Suggested Activities, Vocabulary Lists, More Resources: link_1 to link_4 (rules.md G). */
export const unitLinks = ['Presentation Slides', 'Suggested Activities', 'Vocabulary Lists', 'More Resources'] as const

export interface UnitLink {
  label: string
  url: string
  /** What opens: type and size, in words. */
  kind: string
}

/** One lesson of a unit at a glance. */
export interface Glance {
  /** '4.2' */
  lesson: string
  name: string
  /** HTML */
  content: string
  /** HTML */
  note: string | null
}

export interface Unit {
  unit: number
  name: string
  title: string
  links: UnitLink[]
  glances: Glance[]
}

/** What the units that have content are about, by their numbers. */
export type UnitTitles = ReadonlyMap<number, string>

export interface Resource {
  name: string
  /** HTML */
  description: string
  link: string
}

export interface HowToItem {
  slug: string
  title: string
  /** HTML for a group that opens in a dialog, an address for a group of links. */
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

/** A whole content folder, checked. */
export interface Library extends Content {
  units: Unit[]
  resources: Resource[]
  howTo: HowToGroup[]
  faqs: Faq[]
  signs: Sign[]
}

/** One thing wrong in a content folder. */
export interface ContentProblem {
  /** From the folder, like signs/unit-03.csv. */
  file: string
  line: number
  /** The rule that is broken, and what is expected. */
  rule: string
}

export const problemLine = ({ file, line, rule }: ContentProblem): string => `${file}:${line}: ${rule}`

/** Alphabetical as people read it, whatever the case. */
export const byText = (a: string, b: string): number => a.localeCompare(b, 'en', { sensitivity: 'base' })
