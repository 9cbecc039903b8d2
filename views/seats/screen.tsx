import { longDate, shortDay } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { localeOf } from '#src/core/rules/language.ts'
import { describeSeats } from '#src/desk/reports.ts'
import { type SeatReport, type SeatUse, sumSeats } from '#src/desk/rules/school-reports.ts'
import { openSeatLink } from '#src/schools/seat-links.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { GoneLink } from '../help/help-corner.tsx'
import { hrefs, paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { DataTable } from '../ui/facts.tsx'
import { OfficePage, Panel } from '../ui/office-page.tsx'
import { Help } from '../ui/public-page.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'

const useNumbers = (): ((value: number) => string) => {
  const locale = localeOf(useLanguage())
  return value => value.toLocaleString(locale)
}

interface SeatsPage {
  school: string
  link: string
  report: SeatReport
}

/** Seats of a school for its coordinator: bought, used by course and week, and free. Names no student. */
export const seats = screen<SeatsPage | null>({
  path: paths.seats,
  access: 'public',
  chrome: 'bare',
  styles: 'staff',
  translated: true,
  load: async ({ app, params, query, language }) => {
    const link = params.link ?? ''
    const texts = textsIn(language).seats
    const school = await openSeatLink(app, link)
    if (!school) return page<SeatsPage | null>(null, { title: texts.gone, status: 404 })
    const report = await describeSeats(app, school.id)
    if (query.as === 'csv') return { kind: 'csv', name: 'seats.csv', lines: csvOf(report.uses, texts) }
    return page<SeatsPage | null>({ school: school.name, link, report }, { title: texts.titleOf(school.name) })
  },
  View: ({ data, site }) => (data ? <Seats data={data} site={site} /> : <GoneLink site={site} />),
})

const csvOf = (used: SeatUse[], { columns, uses }: Texts['seats']): string[] => [
  csvLine([columns.week, columns.course, columns.product, columns.seatsUsed]),
  ...used.map(u => csvLine([u.week, u.course ?? uses.otherSchool, u.product, u.used])),
]

const Seats = ({ data: { school, link, report }, site }: { data: SeatsPage; site: Site }) => {
  const texts = useServerTexts('seats')
  const number = useNumbers()
  const { seats, used } = sumSeats(report)
  return (
    <div className="seats-page">
      <OfficePage
        title={texts.titleOf(school)}
        lead={seats === 0 ? texts.none : texts.point(number(used), number(seats))}
      >
        <BoughtSeats report={report} />
        <UsedSeats report={report} link={link} />
        <FreeCodes report={report} site={site} />
        <Help support={site.support} toTeacher />
      </OfficePage>
    </div>
  )
}

/** Rows of uses on the page. The file has all. */
const MOST_USES = 100

const BoughtSeats = ({ report }: { report: SeatReport }) => {
  const { bought, columns } = useServerTexts('seats')
  const number = useNumbers()
  return (
    <Panel title={bought.title}>
      <DataTable
        caption={bought.caption}
        head={[columns.product, columns.bought, columns.used, columns.free]}
        figures={[1, 2, 3]}
        empty={bought.empty}
        rows={report.products.map(p => ({
          key: p.product,
          cells: [p.product, ...[p.seats, p.used, p.seats - p.used].map(number)],
        }))}
      />
      <p className="soft">{bought.counts}</p>
    </Panel>
  )
}

const UsedSeats = ({ report, link }: { report: SeatReport; link: string }) => {
  const { uses, columns } = useServerTexts('seats')
  const number = useNumbers()
  const language = useLanguage()
  const week = (day: string) =>
    language === 'en' ? shortDay(day) : longDate(new Date(`${day}T12:00:00Z`), 'UTC', language)
  return (
    <Panel title={uses.title}>
      <DataTable
        caption={uses.caption}
        head={[columns.week, columns.course, columns.product, columns.used]}
        figures={[3]}
        empty={uses.empty}
        rows={report.uses.slice(0, MOST_USES).map((u, at) => ({
          key: at,
          cells: [week(u.week), u.course ?? uses.otherSchool, u.product, number(u.used)],
        }))}
      />
      {report.uses.length > 0 && (
        <a className="button button-quiet" href={withQuery(hrefs.seats(link), { as: 'csv' })} download>
          {uses.csv}
        </a>
      )}
    </Panel>
  )
}

const FreeCodes = ({ report, site }: { report: SeatReport; site: Site }) => {
  const { codes, columns } = useServerTexts('seats')
  const number = useNumbers()
  const language = useLanguage()
  return (
    <Panel title={codes.title}>
      {report.freeCodes > 0 && <p>{codes.left(report.freeCodes, number(report.freeCodes))}</p>}
      <DataTable
        caption={codes.caption}
        head={[columns.code, columns.product, columns.left, columns.until]}
        figures={[2]}
        empty={codes.empty}
        rows={report.free.map((f, at) => ({
          key: at,
          cells: [
            <code key="c">{f.code}</code>,
            f.product,
            number(f.left),
            f.expiresAt ? longDate(f.expiresAt, site.timezone, language) : codes.noEnd,
          ],
        }))}
      />
    </Panel>
  )
}
