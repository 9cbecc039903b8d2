import type { Staff } from '#src/domain/staff.ts'
import { type Form, type Result, type Screen, type ScreenContext, screen } from '../screen.ts'

/** The context of a screen that only staff reach. */
export interface StaffContext extends ScreenContext {
  staff: Staff
}

interface StaffScreen<D> extends Omit<Screen<D>, 'access' | 'chrome' | 'load' | 'submit'> {
  load(context: StaffContext): Promise<Result<D>>
  submit?: Record<string, (context: StaffContext, form: Form) => Promise<Result<D>>>
}

/** A page of the back-office: behind the guard, in the office shell. */
export const staffScreen = <D>(definition: StaffScreen<D>): Screen =>
  screen<D>({ ...(definition as unknown as Screen<D>), access: 'staff', chrome: 'bar' })
