import { csvLine } from '#src/core/rules/csv.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import { describeSeats } from '#src/reports/read-reports.ts'
import { type SeatReport, type SeatUse, sumSeats } from '#src/reports/rules/seats.ts'
import { openSeatLink } from '#src/schools/seat-links.ts'
import { paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { OfficePage } from '../ui/office-page.tsx'
import { Signpost } from '../ui/pictures/signpost.tsx'
import { useServerTexts } from '../ui/texts.ts'
import { BoughtSeats, FreeCodes, UsedSeats } from './panels.tsx'
import { useNumbers } from './use-numbers.ts'

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
  View: ({ data, site }) => (data ? <Seats data={data} site={site} /> : <Gone site={site} />),
})

async function* csvOf(used: SeatUse[], { columns, uses }: Texts['seats']) {
  yield csvLine([columns.week, columns.course, columns.product, columns.seatsUsed])
  yield used.map(u => csvLine([u.week, u.course ?? uses.otherSchool, u.product, u.used])).join('')
}

const Gone = ({ site }: { site: Site }) => {
  const texts = useServerTexts('seats')
  return (
    <Message title={texts.gone} picture={<Signpost />} site={site} help={<Help support={site.support} toTeacher />}>
      <p>{texts.askAgain}</p>
    </Message>
  )
}

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
