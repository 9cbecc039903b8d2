import { totalWaiting, type WaitingCounts } from '#src/staff/rules/waiting-work.ts'
import { hrefs, paths } from '../../paths.ts'

const kinds: { key: keyof WaitingCounts; one: string; many: string; href: string }[] = [
  { key: 'courses', one: 'course without a product', many: 'courses without a product', href: paths.waitingCourses },
  { key: 'help', one: 'help request', many: 'help requests', href: paths.support },
  { key: 'payments', one: 'payment', many: 'payments', href: paths.payments },
  { key: 'deployments', one: 'deployment', many: 'deployments', href: paths.deployments },
  { key: 'registrations', one: 'registration', many: 'registrations', href: paths.platforms },
  { key: 'jobs', one: 'failed job', many: 'failed jobs', href: paths.jobs },
  {
    key: 'signs',
    one: 'sign change for review',
    many: 'sign changes for review',
    href: hrefs.signs({ state: 'waiting' }),
  },
]

/** One line with what waits, for the page that sign-in leads to. */
export const WaitingSummary = ({ counts }: { counts: WaitingCounts }) =>
  totalWaiting(counts) === 0 ? (
    <p className="soft">Nothing waits today.</p>
  ) : (
    <p>
      <a href={paths.today}>Today</a>:{' '}
      {kinds
        .filter(({ key }) => counts[key] > 0)
        .map(({ key, one, many, href }, at) => (
          <span key={key}>
            {at > 0 && ', '}
            <a href={href}>
              {counts[key]} {counts[key] === 1 ? one : many}
            </a>
          </span>
        ))}
      .
    </p>
  )
