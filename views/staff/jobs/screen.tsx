import { deskStatus } from '#src/desk/contract.ts'
import { listFailedJobs, retryJob } from '#src/desk/failed-jobs.ts'
import { type FailedJob, jobMessages, jobRefusals, jobState, jobTitle } from '#src/desk/rules/failed-jobs.ts'
import { listRejectedGradesBySchool } from '#src/lti/grades.ts'
import { describeRejectedGrades, type NamedRejectedGrades } from '#src/lti/rules/grade.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { BulkBar, BulkPreview, BulkResult, BulkTick, bulkSubmit } from '../list/bulk.tsx'
import { NamedLink } from '../record-links.tsx'
import { rightsOf, staffScreen } from '../staff-screen.ts'

interface Data {
  jobs: FailedJob[]
  /** Grades that an LMS rejected. They are sent again only when staff ask for it. */
  rejectedGrades: NamedRejectedGrades[]
  mayRetry: boolean
  now: Date
}

/** Background work: failed jobs, each with its reason and a retry button. */
export const jobs = staffScreen<Data>({
  path: paths.jobs,
  nav: { section: 'Today', label: 'Background Work', waits: 'jobs' },
  load: async ({ app, now, staff }) => {
    const data = {
      jobs: await listFailedJobs(app.db),
      rejectedGrades: await listRejectedGradesBySchool(app.db),
      mayRetry: rightsOf(staff).change,
      now,
    }
    return page(data, { title: 'Background Work' })
  },
  submit: {
    bulk: bulkSubmit(['retry']),
    retry: async ({ app, staff }, { fields }) => {
      const retried = await retryJob(app, fields.id ?? '', staff)
      if (!retried.ok) return refused(retried.reason, jobRefusals[retried.reason], deskStatus[retried.reason])
      return done(paths.jobs, jobMessages.again(retried.name))
    },
  },
  View: ({ data: { jobs, rejectedGrades, now, mayRetry } }) => (
    <OfficePage title="Background Work" lead="See what failed and try it again." details={<BulkPreview />}>
      <BulkResult />
      {jobs.length + rejectedGrades.length === 0 && (
        <Panel>
          <p className="soft">{jobMessages.none}</p>
        </Panel>
      )}
      {jobs.length > 0 && <JobList jobs={jobs} now={now} mayRetry={mayRetry} />}
      {rejectedGrades.length > 0 && <RejectedGradesList refusals={rejectedGrades} />}
    </OfficePage>
  ),
})

/** The form of the ticked jobs, which each have a form of their own. */
const TICKED = 'ticked-jobs'

const JobList = ({ jobs, now, mayRetry }: Omit<Data, 'rejectedGrades'>) => (
  <>
    {mayRetry && jobs.length > 1 && (
      <form method="post" id={TICKED} className="panel">
        <BulkBar keys={jobs.map(job => job.id)} actions={['retry']} />
      </form>
    )}
    <ul className="jobs">
      {jobs.map(job => (
        <li key={job.id} data-job={job.name}>
          {mayRetry && jobs.length > 1 && <BulkTick value={job.id} name={jobTitle(job)} form={TICKED} />}
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
            <ActionButton intent="retry" label="Try now" look="quiet" />
          </form>
        </li>
      ))}
    </ul>
  </>
)

const RejectedGradesList = ({ refusals }: { refusals: NamedRejectedGrades[] }) => (
  <Panel title="Rejected grades">
    <p>{jobMessages.rejectedGrades}</p>
    <ul className="bullets">
      {refusals.map(g => (
        <li key={g.id}>
          <a href={hrefs.schoolPage(g.id)}>{g.name}</a>: {describeRejectedGrades(g)}
        </li>
      ))}
    </ul>
  </Panel>
)
