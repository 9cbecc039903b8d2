import type { ReactNode } from 'react'
import type { ImportFile } from '#src/domain/code-import.ts'
import type { Content } from '#src/domain/content.ts'
import type { Staff } from '#src/domain/staff.ts'
import type { Operations } from '#src/operations/index.ts'

/** What pages may know of the settings: nothing secret is in here. */
export interface Site {
  publicUrl: string
  demo: boolean
  live: boolean
  version: string
  timezone: string
  /** The one premium learning platform; a label (rules.md A8). */
  premiumDomain?: string | undefined
  support: { email: string; videophone?: string | undefined; sms?: string | undefined }
}

export interface ScreenContext {
  params: Record<string, string>
  query: Record<string, string>
  operations: Operations
  content: Content
  site: Site
  now: Date
  /** The network address of the caller, for limits on what a stranger can repeat. */
  address: string
  /** The path and query that were asked for. */
  url: string
  /** Who is signed in; on a screen for staff somebody always is. */
  staff: Staff | null
}

/** Who may frame a page. Launch pages name the LMS; where no LMS is known yet, any secure page may. */
export type FramedBy = 'nobody' | { lms: string[] }

/** What a page may load from others' servers, where that is set up: a captcha that is not our own, the help chat. */
export type Outside = 'captcha' | 'chat'

export interface Page<D> {
  kind: 'page'
  data: D
  title: string
  status: number
  framedBy: FramedBy
  outside: Outside[]
  /** Origins where a form of this page ends besides ourselves and the card host. */
  formTargets: string[]
  retryAfter?: Date
}

/** An address of our own; what comes from input is one after `localPath` has looked at it (login). */
export type LocalPath = `/${string}`

export interface Redirect {
  kind: 'redirect'
  to: LocalPath
  /** Signs the browser in on the way: the secret of its session. */
  session?: string
}

/** To the card provider's page. Where it is comes from the provider, never from input. */
export interface Leave {
  kind: 'leave'
  url: string
}

export type Result<D> = Page<D> | Redirect | Leave

export const page = <D>(
  data: D,
  rest: { title: string } & Partial<Omit<Page<D>, 'kind' | 'data' | 'title'>>,
): Page<D> => ({
  kind: 'page',
  data,
  status: 200,
  framedBy: 'nobody',
  outside: [],
  formTargets: [],
  ...rest,
})

export const leave = (url: string): Leave => ({ kind: 'leave', url })

export const redirect = (to: LocalPath, session?: string): Redirect => ({
  kind: 'redirect',
  to,
  ...(session ? { session } : {}),
})

/** The last value of each field, as typed. */
export type Fields = Record<string, string>

/** A submitted form. `all` holds every value of a field that may be sent more than once, like a list of units. */
export interface Form {
  fields: Fields
  all: Record<string, string[]>
  /** The one file of a form that sends one. */
  file?: ImportFile | undefined
}

/** The tasks of the back-office, in the order of its rail. */
export const navGroups = ['People', 'Codes', 'Courses', 'Schools', 'Catalogue', 'System'] as const

export interface NavEntry {
  group: (typeof navGroups)[number]
  label: string
}

export interface Screen<D = unknown> {
  /** One address, or all that lead here. */
  path: LocalPath | LocalPath[]
  /** Who may see it; required, and read when it is mounted (src/http/screens.ts). */
  access: 'public' | 'demo' | 'staff'
  /** Where its link stands once one is signed in (spec §2, Shared shell). */
  nav?: NavEntry
  /** What stands around the page: the bar and the footer, or the footer alone (spec §2, Shared shell). */
  chrome: 'bar' | 'bare'
  load(context: ScreenContext): Promise<Result<D>>
  /** Shown to somebody whose session has ended when they look something up here. Absent: they go to /login or /. */
  unauthorized?: string
  /** Its form sends a file (`multipart/form-data`). */
  takesFile?: boolean
  /** By the value of the pressed button's `intent`; a form with one button has the intent `default`. */
  submit?: Record<string, (context: ScreenContext, form: Form) => Promise<Result<D>>>
  View(props: { data: D; site: Site }): ReactNode
}

/** A page of the product. Its data type is checked here and forgotten: the list of screens holds them all alike. */
export const screen = <D>(definition: Screen<D>): Screen => definition as unknown as Screen
