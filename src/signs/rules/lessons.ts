import type { Language } from '#src/core/rules/language.ts'
import { clipOf, smallPicture } from './clip-media.ts'
import type { Glance } from './content.ts'
import type { Sign } from './dictionary.ts'

export const teacherTabs = ['signs', 'units', 'resources', 'how-to', 'faqs'] as const

export type TeacherTab = (typeof teacherTabs)[number]

/** Returns the unit of a query if allowed, else the first allowed one. */
export const chosenUnit = (allowed: number[], asked: string | undefined): number =>
  allowed.find(unit => String(unit) === asked) ?? allowed[0] ?? 1

const knownTab = (tab: string | null | undefined): TeacherTab | undefined => teacherTabs.find(known => known === tab)

/** Query parameters that name a place on the teacher page. */
export interface AskedPlace {
  tab?: string | undefined
  unit?: string | undefined
  lesson?: string | undefined
  view?: string | undefined
}

/** A tab of the teacher page. `unit` is null for the map of all units. */
export interface TeacherPlace {
  tab: TeacherTab
  unit: number | null
  lesson: string | null
}

/**
 * Returns what the teacher page shows: what the address names, or else where the teacher left. The first time it is the
 * course map, and the tab of the units alone the first allowed unit. A unit that is not allowed becomes the first allowed
 * one, an unknown tab the first tab.
 */
export const teacherPlace = (
  { tab: asked, unit, lesson, view }: AskedPlace,
  { units, lastTab, lastLesson }: { units: number[]; lastTab: string | null; lastLesson: string | null },
): TeacherPlace => {
  const tab = asked === undefined ? (knownTab(lastTab) ?? 'units') : (knownTab(asked) ?? 'signs')
  if (tab !== 'units' || view === 'map') return { tab, unit: null, lesson: null }
  const wanted = unit ?? lesson?.split('.')[0]
  if (wanted !== undefined) return { tab, unit: chosenUnit(units, wanted), lesson: lesson ?? null }
  const left = units.find(allowed => String(allowed) === lastLesson?.split('.')[0])
  if (left !== undefined) return { tab, unit: left, lesson: lastLesson }
  return { tab, unit: asked === undefined ? null : chosenUnit(units, asked), lesson: null }
}

/** Labels that most lessons have. Pages in other languages translate them; other labels stay in English. */
const KNOWN = [
  ['Practice', 'practice'],
  ['Grammar', 'grammar'],
  ['Deaf culture', 'culture'],
  ['Homework', 'homework'],
  ['Talk about it', 'talk'],
  ['In class', 'in_class'],
] as const
type KnownPart = (typeof KNOWN)[number][1]

/** One part of a lesson. `label` is null for the part before the first label. */
export interface LessonPart {
  label: string | null
  /** Null for a label of one lesson. */
  known: KnownPart | null
  kind: 'overview' | 'activity' | 'homework' | 'other'
  /** HTML */
  html: string
  language: Language
}

/** A paragraph that starts with a label in bold, like '**Practice.**' in the content folder. */
const LABEL = /<p><strong>([^<]{1,40})\.<\/strong>\s*/g
const OPEN = /<(?:ul|ol|blockquote|table)\b/g
const CLOSED = /<\/(?:ul|ol|blockquote|table)>/g

/** Returns the parts of a lesson, each in the language if the content has it, or else in English. */
export const lessonParts = (
  { content, contents }: Pick<Glance, 'content' | 'contents'>,
  language: Language = 'en',
): LessonPart[] => {
  const own = partsOf(contents?.[language] ?? '')
  return partsOf(content).map(part => {
    const translated = own.find(({ label }) => label === part.label)
    return { ...part, html: (translated ?? part).html, language: translated ? language : 'en' }
  })
}

/** Splits a text at the paragraphs that start with a label. A label inside a list or a quote starts no part. */
const partsOf = (content: string): Omit<LessonPart, 'language'>[] => {
  const labels = [...content.matchAll(LABEL)].filter(({ index }) => isTopLevel(content.slice(0, index)))
  const first = content.slice(0, labels[0]?.index).trim()
  const overview = first ? [{ label: null, known: null, kind: 'overview' as const, html: first }] : []
  const labeled = labels.map((match, at) => {
    const label = match[1] ?? ''
    const from = match.index + match[0].length
    return {
      label,
      known: knownPart(label),
      kind: kindOf(label),
      html: `<p>${content.slice(from, labels[at + 1]?.index)}`.trim(),
    }
  })
  return [...overview, ...labeled]
}

/** Returns the lists before the first label, which are the goals of the lesson. The text around them is for teachers. */
export const goalsOf = (glance: Pick<Glance, 'content'>): string =>
  topLists(lessonParts(glance).find(({ label }) => label === null)?.html ?? '')

/** Returns the lists of a text that are in no other list. */
const topLists = (html: string): string => {
  let depth = 0
  let start = 0
  const lists: string[] = []
  for (const { 0: tag, 1: closes, index } of html.matchAll(/<(\/?)(?:ul|ol)\b[^>]*>/g))
    if (closes) {
      depth -= 1
      if (depth === 0) lists.push(html.slice(start, index + tag.length))
    } else {
      if (depth === 0) start = index
      depth += 1
    }
  return lists.join('')
}

const knownPart = (label: string): KnownPart | null => KNOWN.find(([known]) => known === label)?.[1] ?? null

const isTopLevel = (before: string): boolean =>
  (before.match(OPEN)?.length ?? 0) === (before.match(CLOSED)?.length ?? 0)

const kindOf = (label: string): LessonPart['kind'] => {
  if (/^homework/i.test(label)) return 'homework'
  return /^(practice|activit|in class|talk about it)/i.test(label) ? 'activity' : 'other'
}

/** A sign as the overview of its lesson shows it. */
export interface LessonSign extends Pick<Sign, 'slug' | 'gloss' | 'lesson'> {
  meaning: string
  /** Meaning in Spanish; empty if the entry has none. */
  meaningEs: string
  /** Address of a small picture of its clip. */
  picture: string | null
  /** Names of the pictures of its meaning, if it has no clip. */
  meaningPicture: string | null
}

export const toLessonSign = ({ slug, gloss, lesson, english, spanish, clips, ...sign }: Sign): LessonSign => {
  const clip = clipOf(clips, 'sign')
  const picture = clip && smallPicture(clip)
  const meaningPicture = picture === null ? sign.picture : null
  return { slug, gloss, lesson, meaning: english.join(', '), meaningEs: spanish.join(', '), picture, meaningPicture }
}
