import { undoneText, undoRefusals } from '#src/core/rules/audit.ts'
import { rowId } from '#src/core/rules/rows.ts'
import {
  demandRole,
  isLimited,
  may,
  type NeededRight,
  type Right,
  type SignedInStaff,
  type Staff,
} from '#src/core/rules/staff.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { type Answer, type Done, done, type Refusal, refused } from '../answer.ts'
import {
  type Form,
  type LocalPath,
  type Redirect,
  type Result,
  type Screen,
  type ScreenContext,
  screen,
} from '../screen.ts'
import { useStaff } from '../ui/office-page.tsx'

/** Context of a screen that only staff can open. */
export interface StaffContext extends ScreenContext {
  staff: SignedInStaff
  session: StaffSession
}

interface StaffScreen<D> extends Omit<Screen<D>, 'access' | 'chrome' | 'load' | 'submit'> {
  /** Right behind the actions, or behind some of them. Defaults to that of the page, and on a page for all to `change`. */
  acts?: Right | Record<string, Right>
  load(context: StaffContext): Promise<Result<D>>
  /** An action leads on, or its page is shown again. It has no page of its own, so that a reload repeats nothing. */
  submit?: Record<string, (context: StaffContext, form: Form) => Promise<Answer | Redirect>>
}

const staffContext = (context: ScreenContext): StaffContext => {
  const { staff, session } = context
  if (!staff || !session) throw new Error('a staff screen needs a signed-in staff user')
  return { ...context, staff, session }
}

/** Returns the right of an action, which is checked before its first step, such as a question. */
const rightToAct = <D>({ right, acts }: Pick<StaffScreen<D>, 'right' | 'acts'>, intent: string): NeededRight =>
  (typeof acts === 'string' ? acts : acts?.[intent]) ?? right ?? 'change'

/** Defines a page that requires staff sign-in and uses the staff layout. */
export const staffScreen = <D>({ load, submit, acts, ...rest }: StaffScreen<D>): Screen =>
  screen<D>({
    ...rest,
    access: 'staff',
    chrome: 'bar',
    load: context => load(staffContext(context)),
    ...(submit && {
      submit: Object.fromEntries(
        Object.entries(submit).map(([intent, run]): [string, NonNullable<Screen<D>['submit']>[string]] => [
          intent,
          (context, form) => {
            const given = staffContext(context)
            demandRole(given.staff, rightToAct({ ...rest, acts }, intent))
            return run(given, form)
          },
        ]),
      ),
    }),
  })

/**
 * Permissions behind the buttons and links of a page. Hidden from roles without permission. `everywhere`: the role covers
 * all schools, so that pages that do not know about schools open.
 */
export const rightsOf = (staff: Staff) => ({
  change: may(staff, 'change'),
  manage: may(staff, 'manage') && !isLimited(staff),
  everywhere: !isLimited(staff),
})

/** The rights of the staff user who looks at the page. */
export const useRights = () => rightsOf(useStaff())

/** Returns a parameter of the URL, or ''. The query string wins over the path, then comes a form that was refused. */
export const urlParam = ({ query, params, answer }: ScreenContext, name: string): string =>
  (query[name] || params[name] || answer?.form.fields[name] || '').trim()

/** Returns the number of a record in the URL, as `urlParam` finds it; 0 for none. */
export const urlId = (context: ScreenContext, name = 'id'): number => rowId(urlParam(context, name)) ?? 0

/** Returns the number of a record that a form names; 0 for none. */
export const formId = ({ fields }: Pick<Form, 'fields'>, name = 'id'): number => rowId(fields[name]) ?? 0

type Undone = { ok: true } | { ok: false; reason: keyof typeof undoRefusals }

/** The answer to the button Undo. */
export const doneUndo = (to: LocalPath, undone: Undone): Done | Refusal =>
  undone.ok ? done(to, undoneText) : refused(undone.reason, undoRefusals[undone.reason], 409)
