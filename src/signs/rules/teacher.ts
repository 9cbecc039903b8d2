import { isKeyOf } from '#src/core/rules/guards.ts'
import { dictionaryMessages } from './dictionary.ts'

export const pageExpiredTitle = 'Page expired'

/** Shown when the launch of a teacher page has expired. */
export const pageExpired = (email: string): string =>
  `It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at ${email}`

export const teacherTabs = {
  signs: dictionaryMessages.title,
  units: 'Units',
  resources: 'Course Resources',
  'how-to': 'How-To Guide',
  faqs: 'FAQs',
} as const

export type TeacherTab = keyof typeof teacherTabs

/** Returns the tab of a query, or the first tab if unknown. */
export const teacherTab = (asked: string | undefined): TeacherTab =>
  asked !== undefined && isKeyOf(teacherTabs, asked) ? asked : 'signs'

export const teacherMessages = {
  disclaimer: 'These documents may look different on different devices.',
  /** Allowed unit without content. */
  noUnit: (unit: number) => `There is nothing for Unit ${unit} yet.`,
} as const

/** Returns the unit of a query if allowed, else the first allowed one. */
export const chosenUnit = (allowed: number[], asked: string | undefined): number => {
  const wanted = /^\d{1,2}$/.test(asked ?? '') ? Number(asked) : Number.NaN
  return allowed.includes(wanted) ? wanted : (allowed[0] ?? 1)
}
