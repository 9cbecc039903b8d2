import { jobTitles, type TroubledJob } from '#src/domain/job.ts'
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
      {note === 'again' && <Said saying={{ tone: 'good', text: 'It is tried again now.' }} />}
      {note === 'gone' && <Notice tone="plain">That job is not waiting any more.</Notice>}
      {jobs.length === 0 ? (
        <p className="content-summary">
          Nothing failed. What is sent to Canvas, to the schools and by mail went through, or waits its turn.
        </p>
      ) : (
        <List jobs={jobs} now={now} />
      )}
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
          {job.attempts === 1 ? 'Tried once' : `Tried ${job.attempts} times`}
          <br />
          {job.nextAt ? `Next try ${wait(job.nextAt, now)}` : <strong className="state-stuck">Given up</strong>}
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

const wait = (at: Date, now: Date): string => {
  const seconds = Math.max(0, Math.round((at.getTime() - now.getTime()) / 1000))
  if (seconds < 60) return `in ${seconds} s`
  return seconds < 3600 ? `in ${Math.round(seconds / 60)} min` : `in ${Math.round(seconds / 3600)} h`
}
