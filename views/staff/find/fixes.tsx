import { letInReasons } from '#src/access/rules/access-refusals.ts'
import { counted } from '#src/core/rules/counted.ts'
import type { Fix } from '#src/desk/rules/access-status.ts'
import { jobTitle } from '#src/desk/rules/failed-jobs.ts'
import type { CourseAccess } from '#src/desk/rules/search-results.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton, Button, PostButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { usePosted } from '../../ui/office-page.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import { useRights } from '../staff-screen.ts'

interface FixesProps {
  course: CourseAccess
  /** Address of the page, which the fixes post to. */
  action: string
  /** The page was opened for this course. */
  isOpen: boolean
}

/** Buttons for staff to give a person access to a course. The usual step is the first button, and needs one press. */
export const Fixes = ({ course, action, isOpen }: FixesProps) => {
  const { entitlement: e, status, problems, jobs } = course
  const rights = useRights()
  const may = (fix: Fix) => fix.do !== 'move-code' || (rights.everywhere && rights.change)
  const links = status.fixes.filter(may).map(fix => linkOf(fix, e))
  const letsIn = !status.isIn && status.isLetInUsual
  return (
    <>
      {rights.change && rights.everywhere && (
        <>
          <Activate course={course} action={action} />
          {jobs.map(job => (
            <PostButton
              key={job.id}
              to={action}
              fields={{ job_id: job.id }}
              intent="retry"
              label={`Try again now: ${jobTitle(job)}`}
            />
          ))}
        </>
      )}
      {problems.map(problem => (
        <RejectedGrades key={problem} action={action} fields={{ token: e.token }}>
          {problem}
        </RejectedGrades>
      ))}
      {rights.change && letsIn && <LetInByButton token={e.token} action={action} />}
      {links.length > 0 && (
        <ul className="links">
          {links.map(({ to, label }) => (
            <li key={label}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      {rights.change && <SetProcessed course={course} action={action} isOpen={isOpen} />}
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
      <ActionButton
        intent="activate"
        label={`Activate with ${suggestion.products.map(p => p.productCode).join(' + ')}`}
      />
    </form>
  )
}

/** A button for each usual reason. */
const LetInByButton = ({ token, action }: { token: string; action: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="intent" value="process" />
    <div className="buttons">
      {letInReasons.map(reason => (
        <Button key={reason} look="quiet" name="reason" value={reason}>
          Let in: {reason}
        </Button>
      ))}
    </div>
  </form>
)

/** Process and Un-process, with their effects on the person's codes and payments. */
const SetProcessed = ({ course: { entitlement: e, status }, action, isOpen }: FixesProps) => {
  const sent = usePosted('process', 'unprocess')
  const isRefused = 'reason' in sent.problems && (sent.fields.token ?? e.token) === e.token
  const live = e.codes.filter(c => c.voidedAt === null).length
  const back = status.restorable
  const paid = e.paid.length > 0
  return (
    <details open={isOpen || isRefused}>
      <summary>{status.isIn ? 'Take out' : status.isLetInUsual ? 'Let in for another reason' : 'Let in'}</summary>
      {!status.isIn && !status.isLetInUsual && <LetInByButton token={e.token} action={action} />}
      <form method="post" action={action} className="form">
        <input type="hidden" name="token" value={e.token} />
        <p>
          {status.isIn
            ? `Un-process takes this person out of the course.${live > 0 ? ` It takes back ${counted(live, 'code', 'codes')}, which ${live === 1 ? 'stays' : 'stay'} used.` : ''}`
            : `Process lets this person in without a code or a payment.${back > 0 ? ` It brings back ${counted(back, 'code', 'codes')}.` : ''}${status.hasUsedUp ? ' Codes and payments of the period that ended stay used up.' : ''}`}
        </p>
        {status.isIn && paid && (
          <p>
            The payment no longer gives access. It is not refunded. To take the person out and refund them, use{' '}
            <a href={hrefs.payments(e.token)}>Payments</a>.
          </p>
        )}
        <Field label="Reason" name="reason" sent={isRefused ? sent : undefined} maxLength={500} autoComplete="off" />
        <div className="buttons">
          <ActionButton intent="process" label="Process" look="quiet" disabled={status.isIn} />
          <ActionButton
            intent="unprocess"
            label={paid ? 'Un-process…' : 'Un-process'}
            look="quiet"
            disabled={!status.isIn}
          />
        </div>
      </form>
    </details>
  )
}

/** Returns a link for a fix that another page carries out. */
const linkOf = (fix: Fix, e: CourseAccess['entitlement']): { to: string; label: string } => {
  // For an enrollment, that page redirects to Activate 1.1 Course.
  const course = hrefs.activateCourse(e.token)
  switch (fix.do) {
    case 'activate':
      return { to: course, label: 'Activate the course' }
    case 'extend':
      return { to: course, label: 'Change the sign-up end date' }
    case 'move-code':
      return { to: hrefs.accessCode(fix.code, e.token), label: `Move ${fix.code} here, or release it` }
    default:
      return fix satisfies never
  }
}
