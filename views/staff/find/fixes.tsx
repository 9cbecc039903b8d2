import { accessStatus } from '#src/access/contract.ts'
import { setProcessed, undoLetIn } from '#src/access/people.ts'
import { letInReasons } from '#src/access/rules/access-refusals.ts'
import { calledName } from '#src/access/rules/entitlement.ts'
import { accessRefusals } from '#src/access/texts/access-refusals.ts'
import { rowId, rowIds } from '#src/core/rules/rows.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { activateWaitingCourses } from '#src/courses/waiting-courses.ts'
import { staffStatus } from '#src/desk/contract.ts'
import { retryJob } from '#src/desk/failed-jobs.ts'
import type { Fix } from '#src/desk/rules/access-status.ts'
import { jobMessages, jobRefusals } from '#src/desk/rules/failed-jobs.ts'
import { findMessages } from '#src/desk/rules/search.ts'
import type { CourseAccess } from '#src/desk/rules/search-results.ts'
import { done, refused } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import type { Form } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { usePosted } from '../../ui/office-page.tsx'
import { doneUndo, type Rights, type StaffContext } from '../staff-screen.ts'
import { answerActivated } from '../waiting/waiting-table.tsx'

/** Lets a person in. The required reason is kept in the history. */
const letIn = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const token = fields.token ?? ''
  const reason = fields.reason?.trim().slice(0, 500) ?? ''
  const result = await setProcessed(app, { token, processed: true, reason }, staff)
  if (result.ok) {
    const undo = result.entitlement.source === 'staff' ? { token } : undefined
    return done(localPath(url), findMessages.accessGiven(calledName(result.entitlement)), { undo })
  }
  const text =
    result.reason === 'reason_required' ? accessRefusals[result.reason] : { message: findMessages.nothing(token) }
  return refused(result.reason, text, accessStatus[result.reason])
}

const undo = async ({ app, staff, url }: StaffContext, { fields }: Form) =>
  doneUndo(localPath(url), await undoLetIn(app, fields.token ?? '', staff))

/** Activates a course with the products that the page suggested. */
const activate = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const choice = { courseId: rowId(fields.course_id) ?? 0, productIds: rowIds((fields.product_ids ?? '').split(' ')) }
  const result = await activateWaitingCourses(app, [choice], staff)
  return result.ok
    ? answerActivated(localPath(url), result)
    : refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
}

/** Tries a failed job again. */
const retry = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const retried = await retryJob(app, fields.job_id ?? '', staff)
  return retried.ok
    ? done(localPath(url), jobMessages.again(retried.name))
    : refused(retried.reason, jobRefusals[retried.reason], staffStatus[retried.reason])
}

/** Actions of pages that show why a person has no access. */
export const fixes = { 'let-in': letIn, undo, activate, retry }

interface FixesProps {
  course: CourseAccess
  /** Address of the page, which the fixes post to. */
  action: string
  rights: Rights
}

/** Buttons for staff to give a person access to a course. The usual step is the first button, and needs one press. */
export const Fixes = ({ course, action, rights }: FixesProps) => {
  const { fields, problems } = usePosted('let-in')
  const { entitlement: e, status } = course
  const may = (fix: Fix) => fix.do !== 'move-code' || (rights.everywhere && rights.change)
  const links = status.fixes.filter(may).flatMap(fix => linkOf(fix, e) ?? [])
  const problem = fields.token === e.token ? problems.reason : undefined
  const letsIn = rights.change && status.fixes.some(fix => fix.do === 'let-in')
  return (
    <>
      {rights.change && rights.everywhere && (
        <>
          <Activate course={course} action={action} />
          <Retries fixes={status.fixes} action={action} />
        </>
      )}
      {letsIn && status.isLetInUsual && (
        <>
          <LetInByButton token={e.token} action={action} />
          <details open={problem !== undefined}>
            <summary>Let in for another reason</summary>
            <LetInByReason token={e.token} action={action} problem={problem} />
          </details>
        </>
      )}
      <ul className="links">
        {links.map(({ to, label }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
      {letsIn && !status.isLetInUsual && (
        <details open={problem !== undefined}>
          <summary>Let this person in without a code or payment</summary>
          <LetInByReason token={e.token} action={action} problem={problem} />
        </details>
      )}
    </>
  )
}

/** One press activates a course with the products of an earlier course like it, as on Today. Guesses are not offered. */
const Activate = ({ course: { entitlement: e, suggestion }, action }: Pick<FixesProps, 'course' | 'action'>) => {
  if (!suggestion || suggestion.isGuess || (e.kind === 'membership' && suggestion.products.length !== 1)) return null
  return (
    <form method="post" action={action} className="form">
      <input type="hidden" name="course_id" value={e.course.id} />
      <input type="hidden" name="product_ids" value={suggestion.products.map(p => p.id).join(' ')} />
      <p className="soft">{suggestion.because}</p>
      <Button name="intent" value="activate">
        Activate with {suggestion.products.map(p => p.productCode).join(' + ')}
      </Button>
    </form>
  )
}

const Retries = ({ fixes, action }: { fixes: Fix[]; action: string }) =>
  fixes.map(
    fix =>
      fix.do === 'retry' && (
        <form key={fix.jobId} method="post" action={action}>
          <input type="hidden" name="job_id" value={fix.jobId} />
          <Button look="quiet" name="intent" value="retry">
            Try again now: {fix.title}
          </Button>
        </form>
      ),
  )

interface LetInProps {
  token: string
  action: string
}

/** A button for each usual reason. */
const LetInByButton = ({ token, action }: LetInProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="intent" value="let-in" />
    <div className="buttons">
      {letInReasons.map(reason => (
        <Button key={reason} look="quiet" name="reason" value={reason}>
          Let in: {reason}
        </Button>
      ))}
    </div>
  </form>
)

const LetInByReason = ({ token, action, problem }: LetInProps & { problem: string | undefined }) => (
  <form method="post" action={action} className="form">
    <input type="hidden" name="token" value={token} />
    <Field label="Reason" name="reason" maxLength={500} problem={problem} autoComplete="off" />
    <div className="buttons">
      <Button look="quiet" name="intent" value="let-in">
        Let in
      </Button>
    </div>
  </form>
)

/** Returns a link for a fix that another page carries out. */
const linkOf = (fix: Fix, e: CourseAccess['entitlement']): { to: string; label: string } | null => {
  const course = e.kind === 'membership' ? hrefs.activateCourse(e.token) : hrefs.course(e.course.contextId, e.course.id)
  switch (fix.do) {
    case 'activate':
      return { to: course, label: 'Activate the course' }
    case 'extend':
      return { to: course, label: 'Change the sign-up end date' }
    case 'move-code':
      return { to: hrefs.accessCode(fix.code, e.token), label: `Move ${fix.code} here, or release it` }
    case 'take-out':
    case 'let-in':
      return { to: hrefs.token(e.token), label: 'Open this enrollment' }
    case 'retry':
      return null
    default:
      return fix satisfies never
  }
}
