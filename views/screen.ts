import type { ReactNode } from 'react'
import type { App } from '#src/context.ts'
import type { ImportFile } from '#src/core/rules/csv.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { NeededRight, Right, SignedInStaff } from '#src/core/rules/staff.ts'
import type { WaitingCounts } from '#src/desk/rules/waiting-work.ts'
import type { Device, StaffSession } from '#src/http/staff-guard.ts'
import type { Content } from '#src/signs/rules/content.ts'
import type { Answer, Answered } from './answer.ts'

/** Settings that pages may read. Holds no secrets. */
export interface Site {
  publicUrl: string
  demo: boolean
  /** A copy of production for rehearsal, which calls nobody (OUTSIDE=off). */
  isCopy: boolean
  live: boolean
  version: string
  timezone: string
  /** Host of the premium learning platform. Only used as a label. */
  premiumDomain?: string | undefined
  support: { email: string; videophone?: string | undefined; sms?: string | undefined; isSample?: boolean }
}

export interface ScreenContext {
  params: Record<string, string>
  query: Record<string, string>
  /** Language of the visitor: chosen, or else accepted by the browser. A stored row may know better. */
  language: Language
  app: App
  content: Content
  site: Site
  now: Date
  /** Network address of the caller, used for rate limits. */
  address: string
  /** Path and query of the request. */
  url: string
  /** Scheme and host that the browser asked for, as the proxy passes them on. */
  origin: string
  /** The signed-in staff member. Never null on a staff screen. */
  staff: SignedInStaff | null
  /** Their session. Null exactly when `staff` is. */
  session: StaffSession | null
  device: Device
  /** The answer to the action before: what was refused, and what was typed. Null on a plain visit. */
  answer: Answered | null
}

/**
 * Origins that may frame the page, besides our own. Launch pages name the LMS. With an empty list, the page of the other
 * site that asked for this one may.
 */
export type FramedBy = 'nobody' | { lms: string[] }

/** Outside services a page may load: a captcha provider, the help chat. */
export type Outside = 'captcha' | 'chat'

export interface Page<D> {
  kind: 'page'
  data: D
  title: string
  /** Set if it is not the language of the context. */
  language?: Language | undefined
  status: number
  framedBy: FramedBy
  outside: Outside[]
  /** Origins that forms on this page may post or redirect to, besides our own and the card host. */
  formTargets: string[]
  retryAfter?: Date | null | undefined
}

/** A path on this site. Paths from user input must pass `localPath` first. */
export type LocalPath = `/${string}`

/** The cookie of a session that was just opened signs the browser in. */
export interface Redirect {
  kind: 'redirect'
  to: LocalPath
  session?: { cookie: string } | undefined
}

/** Redirect to the card provider. The address comes from the provider, never from user input. */
type Leave = { kind: 'leave'; url: string }

/** A CSV file that the browser downloads. The page stays. */
export interface CsvFile {
  kind: 'csv'
  name: string
  lines: AsyncIterable<string> | Iterable<string>
}

export type Result<D> = Page<D> | Redirect | Leave | CsvFile

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

/** The data of the page that a `load` function returns. */
export type DataOf<Load extends (...given: never[]) => Promise<unknown>> = Extract<
  Awaited<ReturnType<Load>>,
  Page<unknown>
>['data']

export const leave = (url: string): Leave => ({ kind: 'leave', url })

export const redirect = (to: LocalPath, session?: Redirect['session']): Redirect => ({ kind: 'redirect', to, session })

export type Fields = Record<string, string>

/** A submitted form. `all` holds every value of fields that repeat, such as units. */
export interface Form {
  fields: Fields
  all: Record<string, string[]>
  file?: (ImportFile & { name: string }) | undefined
}

/** Audiences with style sheets of their own (`SHEETS` in document.ts). Pages with the navigation of staff take `staff`. */
export type Styles = 'main' | 'signs' | 'teach' | 'staff' | 'demo'

/** The staff navigation, in order. A section is one link, to the first of its pages; these list each other. */
export const navSections = [
  'Today',
  'Find',
  'Help Requests',
  'Payments',
  'Sales',
  'Access Codes',
  'Connections',
  'Dictionary',
  'Clips',
  'System',
] as const

export interface NavEntry {
  /** A look-up is a link of its own. */
  section: (typeof navSections)[number] | 'Look-ups'
  label: string
  /** Explains a look-up in plain words, below its label. */
  hint?: string
  /** Shows how much waits there. */
  waits?: keyof WaitingCounts | 'all'
  /** Only roles with this right see the entry; the right of the screen unless set. */
  right?: NeededRight
  /** The page of one thing: it has no link, but its section is marked. */
  isUnlisted?: true
}

export interface Screen<D = unknown> {
  /** One path, or several that show the same screen. */
  path: LocalPath | LocalPath[]
  /** Access control, enforced when the screen is mounted. */
  access: 'public' | 'demo' | 'staff'
  /** The right that a role needs to open a staff screen; `see` unless set. */
  right?: NeededRight
  /** Finds only records of the schools that the role covers, or none of any school. Else refused to roles for some. */
  knowsSchools?: true
  nav?: NavEntry
  /** `bar` shows the navigation bar and the footer, `bare` the footer only, `none` the page alone. */
  chrome: 'bar' | 'bare' | 'none'
  /** `main` unless set. */
  styles?: Styles
  /** A bare page that knows who is signed in as staff, for links that only they see. */
  linksStaff?: true
  /** All its texts are in the catalogues, so that the visitor chooses the language. Others are in English. */
  translated?: true
  load(context: ScreenContext): Promise<Result<D>>
  /** Shown instead of the login page if a session ended before this look-up. */
  unauthorized?: string
  /** Its form opens a staff session, so forms of other sites are refused. */
  signsIn?: true
  /** Its form sends a file (`multipart/form-data`), which is read only if the role has this right. */
  takesFile?: Right
  /** The largest file; 5 MB unless set. */
  maxFileBytes?: number
  usesCamera?: true
  /** Actions by the `intent` value of the pressed button. A form with one button uses `default`. See answer.ts. */
  submit?: Record<string, (context: ScreenContext, form: Form) => Promise<Result<D> | Answer>>
  /** Inputs that show their own problem. On staff pages a problem of another is shown at the top. */
  fields?: readonly string[]
  View(props: { data: D; site: Site }): ReactNode
}

/** A page for everybody, in the language of the visitor. */
export const publicPage = { access: 'public', chrome: 'bar', translated: true } as const

/** The same without the navigation bar. */
export const barePage = { access: 'public', chrome: 'bare', translated: true } as const

/** A page of demo mode. */
export const demoPage = { access: 'demo', chrome: 'bare', styles: 'demo' } as const

/** Checks the data type of a screen, then erases it so that all screens fit in one list. */
export const screen = <D>(definition: Screen<D>): Screen => definition
