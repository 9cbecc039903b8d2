import { longDate, shortDay } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { OTHER_SCHOOL, type SeatReport, type SeatUse, seatPoint } from '#src/reports/rules/seats.ts'
import { seatLinkMessages } from '#src/schools/rules/seat-link.ts'
import { hrefs, paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { OfficePage, Panel } from '../ui/office-page.tsx'

interface SeatsPage {
  school: string
  link: string
  report: SeatReport
}

/** Rows of uses on the page. The file has all. */
const MOST_USES = 100

/** Seats of a school for its coordinator: bought, used by course and week, and free. Names no student. */
export const seats = screen<SeatsPage | null>({
  path: paths.seats,
  access: 'public',
  chrome: 'bare',
  load: async ({ modules, params, query }) => {
    const link = params.link ?? ''
    const school = await modules.schools.openSeatLink(link)
    if (!school) return page<SeatsPage | null>(null, { title: seatLinkMessages.gone, status: 404 })
    const report = await modules.reports.describeSeats(school)
    if (query.as === 'csv') return { kind: 'csv', name: 'seats.csv', lines: csvOf(report.uses) }
    return page<SeatsPage | null>({ school: school.name, link, report }, { title: `Seats of ${school.name}` })
  },
  View: ({ data, site }) =>
    data ? (
      <Seats data={data} site={site} />
    ) : (
      <Message title={seatLinkMessages.gone} site={site}>
        <p>Ask the person who sent it to you for a new one.</p>
      </Message>
    ),
})

async function* csvOf(uses: SeatUse[]) {
  yield csvLine(['Week of', 'Course', 'Product', 'Seats used'])
  yield uses.map(u => csvLine([u.week, u.course ?? OTHER_SCHOOL, u.product, u.used])).join('')
}

const Seats = ({ data: { school, link, report }, site }: { data: SeatsPage; site: Site }) => (
  <div className="seats-page">
    <OfficePage title={`Seats of ${school}`} lead={seatPoint(report)}>
      <Panel title="Bought and used">
        <DataTable
          caption="Seats by product"
          head={['Product', 'Bought', 'Used', 'Free']}
          figures={[1, 2, 3]}
          empty="No seats yet."
          rows={report.products.map(p => ({
            key: p.product,
            cells: [p.product, p.seats, p.used, p.seats - p.used].map(count),
          }))}
        />
        <p className="soft">A seat counts as used from the day a student enters a code, also after the course ends.</p>
      </Panel>
      <Panel title="Used by week and course">
        <DataTable
          caption="Used seats by week and course"
          head={['Week of', 'Course', 'Product', 'Used']}
          figures={[3]}
          empty="No seat is used yet."
          rows={report.uses.slice(0, MOST_USES).map((u, at) => ({
            key: at,
            cells: [shortDay(u.week), u.course ?? OTHER_SCHOOL, u.product, count(u.used)],
          }))}
        />
        {report.uses.length > 0 && (
          <a className="button button-quiet" href={withQuery(hrefs.seats(link), { as: 'csv' })} download>
            Save as CSV
          </a>
        )}
      </Panel>
      <Panel title="Free codes">
        {report.freeCodes > 0 && (
          <p>
            {report.freeCodes === 1 ? '1 code has' : `${count(report.freeCodes)} codes have`} seats left. You see only
            the end of each code.
          </p>
        )}
        <DataTable
          caption="Codes with seats left"
          head={['Code', 'Product', 'Seats left', 'Good until']}
          figures={[2]}
          empty="No code has seats left."
          rows={report.free.map((f, at) => ({
            key: at,
            cells: [
              <code key="c">{f.code}</code>,
              f.product,
              count(f.left),
              f.expiresAt ? longDate(f.expiresAt, site.timezone) : 'no end date',
            ],
          }))}
        />
      </Panel>
      <Help support={site.support} />
    </OfficePage>
  </div>
)

const count = (value: string | number): string => (typeof value === 'number' ? value.toLocaleString('en-US') : value)
