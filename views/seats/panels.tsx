import { longDate, shortDay } from '#src/core/rules/business-day.ts'
import type { SeatReport } from '#src/reports/rules/seats.ts'
import { hrefs } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import type { Site } from '../screen.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/office-page.tsx'
import { useLanguage, useServerTexts } from '../ui/texts.ts'
import { useNumbers } from './use-numbers.ts'

/** Rows of uses on the page. The file has all. */
const MOST_USES = 100

export const BoughtSeats = ({ report }: { report: SeatReport }) => {
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

export const UsedSeats = ({ report, link }: { report: SeatReport; link: string }) => {
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

export const FreeCodes = ({ report, site }: { report: SeatReport; site: Site }) => {
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
