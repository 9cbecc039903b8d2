import type { ReactNode } from 'react'
import { retryMessages } from '#src/lti/rules/grade.ts'
import { type Done, done, type Refusal, refused } from '../answer.ts'
import type { LocalPath } from '../screen.ts'
import { PostButton } from '../ui/button.tsx'
import { useRights } from './staff-screen.ts'

interface RejectedGradesProps {
  action: string
  /** Form fields that name the person, on a page with several. */
  fields?: Record<string, string>
  children: ReactNode
}

/** Says which grades an LMS rejected and why, with a button to send them again. */
export const RejectedGrades = ({ action, fields, children }: RejectedGradesProps) => (
  <div className="rejected-grades">
    <span>{children}</span>
    {useRights().change && <PostButton to={action} fields={fields} intent="grades" label="Try again" />}
  </div>
)

/** Answers the button. `retried` is null if its row does not exist. */
export const answerRetry = async (to: LocalPath, retried: Promise<{ ok: boolean }> | null): Promise<Done | Refusal> =>
  (await retried)?.ok
    ? done(to, retryMessages.again)
    : refused('no_rejected_grades', { message: retryMessages.gone }, 409)
