import { plainAmount } from '#src/core/rules/money.ts'
import { recentTerms } from '#src/courses/rules/course-list.ts'
import { reportRevenue, reportSchools } from '#src/desk/reports.ts'
import { isNotBack, netOf, revenueCsv, revenueOf, schoolsCsv } from '#src/desk/rules/sales.ts'
import { hrefs, paths } from '../../paths.ts'
import { type CsvFile, type DataOf, page } from '../../screen.ts'
import { Button, QuietLink } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Badge, DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const csvFile = (name: string, lines: string[]): CsvFile => ({ kind: 'csv', name, lines })

const load = async ({ app, staff, site, now, query }: StaffContext) => {
  const { timezone } = site
  if (query.as === 'revenue-csv')
    return csvFile('revenue.csv', revenueCsv(await reportRevenue(app, query.term, staff), timezone))
  const { terms, schools: all } = await reportSchools(app, query.term, staff)
  /** Only schools that had students a year ago and have none this term. */
  const onlyNotBack = query.back === 'no'
  const schools = onlyNotBack ? all.filter(isNotBack) : all
  if (query.as === 'schools-csv') return csvFile('schools.csv', schoolsCsv(schools, terms, timezone))
  const choices = recentTerms(now).map(({ key, label }) => ({ value: key, label }))
  const revenue = revenueOf(await reportRevenue(app, query.term, staff), timezone)
  return page({ terms, choices, schools, onlyNotBack, revenue }, { title: 'Sales' })
}
type SalesPage = DataOf<typeof load>

/** Sales: which schools are back, what they use, and what was paid by card. */
export const salesScreen = staffScreen({
  path: paths.sales,
  right: 'manage',
  nav: { section: 'Sales', label: 'Sales' },
  load,
  View: ({ data }) => {
    const { terms, choices, onlyNotBack } = data
    return (
      <OfficePage title="Sales" lead={`${terms.term.label} beside ${terms.before.label}.`}>
        <form method="get" action={paths.sales} className="row list-form">
          <Select label="Term" name="term" value={terms.term.key} options={choices} />
          <Check name="back" value="no" defaultChecked={onlyNotBack} label="Only schools that are not back yet" />
          <Button look="quiet">Show</Button>
        </form>
        <Schools {...data} />
        <Revenue {...data} />
      </OfficePage>
    )
  },
})

const count = (value: number): string => value.toLocaleString('en-US')

const Schools = ({ schools, terms, onlyNotBack }: SalesPage) => {
  const { date } = useDates()
  return (
    <Panel title="Schools">
      <DataTable
        caption="Schools"
        head={['School', 'Seats bought', 'Seats used', terms.term.label, terms.before.label, 'Last launch']}
        figures={[1, 2, 3, 4]}
        empty={onlyNotBack ? 'Every school with students a year ago is back.' : 'No schools yet.'}
        rows={schools.map(s => ({
          key: s.id,
          cells: [
            <span key="s">
              <a href={hrefs.schoolPage(s.id)}>{s.name}</a> {isNotBack(s) && <Badge tone="problem">not back yet</Badge>}
            </span>,
            count(s.seats),
            count(s.used),
            count(s.students),
            count(s.studentsBefore),
            s.lastLaunch ? date(s.lastLaunch) : 'none known',
          ],
        }))}
      />
      <p className="soft">
        Seats are uses of the codes made or imported for a school, without void ones. A term counts the students who got
        access in its courses.
      </p>
      <QuietLink href={hrefs.salesCsv('schools', terms.term.key, onlyNotBack)} download>
        Save schools as CSV
      </QuietLink>
    </Panel>
  )
}

const AMOUNTS = ['paid', 'refunded', 'disputed'] as const

const Revenue = ({ revenue, terms }: SalesPage) => {
  const totals = [...new Set(revenue.map(row => row.currency))].map(currency => {
    const rows = revenue.filter(row => row.currency === currency)
    const sum = (of: (typeof AMOUNTS)[number]) => rows.reduce((all, row) => all + row[of], 0)
    const [paid, refunded, disputed] = AMOUNTS.map(sum) as [number, number, number]
    return { month: 'All months', product: '', currency, paid, refunded, disputed }
  })
  return (
    <Panel title="Revenue by month and product">
      <DataTable
        caption="Revenue by month and product"
        head={['Month', 'Product', 'Currency', 'Paid', 'Refunded', 'Disputed', 'Net']}
        figures={[3, 4, 5, 6]}
        empty="No card payments in this time."
        rows={[...revenue, ...totals].map(row => ({
          key: `${row.month} ${row.product} ${row.currency}`,
          marked: row.product === '',
          cells: [
            row.month,
            row.product,
            row.currency.toUpperCase(),
            ...[...AMOUNTS.map(of => row[of]), netOf(row)].map(amount => plainAmount({ ...row, amount })),
          ],
        }))}
      />
      <p className="soft">
        From {terms.before.label} to {terms.term.label}, tax included. A dispute counts while it is open, and if we lost
        it. A payment or refund that names no product is split by the prices.
      </p>
      <QuietLink href={hrefs.salesCsv('revenue', terms.term.key)} download>
        Save payments as CSV
      </QuietLink>
    </Panel>
  )
}
