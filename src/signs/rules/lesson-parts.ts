import type { Glance } from './content.ts'

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
}

/** A paragraph that starts with a label in bold, like '**Practice.**' in the content folder. */
const LABEL = /<p><strong>([^<]{1,40})\.<\/strong>\s*/g
const OPEN = /<(?:ul|ol|blockquote|table)\b/g
const CLOSED = /<\/(?:ul|ol|blockquote|table)>/g

/** Splits a lesson at the paragraphs that start with a label. A label inside a list or a quote starts no part. */
export const lessonParts = ({ content }: Pick<Glance, 'content'>): LessonPart[] => {
  const labels = [...content.matchAll(LABEL)].filter(({ index }) => isTopLevel(content.slice(0, index)))
  const first = content.slice(0, labels[0]?.index).trim()
  const overview: LessonPart[] = first ? [{ label: null, known: null, kind: 'overview', html: first }] : []
  const labeled = labels.map((match, at): LessonPart => {
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

const knownPart = (label: string): KnownPart | null => KNOWN.find(([known]) => known === label)?.[1] ?? null

const isTopLevel = (before: string): boolean =>
  (before.match(OPEN)?.length ?? 0) === (before.match(CLOSED)?.length ?? 0)

const kindOf = (label: string): LessonPart['kind'] => {
  if (/^homework/i.test(label)) return 'homework'
  return /^(practice|activit|in class|talk about it)/i.test(label) ? 'activity' : 'other'
}
