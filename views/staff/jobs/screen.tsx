import { describeRejectedGrades, type GradeRefusals } from '#src/domain/grade.ts'
import { jobMessages, jobState, jobTitle, type TroubledJob } from '#src/domain/job.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
import { retried, retry } from '../retried.ts'
import { staffScreen } from '../staff-screen.ts'
import { NamedLink } from '../subject-link.tsx'

interface Data {
  jobs: TroubledJob[]
  /** Whose LMS did not take grades: these rest until staff have them sent again there. */
  untaken: GradeRefusals[]
  /** What became of the job that was to be tried again. */
  saying: Saying | null
  now: Date
}

/** The work that failed: what it was, why, and a button to have it tried again now. */
export const jobs = staffScreen<Data>({
  path: paths.jobs,
  nav: { group: 'System', label: 'Background work' },
  load: async context => {
    const { operations, now } = context
    const saying = retried(context, jobMessages)
    const data = { jobs: await operations.listFailedJobs(), untaken: await operations.listUntakenGrades(), saying, now }
    return page(data, { title: 'Background work' })
  },
  submit: {
    retry: async ({ operations, staff }, { fields }) =>
      redirect(hrefs.jobs(await retry(operations.retryJob(fields.id ?? '', staff)))),
  },
  View: ({ data: { jobs, untaken, saying, now } }) => (
    <OfficePage title="Background work">
      <Said saying={saying} />
      {jobs.length + untaken.length === 0 && (
        <Panel>
          <p className="soft">{jobMessages.none}</p>
        </Panel>
      )}
      {jobs.length > 0 && <List jobs={jobs} now={now} />}
      {untaken.length > 0 && <Untaken of={untaken} />}
    </OfficePage>
  ),
})

const List = ({ jobs, now }: Pick<Data, 'jobs' | 'now'>) => (
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

const Untaken = ({ of }: { of: GradeRefusals[] }) => (
  <Panel title="Grades that were not taken">
    <p>{jobMessages.untaken}</p>
    <ul className="bullets">
      {of.map(g => (
        <li key={`${g.kind} ${g.id}`}>
          <a href={g.kind === 'consumer' ? hrefs.consumer(g.key) : hrefs.platforms()}>{g.name}</a>:{' '}
          {describeRejectedGrades(g)}
        </li>
      ))}
    </ul>
  </Panel>
)
