import { may, type Staff } from '#src/domain/staff.ts'
import type { Form, LocalPath, NavEntry, Result, Screen, ScreenContext, Site } from '../screen.ts'
import { screen } from '../screen.ts'

/** The context of a screen that only staff reach. */
export interface StaffContext extends ScreenContext {
  staff: Staff
}

interface StaffScreen<D> {
  path: LocalPath | LocalPath[]
  nav?: NavEntry
  unauthorized?: string
  takesFile?: boolean
  load(context: StaffContext): Promise<Result<D>>
  submit?: Record<string, (context: StaffContext, form: Form) => Promise<Result<D>>>
  View(props: { data: D; site: Site }): ReturnType<Screen['View']>
}

/** A page of the back-office: behind the guard, in the office shell. */
export const staffScreen = <D>(definition: StaffScreen<D>): Screen =>
  screen<D>({ ...(definition as unknown as Screen<D>), access: 'staff', chrome: 'bar' })

/** What the buttons of a page are for: a role that does not suffice sees them not (rules.md E9). */
export const rightsOf = (staff: Staff) => ({ change: may(staff, 'change'), manage: may(staff, 'manage') })
export type Rights = ReturnType<typeof rightsOf>

/** A parameter of the address: the query wins over the path (rules.md G, §2 routes). */
export const asked = ({ query, params }: ScreenContext, ...names: string[]): string =>
  (names.map(n => query[n]).find(Boolean) ?? names.map(n => params[n]).find(Boolean) ?? '').trim()
