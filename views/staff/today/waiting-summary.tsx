import { listWaiting, type WaitingCounts } from '#src/staff/rules/waiting-work.ts'
import { hrefs, paths } from '../../paths.ts'

const pages: Record<keyof WaitingCounts, string> = {
  courses: paths.waitingCourses,
  help: paths.support,
  payments: paths.payments,
  deployments: paths.deployments,
  registrations: paths.platforms,
  jobs: paths.jobs,
  signs: hrefs.signs({ state: 'waiting' }),
}

/** One line with what waits, for the page that sign-in leads to. */
export const WaitingSummary = ({ counts }: { counts: WaitingCounts }) => {
  const lines = listWaiting(counts)
  if (lines.length === 0) return <p className="soft">Nothing waits today.</p>
  return (
    <p>
      <a href={paths.today}>Today</a>:{' '}
      {lines.map(({ kind, text }, at) => (
        <span key={kind}>
          {at > 0 && ', '}
          <a href={pages[kind]}>{text}</a>
        </span>
      ))}
      .
    </p>
  )
}
