import { jobMessages, jobTitles, type TroubledJob } from '#src/domain/job.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Said } from '../../ui/said.tsx'
import { staffScreen } from '../staff-screen.ts'

interface Data {
  jobs: TroubledJob[]
  /** What became of the job that was to be tried again. */
  note: string | undefined
  now: Date
}

/** The work that failed: what it was, why, and a button to have it tried again now. */
export const jobs = staffScreen<Data>({
  path: paths.jobs,
  nav: { group: 'System', label: 'Background work' },
  load: async ({ operations, query, now }) =>
    page({ jobs: await operations.listFailedJobs(), note: query.note, now }, { title: 'Background work' }),
  submit: {
    retry: async ({ operations, staff }, { fields }) =>
      redirect(hrefs.jobs((await operations.retryJob(fields.id ?? '', staff)) ? 'again' : 'gone')),
  },
  View: ({ data: { jobs, note, now } }) => (
    <>
      <h1>Background work</h1>
      {note === 'again' && <Said saying={{ tone: 'good', text: jobMessages.again }} />}
      {note === 'gone' && <Notice tone="plain">{jobMessages.gone}</Notice>}
      {jobs.length === 0 ? <p className="content-summary">{jobMessages.none}</p> : <List jobs={jobs} now={now} />}
    </>
  ),
})

const List = ({ jobs, now }: Pick<Data, 'jobs' | 'now'>) => (
  <ul className="jobs">
    {jobs.map(job => (
      <li key={job.id} data-job={job.name}>
        <div>
          <h2>{jobTitles[job.name] ?? job.name}</h2>
          <p className="soft">{about(job.data)}</p>
        </div>
        <p>{job.problem}</p>
        <p>
          {jobMessages.tried(job.attempts)}
          <br />
          {job.nextAt ? (
            jobMessages.next(job.nextAt, now)
          ) : (
            <strong className="state-stuck">{jobMessages.givenUp}</strong>
          )}
        </p>
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

const about = (data: TroubledJob['data']): string =>
  Object.entries(data)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
