import { rowId } from '#src/core/rules/row-id.ts'
import { fullName } from '#src/core/rules/staff.ts'
import { passkeyStatus } from '#src/staff/contract.ts'
import type { OwnAccount } from '#src/staff/rules/own-account.ts'
import { accountMessages, type PasskeyReason, passkeyRefusals } from '#src/staff/rules/passkeys.ts'
import type { FeedbackText } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface AccountPage {
  account: OwnAccount
  email: string
  name: string
  /** Names of the schools that the role covers. Null for all. */
  schools: string[] | null
  feedback: FeedbackText | null
  /** New recovery codes, shown only once. */
  newCodes: string[]
}

export const showAccount = async (
  { modules, session, staff }: StaffContext,
  given: Partial<Pick<AccountPage, 'feedback' | 'newCodes'>> = {},
  status = 200,
): Promise<Result<AccountPage>> =>
  page<AccountPage>(
    {
      account: await modules.staff.findOwnAccount(session),
      email: staff.email,
      name: fullName(staff),
      schools: await modules.staff.listOwnSchools(staff),
      feedback: null,
      newCodes: [],
      ...given,
    },
    { title: 'Your account', status },
  )

/** Shows the account with the outcome of an action. */
const told = (context: StaffContext, done: string, outcome: { ok: true } | { ok: false; reason: PasskeyReason }) =>
  outcome.ok
    ? showAccount(context, { feedback: { tone: 'good', text: done } })
    : showAccount(
        context,
        { feedback: { tone: 'problem', text: passkeyRefusals[outcome.reason].message } },
        passkeyStatus[outcome.reason],
      )

const idOf = ({ fields }: Form): number => rowId(fields.id) ?? 0

export const renamePasskey = async (context: StaffContext, form: Form) => {
  const { modules, staff } = context
  return told(
    context,
    accountMessages.renamed,
    await modules.staff.renamePasskey(idOf(form), form.fields.name ?? '', staff),
  )
}

export const removePasskey = async (context: StaffContext, form: Form) =>
  told(context, accountMessages.removed, await context.modules.staff.removePasskey(idOf(form), context.staff))

export const makeCodes = async (context: StaffContext) =>
  showAccount(context, { newCodes: await context.modules.staff.makeRecoveryCodes(context.staff) })

export const endSession = async (context: StaffContext, form: Form): Promise<Result<AccountPage>> => {
  const id = idOf(form)
  const ended = await context.modules.staff.endOwnSession(id, context.staff)
  return id === context.session.id ? redirect(paths.login) : told(context, accountMessages.signedOut, ended)
}

export const endOthers = async (context: StaffContext) => {
  await context.modules.staff.endOtherSessions(context.session)
  return told(context, accountMessages.othersSignedOut, { ok: true })
}
