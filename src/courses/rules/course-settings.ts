import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'

interface Setting {
  kind: 'day' | 'switch'
  /** Name of the column, and of the field in forms and JSON. */
  field: string
  label: string
  /** For a day. `people` have access now. */
  hint?: (people: number) => string
  /** For a day: the reason to refuse one that has passed, and since when it has. */
  past?: { reason: string; since: 'yesterday' | 'now' }
}

const onBothPages = {
  accessUntil: {
    kind: 'day',
    field: 'access_until',
    label: 'Access until',
    hint: people => {
      if (people === 0) return 'Nobody has access yet. Leave empty for the usual date.'
      const moved = people === 1 ? 'one person who has' : `${people.toLocaleString('en-US')} people who have`
      return `A change also moves the date of the ${moved} access now. Leave empty for the usual date.`
    },
    past: { reason: 'access_date_in_past', since: 'now' },
  },
} as const satisfies Record<string, Setting>

/**
 * Settings of a course that staff choose, by the Activate page that shows them. Columns, form fields, JSON, audit lines
 * and Undo follow from them.
 */
export const courseSettings = {
  '1.1': {
    allowsWts: { kind: 'switch', field: 'allows_wts', label: 'Allow the web tool (dictionary)' },
    expiresAt: {
      kind: 'day',
      field: 'expires_at',
      label: 'Sign-up ends after',
      hint: () => 'Leave empty to end with the course',
      past: { reason: 'day_in_past', since: 'yesterday' },
    },
    ...onBothPages,
  },
  '1.3': onBothPages,
} as const satisfies Record<string, Record<string, Setting>>

export type SettingsPage = keyof typeof courseSettings
type On<P extends SettingsPage> = (typeof courseSettings)[P]
type SettingName = keyof On<'1.1'>
type Value<S, Day, Switch> = S extends { kind: 'day' } ? Day : Switch

/** Settings as they are stored. A day is its last moment, or null for none. */
export type CourseChoices = { -readonly [K in SettingName]: Value<On<'1.1'>[K], Date | null, boolean> }
/** Settings as the fields of a page have them. A day is 'YYYY-MM-DD', or '' for none. */
export type TypedChoices = Partial<Record<SettingName, string | boolean>>
/** The settings of a page under the names that JSON has. */
type Wire<P extends SettingsPage, Day, Switch> = {
  -readonly [K in keyof On<P> as On<P>[K] extends { field: infer F extends string } ? F : never]: Value<
    On<P>[K],
    Day,
    Switch
  >
}

export const settingsOn = (page: SettingsPage) => Object.entries(courseSettings[page]) as [SettingName, Setting][]

/** Builds an object with an entry for each setting of a page. The caller says its type. */
const mapped = <T>(page: SettingsPage, of: (name: SettingName, setting: Setting) => [key: string, value: unknown]): T =>
  Object.fromEntries(settingsOn(page).map(([name, setting]) => of(name, setting))) as T

export const settingColumns = mapped<Record<SettingName, string>>('1.1', (name, { field }) => [name, field])

/** Picks the settings of a course. */
export const choicesOf = (course: CourseChoices): CourseChoices => mapped('1.1', name => [name, course[name]])

/** Returns the settings of a course as a page shows them. */
export const shownChoices = (page: SettingsPage, course: CourseChoices, timezone: string): TypedChoices =>
  mapped(page, name => {
    const value = course[name]
    return [name, value instanceof Date ? dayOf(value, timezone) : (value ?? '')]
  })

/** Reads the settings from form fields. A form omits unticked boxes. */
export const typedChoices = (page: SettingsPage, typed: (field: string) => string | undefined): TypedChoices =>
  mapped(page, (name, { kind, field }) => [name, kind === 'day' ? (typed(field) ?? '') : typed(field) !== undefined])

export const isTypedAnew = (before: TypedChoices, now: TypedChoices): boolean =>
  settingsOn('1.1').some(([name]) => before[name] !== now[name])

/** A text that is no date. Operations refuse a day in the past. */
const NO_DATE = new Date(0)

/** Returns what was chosen in a form. A day that was not changed keeps its stored instant. */
export const chosenIn = (
  page: SettingsPage,
  typed: TypedChoices,
  course: CourseChoices,
  timezone: string,
): Partial<CourseChoices> => {
  const shown = shownChoices(page, course, timezone)
  const instantOf = (value: string) => {
    const day = readDay(value)
    return day ? endOfDay(day, timezone) : day === null ? null : NO_DATE
  }
  return mapped(page, name => {
    const value = typed[name]
    if (value === shown[name]) return [name, course[name]]
    return [name, typeof value === 'string' ? instantOf(value) : value]
  })
}

/** Picks the given settings that differ from those of a course. Undefined keeps a setting. */
export const changedChoices = (course: CourseChoices, given: Partial<CourseChoices>): Partial<CourseChoices> =>
  Object.fromEntries(
    settingsOn('1.1')
      .map(([name]) => [name, given[name], course[name]] as const)
      .filter(([, now, before]) => now !== undefined && now?.valueOf() !== before?.valueOf()),
  )

type Past = Extract<On<'1.1'>[SettingName], { past: unknown }>['past']
export type PastReason = Past['reason']

/** Returns the reason to refuse a change to a day that has passed; null if there is none. */
export const pastDay = (
  course: CourseChoices,
  given: Partial<CourseChoices>,
  { now, timezone }: { now: Date; timezone: string },
): PastReason | null => {
  const changed = changedChoices(course, given)
  for (const [name, { past }] of settingsOn('1.1')) {
    const at = changed[name]
    if (!past || !(at instanceof Date)) continue
    if (past.since === 'now' ? at <= now : dayOf(at, timezone) < dayOf(now, timezone)) return past.reason as PastReason
  }
  return null
}

/** Sentences of these reasons. */
export const pastRefusals = Object.fromEntries(
  settingsOn('1.1').flatMap(([, { field, past }]) =>
    past ? [[past.reason, { message: 'The date must be today or later.', field }]] : [],
  ),
) as Record<PastReason, RefusalText>

/** Reads the settings of a page from an audit line. */
export const auditedChoices = (line: Record<string, unknown>): CourseChoices =>
  mapped('1.1', (name, { kind }) => {
    const value = line[name]
    if (kind === 'switch') return [name, value === true]
    return [name, typeof value === 'string' ? new Date(value) : null]
  })

/** Returns the types of the settings of a page in JSON. */
export const wireTypes = <P extends SettingsPage, D, S>(page: P, types: { day: D; switch: S }): Wire<P, D, S> =>
  mapped(page, (_, { kind, field }) => [field, types[kind]])

export const toWireChoices = (course: CourseChoices): Wire<'1.1', string | null, boolean> =>
  mapped('1.1', (name, { field }) => {
    const value = course[name]
    return [field, value instanceof Date ? value.toISOString() : value]
  })

/** Reads the settings that a call sent. Undefined keeps a setting. */
export const fromWireChoices = (sent: Partial<Wire<'1.1', string | null, boolean>>): Partial<CourseChoices> =>
  mapped('1.1', (name, { field }) => {
    const value = sent[field as keyof typeof sent]
    return [name, typeof value === 'string' ? new Date(value) : value]
  })
