import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { type FailedJob, jobMessages, jobState, jobTitle } from '#src/desk/rules/failed-jobs.ts'
import { listRejectedGradesBySchool } from '#src/lti/grades.ts'
import { describeRejectedGrades, type NamedRejectedGrades } from '#src/lti/rules/grade.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { accessActions } from '../find/person-actions.ts'
import { BulkBar, BulkPreview, BulkResult, BulkTick, bulkSubmit } from '../list/bulk.tsx'
import { NamedLink } from '../record-links.tsx'
import { staffScreen, useRights } from '../staff-screen.ts'

/** Background work: failed jobs, each with its reason and a retry button. */
export const jobs = staffScreen({
  path: paths.jobs,
  nav: { section: 'Today', label: 'Background Work', waits: 'jobs' },
  load: async ({ app, now }) => {
    const rejectedGrades = await listRejectedGradesBySchool(app.db)
    return page({ jobs: await listFailedJobs(app.db), rejectedGrades, now }, { title: 'Background Work' })
  },
  submit: { bulk: bulkSubmit(['retry']), retry: accessActions.retry },
  View: ({ data: { jobs, rejectedGrades, now } }) => (
    <OfficePage title="Background Work" lead="See what failed and try it again." details={<BulkPreview />}>
      <BulkResult />
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

/** The form of the ticked jobs, which each have a form of their own. */
const TICKED = 'ticked-jobs'

const JobList = ({ jobs, now }: { jobs: FailedJob[]; now: Date }) => {
  const ticks = useRights().change && jobs.length > 1
  return (
    <>
      {ticks && (
        <form method="post" id={TICKED} className="panel">
          <BulkBar keys={jobs.map(job => job.id)} actions={['retry']} />
        </form>
      )}
      <ul className="jobs">
        {jobs.map(job => (
          <li key={job.id} data-job={job.name}>
            {ticks && <BulkTick value={job.id} name={jobTitle(job)} form={TICKED} />}
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
            <PostButton to={paths.jobs} fields={{ job_id: job.id }} intent="retry" label="Try now" />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Grades that an LMS rejected. They are sent again only when staff ask for it. */
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
