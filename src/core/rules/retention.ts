import { keysOf } from './guards.ts'
import { type Language, localeOf } from './language.ts'

/**
 * Days that each kind of data is kept, unless the setting RETENTION_DAYS says otherwise; the data, as the page for staff names
 * it; and the start of the period.
 */
const KINDS = {
  diary: { days: 30, what: 'Launch diary', from: 'after the launch' },
  attempts: { days: 180, what: 'Refused access codes', from: 'after the last attempt' },
  messages: { days: 365, what: 'Mail that we sent', from: 'after it was written' },
  help: { days: 730, what: 'Requests for help', from: 'after they were sent' },
  views: { days: 365, what: 'Records of who viewed a person', from: 'after the view' },
  clips: { days: 365, what: 'Clips that were never published', from: 'after the last change' },
  audit: { days: 2555, what: 'Records of changes by staff', from: 'after the change' },
  people: { days: 1095, what: 'People and their enrollments', from: 'after access ended and nothing changed since' },
} as const

export type RetentionKind = keyof typeof KINDS
export const retentionKinds = keysOf(KINDS)
export type Retention = Record<RetentionKind, number>

export const retentionText = (kind: RetentionKind): { what: string; from: string } => KINDS[kind]

// Object.fromEntries types the keys as any text.
export const DEFAULT_RETENTION = Object.fromEntries(retentionKinds.map(kind => [kind, KINDS[kind].days])) as Retention

/** Longest time that can be set: a century. */
const MOST_DAYS = 36_500

/** Reads `diary=14,help=365`. Returns null if a part names no kind, or no number of days from 1 to a century. */
export const parseRetention = (text: string): Retention | null => {
  const kept = { ...DEFAULT_RETENTION }
  for (const part of text.split(',').filter(p => p.trim())) {
    const [name = '', days = ''] = part.split('=').map(p => p.trim())
    const kind = retentionKinds.find(k => k === name)
    if (!kind || !/^[1-9]\d{0,4}$/.test(days) || Number(days) > MOST_DAYS) return null
    kept[kind] = Number(days)
  }
  return kept
}

/** Says a number of days as people do: '30 days', '2 years'. */
export const daysText = (days: number, language: Language = 'en'): string => {
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Fills `{{keep:diary}}` in the privacy page with the time that applies. */
export const fillRetention = (text: string, retention: Retention, language: Language): string =>
  text.replace(/\{\{keep:(\w+)\}\}/g, (whole, name) => {
    const kind = retentionKinds.find(k => k === name)
    return kind ? daysText(retention[kind], language) : whole
  })
