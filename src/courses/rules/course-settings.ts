import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'

interface Setting {
  kind: 'day' | 'switch'
  /** Name of the column, and of the field in forms and JSON. */
  field: string
  label: string
  /** Line below the label of a day. `people` have access now. */
  hint?: (people: number) => string
  /** The reason to refuse a day that has passed, and whether an instant of today may have. */
  past?: { reason: string; mayBeToday: boolean }
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
    past: { reason: 'access_date_in_past', mayBeToday: false },
  },
} as const satisfies Record<string, Setting>

/** Settings of a course by the Activate page that has them. Columns, forms, JSON, audit lines and Undo follow this list. */
const courseSettings = {
  '1.1': {
    allowsWts: { kind: 'switch', field: 'allows_wts', label: 'Allow the web tool (dictionary)' },
    expiresAt: {
      kind: 'day',
      field: 'expires_at',
      label: 'Sign-up ends after',
      hint: () => 'Leave empty to end with the course',
      past: { reason: 'day_in_past', mayBeToday: true },
    },
    ...onBothPages,
  },
  '1.3': onBothPages,
} as const satisfies Record<string, Record<string, Setting>>

type Settings = typeof courseSettings
export type SettingsPage = keyof Settings
type SettingName = keyof Settings['1.1']
type Value<S, Day, Switch> = S extends { kind: 'day' } ? Day : Switch
type ByField<S, Day, Switch> = {
  -readonly [K in keyof S as S[K] extends { field: infer F extends string } ? F : never]: Value<S[K], Day, Switch>
}

/** Settings as they are stored. A day is its last moment, or null for none. */
export type CourseChoices = { -readonly [K in SettingName]: Value<Settings['1.1'][K], Date | null, boolean> }
/** Settings as the fields of a page have them. A day is 'YYYY-MM-DD', or '' for none. */
export type TypedChoices = Partial<Record<SettingName, string | boolean>>

type NamedSetting = Setting & { name: SettingName }
export const settingsOn = (page: SettingsPage): NamedSetting[] =>
  Object.entries(courseSettings[page]).map(([name, setting]) => ({ ...setting, name: name as SettingName }))

export const allSettings = settingsOn('1.1')

/** Builds an object with an entry for each setting. The caller says its type. */
const mapped = <T>(settings: NamedSetting[], of: (setting: NamedSetting) => [key: string, value: unknown]): T =>
  Object.fromEntries(settings.map(of)) as T

export const choiceColumns = mapped<Record<SettingName, string>>(allSettings, ({ name, field }) => [name, field])

export const shownChoices = (page: SettingsPage, course: CourseChoices, timezone: string): TypedChoices =>
  mapped(settingsOn(page), ({ name }) => {
    const value = course[name]
    return [name, value instanceof Date ? dayOf(value, timezone) : (value ?? '')]
  })

/** Reads the settings from form fields. A form omits unticked boxes. */
export const typedChoices = (page: SettingsPage, typed: (field: string) => string | undefined): TypedChoices =>
  mapped(settingsOn(page), ({ name, kind, field }) => [name, kind === 'day' ? (typed(field) ?? '') : !!typed(field)])

const typedAnew = (shown: TypedChoices, typed: TypedChoices): NamedSetting[] =>
  allSettings.filter(({ name }) => typed[name] !== shown[name])

export const isTypedAnew = (shown: TypedChoices, typed: TypedChoices): boolean => typedAnew(shown, typed).length > 0

/** A text that is no date. Operations refuse a day in the past. */
const NO_DATE = new Date(0)

/** Returns the values that a form changed. */
export const chosenIn = (shown: TypedChoices, typed: TypedChoices, timezone: string): Partial<CourseChoices> =>
  mapped(typedAnew(shown, typed), ({ name }) => {
    const value = typed[name]
    if (typeof value !== 'string') return [name, value]
    const day = readDay(value)
    return [name, day ? endOfDay(day, timezone) : day === null ? null : NO_DATE]
  })

/** Picks the given values that differ from those of a course. Undefined keeps a value. */
export const changedChoices = (course: CourseChoices, given: Partial<CourseChoices>): Partial<CourseChoices> => {
  const isChanged = ({ name }: NamedSetting) =>
    given[name] !== undefined && given[name]?.valueOf() !== course[name]?.valueOf()
  return mapped(allSettings.filter(isChanged), ({ name }) => [name, given[name]])
}

type PastReason = Extract<Settings['1.1'][SettingName], { past: unknown }>['past']['reason']

/** Returns the reason to refuse a day that has passed; null if there is none. A day that stays may have passed. */
export const pastDay = (
  course: CourseChoices,
  given: Partial<CourseChoices>,
  { now, timezone }: { now: Date; timezone: string },
): PastReason | null => {
  const changed = changedChoices(course, given)
  const isPast = ({ name, past }: NamedSetting) => {
    const at = changed[name]
    if (!past || !(at instanceof Date)) return false
    return past.mayBeToday ? dayOf(at, timezone) < dayOf(now, timezone) : at <= now
  }
  return (allSettings.find(isPast)?.past?.reason ?? null) as PastReason | null
}

/** Sentences of these reasons. */
export const pastRefusals = Object.fromEntries(
  allSettings.flatMap(({ past, field }) =>
    past ? [[past.reason, { message: 'The date must be today or later.', field }]] : [],
  ),
) as Record<PastReason, RefusalText>

/** Returns the types of the settings of a page in JSON. */
export const wireTypes = <P extends SettingsPage, D, S>(page: P, types: { day: D; switch: S }) =>
  mapped<ByField<Settings[P], D, S>>(settingsOn(page), ({ kind, field }) => [field, types[kind]])

/** Returns the settings of a course for JSON by `field`, or for an audit line by `name`. */
export const choicesToJson = (course: CourseChoices, key: 'name' | 'field') =>
  mapped<ByField<Settings['1.1'], string | null, boolean>>(allSettings, setting => {
    const value = course[setting.name]
    return [setting[key], value instanceof Date ? value.toISOString() : value]
  })

/** Reads the settings that a call sent, or those of an audit line. */
export const choicesFromJson = (json: Record<string, unknown>, key: 'name' | 'field'): Partial<CourseChoices> =>
  mapped(allSettings, setting => {
    const value = json[setting[key]]
    return [setting.name, typeof value === 'string' ? new Date(value) : value]
  })
