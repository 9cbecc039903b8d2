import { describeRejectedGrades, type SchoolRejectedGrades } from '#src/lti/rules/grade.ts'
import { type FailedJob, jobMessages, jobRefusals, jobState, jobTitle } from '#src/staff/rules/job-status.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { readRetryNote } from '../retry-note.ts'
import { staffScreen } from '../staff-screen.ts'
import { NamedLink } from '../subject-link.tsx'

interface Data {
  jobs: FailedJob[]
  /** Grades that an LMS rejected. They are sent again only when staff ask for it. */
  rejectedGrades: SchoolRejectedGrades[]
  feedback: FeedbackText | null
  now: Date
}

/** Background work: failed jobs, each with its reason and a retry button. */
export const jobs = staffScreen<Data>({
  path: paths.jobs,
  nav: { group: 'System', label: 'Background Work', waits: 'jobs' },
  load: async context => {
    const { modules, now } = context
    const data = {
      jobs: await modules.staff.listFailedJobs(),
      rejectedGrades: await modules.lti.listRejectedGrades(),
      feedback: readRetryNote(context, {
        again: jobMessages.again(context.query.job ?? ''),
        gone: jobRefusals.job_not_found.message,
      }),
      now,
    }
    return page(data, { title: 'Background Work' })
  },
  submit: {
    retry: async ({ modules, staff }, { fields }) => {
      const retried = await modules.staff.retryJob(fields.id ?? '', staff)
      return redirect(retried.ok ? hrefs.jobs('again', retried.name) : hrefs.jobs('gone'))
    },
  },
  View: ({ data: { jobs, rejectedGrades, feedback, now } }) => (
    <OfficePage title="Background Work" lead="See what failed and try it again.">
      <Feedback feedback={feedback} />
      {jobs.length + rejectedGrades.length === 0 && (
        <Panel>
          <p className="soft">{jobMessages.none}</p>
        </Panel>
      )}
      {jobs.length > 0 && <JobList jobs={jobs} now={now} />}
      {rejectedGrades.length > 0 && <RejectedGradesList refusals={rejectedGrades} />}
    </OfficePage>
  ),
})

const JobList = ({ jobs, now }: Pick<Data, 'jobs' | 'now'>) => (
  <ul className="jobs">
    {jobs.map(job => (
      <li key={job.id} data-job={job.name}>
        <div>
          <h2>{jobTitle(job)}</h2>
          {job.about && (
            <p className="soft">
              <NamedLink of={job.about} />
            </p>
          )}
        </div>
        <p>{job.problem}</p>
        <p className={job.nextAt ? undefined : 'state-stuck'}>{jobState(job, now)}</p>
        <form method="post">
          <input type="hidden" name="id" value={job.id} />
          <Button type="submit" name="intent" value="retry" look="quiet">
            Try now
          </Button>
        </form>
      </li>
    ))}
  </ul>
)

const RejectedGradesList = ({ refusals }: { refusals: SchoolRejectedGrades[] }) => (
  <Panel title="Rejected grades">
    <p>{jobMessages.rejectedGrades}</p>
    <ul className="bullets">
      {refusals.map(g => (
        <li key={`${g.kind} ${g.id}`}>
          <a href={g.kind === 'consumer' ? hrefs.consumer(g.key) : hrefs.platforms()}>{g.name}</a>:{' '}
          {describeRejectedGrades(g)}
        </li>
      ))}
    </ul>
  </Panel>
)
