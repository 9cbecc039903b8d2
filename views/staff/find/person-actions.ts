import { accessStatus } from '#src/access/contract.ts'
import { setProcessed, undoLetIn } from '#src/access/people.ts'
import { describeRemoval, processMessages } from '#src/access/rules/access-refusals.ts'
import { calledName } from '#src/access/rules/entitlement.ts'
import { linkRefusals, onePersonMessages } from '#src/access/rules/people.ts'
import { accessRefusals, processRefusals } from '#src/access/texts/access-refusals.ts'
import { findForStaff, rotateToken } from '#src/access/tokens.ts'
import { rowId, rowIds } from '#src/core/rules/rows.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { deskStatus } from '#src/desk/contract.ts'
import { retryJob } from '#src/desk/failed-jobs.ts'
import { linkPeople, unlinkPeople } from '#src/desk/linked-people.ts'
import { jobMessages, jobRefusals } from '#src/desk/rules/failed-jobs.ts'
import { retryGrades } from '#src/lti/grades.ts'
import { ask, confirmationIn, done, makeRefuser, refused } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import { answerRetry } from '../rejected-grades.tsx'
import { doneUndo, type StaffContext, urlParam } from '../staff-screen.ts'
import { activateCourses } from '../waiting/screen.tsx'

/** The token in a button's form, or else in the address of the page. */
const tokenIn = (context: StaffContext, { fields }: Form): string => fields.token ?? urlParam(context, 'token')

const reasonIn = ({ fields }: Form): string => (fields.reason ?? '').trim().slice(0, 500)

/** Lets the person in or takes them out. Asks first if a person who paid by card would get no refund. */
const set = (processed: boolean) => async (context: StaffContext, form: Form) => {
  const confirmation = confirmationIn(form)
  const reason = confirmation?.reason ?? reasonIn(form)
  const token = tokenIn(context, form)
  const given = { token, processed, reason, confirm: confirmation !== null }
  const result = await setProcessed(context.app, given, context.staff)
  if (result.ok) {
    const undo = processed && result.entitlement.source === 'staff' ? { token } : undefined
    const text = processMessages[processed ? 'processed' : 'unprocessed'](calledName(result.entitlement))
    return done(localPath(context.url), text, { undo })
  }
  const refusal = refused(result.reason, processRefusals[result.reason], accessStatus[result.reason])
  if (result.reason === 'entitlement_not_found') return refusal
  const question = {
    title: 'Take out, without a refund?',
    says: describeRemoval(result.entitlement),
    button: 'Un-process',
    needsReason: true,
  }
  if (result.reason === 'removal_unconfirmed') return ask(question)
  return confirmation ? ask(question, refusal) : refusal
}

const undo = async (context: StaffContext, form: Form) =>
  doneUndo(localPath(context.url), await undoLetIn(context.app, tokenIn(context, form), context.staff))

/** Replaces the token. A page whose address has the old one leads to the new one. */
const rotate = async (context: StaffContext, form: Form) => {
  const token = tokenIn(context, form)
  const rotated = await rotateToken(context.app, { token, reason: reasonIn(form) }, context.staff)
  return rotated.ok
    ? done(localPath(context.url.replace(token, rotated.token)), processMessages.rotated)
    : refused(rotated.reason, accessRefusals[rotated.reason], accessStatus[rotated.reason])
}

const refuseLink = makeRefuser(linkRefusals, deskStatus)

/** Links or unlinks the records of one person, after a confirmation. */
const decide =
  (change: typeof linkPeople | typeof unlinkPeople, title: string, button: string, text: string) =>
  async (context: StaffContext, form: Form) => {
    const { app, staff } = context
    const given = { token: tokenIn(context, form), other: form.fields.other ?? '' }
    const confirmation = confirmationIn(form)
    const result = confirmation && (await change(app, { ...given, ...confirmation }, staff))
    if (result?.ok) return done(localPath(context.url), text)
    if (result && result.reason !== 'reason_required') return refuseLink(result.reason)
    const preview = await change(app, { ...given, preview: true }, staff)
    if (!preview.ok) return refuseLink(preview.reason)
    const { says, effectsKey } = preview
    return ask({ title, says, effectsKey, button, needsReason: true }, result && refuseLink(result.reason))
  }

const link = decide(linkPeople, 'Link as one person?', 'Link', onePersonMessages.linked)
const unlink = decide(unlinkPeople, 'Unlink these people?', 'Unlink', onePersonMessages.parted)

/** Sends the rejected grade again, once the school has fixed its LMS. */
const grades = async (context: StaffContext, form: Form) => {
  const found = await findForStaff(context.app, tokenIn(context, form), context.staff)
  return answerRetry(
    localPath(context.url),
    found && retryGrades(context.app, { kind: 'entitlement', id: found.id }, context.staff),
  )
}

/** Activates a course with the products that the page suggested. */
const activate = (context: StaffContext, { fields }: Form) => {
  const choice = { courseId: rowId(fields.course_id) ?? 0, productIds: rowIds(fields.product_ids?.split(' ')) }
  return activateCourses(context, [choice], localPath(context.url))
}

/** Tries a failed job again. */
const retry = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const retried = await retryJob(app, fields.job_id ?? '', staff)
  return retried.ok
    ? done(localPath(url), jobMessages.again(retried.name))
    : refused(retried.reason, jobRefusals[retried.reason], deskStatus[retried.reason])
}

/** Actions of the panel of a person in a course. */
export const accessActions = {
  process: set(true),
  unprocess: set(false),
  undo,
  rotate,
  grades,
  activate,
  retry,
}

/** Actions of each page that shows a person. */
export const personActions = { ...accessActions, link, unlink }

/** Inputs of their forms that show their own problems. */
export const personFields = ['reason', 'other'] as const
