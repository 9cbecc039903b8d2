import { counted } from '#src/core/rules/counted.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { LAUNCH_DAYS } from '#src/desk/rules/school-reports.ts'
import { outcomeText, refusals } from '#src/lti/rules/launch-refusals.ts'
import { connectionName, findConnection, type SchoolFacts } from '#src/schools/rules/school-facts.ts'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { PostButton } from '../../ui/button.tsx'
import { Copied, DataTable, linkTo } from '../../ui/facts.tsx'
import { Panel, useDates, useSite } from '../../ui/office-page.tsx'
import { BarFigure } from '../figures/bars.tsx'
import { Steps } from '../readiness.tsx'
import { useRights } from '../staff-screen.ts'
import type { SchoolPage } from './school-panel.tsx'

/** Steps to set up the school and each of its connections: those done, those left, and links to do them. */
export const SchoolSteps = ({ data: { school, readiness } }: { data: SchoolPage }) => {
  const { everywhere } = useRights()
  const { connections, lines, videoHost } = readiness
  const schoolFixes = everywhere
    ? { video: { label: 'Check the domain', href: hrefs.videoDomain(videoHost ?? '') } }
    : {}
  const groups = connections.map(({ of, lines }) => {
    const connection = findConnection(school, of)
    const fixes = everywhere && connection ? fixesOf(school, connection) : {}
    return { name: connection ? connectionName(connection) : '', lines, fixes }
  })
  const [one, ...more] = groups
  return (
    <Steps
      ready="Ready for courses"
      groups={
        one && more.length === 0
          ? [{ name: null, lines: [...one.lines, ...lines], fixes: { ...one.fixes, ...schoolFixes } }]
          : [...groups, { name: 'All courses', lines, fixes: schoolFixes }]
      }
    />
  )
}

const fixesOf = ({ id }: SchoolFacts, connection: NonNullable<ReturnType<typeof findConnection>>) => ({
  secret:
    connection.kind === 'consumer'
      ? { label: 'Key and secret', href: hrefs.consumer(connection.key) }
      : { label: 'Platforms', href: paths.platforms },
  deployment: { label: 'Open the deployment', href: hrefs.deployment(connection.id) },
  launches: { label: 'Refused launches', href: hrefs.launches({ school: String(id), outcome: 'refused' }) },
})

/** Launches of the last days: opened or refused, and why. */
export const SchoolLaunches = ({ data: { school, overview } }: { data: SchoolPage }) => {
  const { everywhere } = useRights()
  const sum = (some: typeof overview.launches) => some.reduce((all, { count }) => all + count, 0)
  const refused = overview.launches.filter(l => isKeyOf(refusals, l.outcome))
  const all = sum(overview.launches)
  const [most] = refused
  const point = [
    all === 0
      ? `No launches in the last ${LAUNCH_DAYS} days.`
      : `${counted(all, 'launch', 'launches')} in the last ${LAUNCH_DAYS} days.`,
    most && `${sum(refused)} refused, most often with “${outcomeText({ ...most, binding: null })}”.`,
  ]
  return (
    <BarFigure
      title="Launches"
      point={point.filter(Boolean).join(' ')}
      parts={[
        { name: 'Opened', value: all - sum(refused) },
        { name: 'Refused', value: sum(refused) },
      ]}
      rows={overview.launches.map(l => ({ name: outcomeText({ ...l, binding: null }), value: l.count }))}
      rowsAre="Result"
      links={
        everywhere ? [{ href: hrefs.launches({ school: String(school.id) }), label: 'Launches of this school' }] : []
      }
    />
  )
}

export const SchoolCourses = ({ data: { school, overview } }: { data: SchoolPage }) => {
  const { date } = useDates()
  const { consumers, deployments } = school.connections
  const hasBoth = consumers.length > 0 && deployments.length > 0
  const of = { school: String(school.id) }
  return (
    <Panel title="Courses">
      <p>
        {counted(overview.courses, 'course', 'courses')}, {counted(overview.inside, 'person has', 'people have')}{' '}
        access.
      </p>
      <DataTable
        caption="Newest courses"
        head={['Course', 'Products', 'Have access', 'Since', ...(hasBoth ? ['LTI'] : [])]}
        figures={[2]}
        minor={[3, 4]}
        empty="No course yet. A course appears with its first launch."
        rows={overview.newest.map(c => ({
          key: c.id,
          cells: [
            linkTo(hrefs.coursePage(c.id), c.title),
            c.products.join(', ') || 'none',
            c.inside,
            date(c.createdAt),
            ...(hasBoth ? [c.version] : []),
          ],
        }))}
      />
      <p>
        <a href={withQuery(paths.course, of)}>All courses</a> · <a href={withQuery(paths.token, of)}>People</a>
        {overview.waiting > 0 && (
          <>
            {' '}
            · <a href={withQuery(paths.course, { ...of, state: 'waiting' })}>Courses without a product</a>
          </>
        )}
      </p>
    </Panel>
  )
}

export const SchoolSeats = ({ data: { school, overview } }: { data: SchoolPage }) => {
  const { date } = useDates()
  const { everywhere, manage } = useRights()
  return (
    <Panel title="Seats">
      <p>{seatsUsed(overview.codesUsed)}</p>
      <DataTable
        caption="Batches of codes for this school"
        head={['Batch', 'Product', 'Used', 'Seats', 'Made', 'Note']}
        figures={[2, 3]}
        minor={[4, 5]}
        empty="No batch of codes was made for this school."
        rows={overview.batches.map(b => ({
          key: b.id,
          cells: [
            everywhere ? linkTo(hrefs.batch(b.id), b.id) : b.id,
            b.product,
            b.used,
            b.seats,
            date(b.createdAt),
            b.note,
          ],
        }))}
      />
      {manage && (
        <p>
          <a href={withQuery(paths.codes, { school: String(school.id) })}>Make codes for this school</a>
        </p>
      )}
    </Panel>
  )
}

const seatsUsed = (count: number): string =>
  count === 0
    ? 'No code was used in its courses.'
    : `Students used ${counted(count, 'code', 'codes')} in this school's courses. Codes not made for it count too.`

export const SeatLinks = ({ data: { school, seatLinks } }: { data: SchoolPage }) => {
  const { publicUrl } = useSite()
  const { date } = useDates()
  const { change } = useRights()
  const to = hrefs.schoolPage(school.id)
  return (
    <Panel title="Seat page for the coordinator">
      <p className="soft">Shows seats bought and used, by course and week. It needs no login and names no student.</p>
      <ul className="links seat-links">
        {seatLinks.map(({ id, link, createdAt }) => (
          <li key={id}>
            <Copied>{publicUrl + hrefs.seats(link)}</Copied>
            <p className="soft">
              Created {date(createdAt)}. <a href={hrefs.seats(link)}>Preview</a>. If you withdraw it, the link stops
              working.
            </p>
            {change && (
              <PostButton
                to={to}
                fields={{ link: id }}
                intent="withdraw"
                label="Withdraw this link"
                look="danger"
                aria-label={`Withdraw link ${id}`}
              />
            )}
          </li>
        ))}
      </ul>
      {change && <PostButton to={to} intent="link" label="Create a link" />}
    </Panel>
  )
}
