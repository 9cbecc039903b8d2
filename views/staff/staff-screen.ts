import { may, type Staff } from '#src/core/rules/staff.ts'
import type { Form, LocalPath, NavEntry, Result, Screen, ScreenContext, Site } from '../screen.ts'
import { screen } from '../screen.ts'

/** Context of a screen that only staff can open. */
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

/** Defines a page that requires staff sign-in and uses the staff layout. */
export const staffScreen = <D>(definition: StaffScreen<D>): Screen =>
  screen<D>({ ...(definition as unknown as Screen<D>), access: 'staff', chrome: 'bar' })

/** Permissions behind the buttons of a page. Hidden from roles without permission. */
export const rightsOf = (staff: Staff) => ({ change: may(staff, 'change'), manage: may(staff, 'manage') })
export type Rights = ReturnType<typeof rightsOf>

/** Returns a parameter of the URL, or ''. The query string wins over the path. */
export const urlParam = ({ query, params }: ScreenContext, ...names: string[]): string =>
  (names.map(n => query[n]).find(Boolean) ?? names.map(n => params[n]).find(Boolean) ?? '').trim()
