import { downloadCodeBatch } from '#src/codes/find-code-batch.ts'
import { type BatchCode, type CodeBatch, codeRefusals } from '#src/codes/rules/generate-codes.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { staffScreen } from '../staff-screen.ts'
import { CodeCard } from './card.tsx'
import { MOST_SCHOOL, PAPERS, PER_SHEET, readSheet, type Sheet, sheetHref } from './sheet.ts'

interface CardsPage {
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  /** Current page, counted from 1. */
  at: number
  pages: number
  sheet: Sheet
}

/** Full sheets of each size: few enough to render and print without a delay. */
const PER_PAGE = 80

/** Print cards: each card has an access code as text and as a QR code. */
export const codeCardsScreen = staffScreen<CardsPage>({
  path: paths.codeCards,
  load: async ({ app, params, query, staff }) => {
    const found = await downloadCodeBatch(app, params.batch ?? '', 'cards', staff)
    const pages = Math.max(1, Math.ceil((found?.codes.length ?? 0) / PER_PAGE))
    const at = Math.min(Math.max(1, Number(query.page) || 1), pages)
    const codes = found?.codes.slice((at - 1) * PER_PAGE, at * PER_PAGE) ?? []
    const shown = found && { batch: found.batch, codes }
    return page<CardsPage>(
      { shown, at, pages, sheet: readSheet(query, found?.batch.school?.name) },
      { title: 'Print cards', status: found ? 200 : 404 },
    )
  },
  View: ({ data: { shown, at, pages, sheet }, site }) => (
    <div className="office-page">
      <header className="office-head no-print">
        <h1>Print cards</h1>
        {shown ? (
          <p className="soft">
            Print this page in your browser. <a href={hrefs.batch(shown.batch.id)}>Back to the codes</a>
          </p>
        ) : (
          <Feedback feedback={{ tone: 'problem', text: codeRefusals.batch_not_found.message }} />
        )}
        {shown && <SheetForm sheet={sheet} />}
        {shown && pages > 1 && <Pages batch={shown.batch} at={at} pages={pages} sheet={sheet} />}
      </header>
      {shown && (
        <ul className={`code-cards cards-${sheet.perSheet} paper-${sheet.paper}`}>
          {shown.codes.map(code => (
            <CodeCard key={code.code} code={code} batch={shown.batch} school={sheet.school} site={site} />
          ))}
        </ul>
      )}
    </div>
  ),
})

/** Chooses how the cards are printed. A form that only asks for the page again. */
const SheetForm = ({ sheet: { perSheet, paper, school } }: { sheet: Sheet }) => (
  <form method="get" className="sheet-form">
    <Field label="School's name" name="school" defaultValue={school} maxLength={MOST_SCHOOL} />
    <Select
      label="Cards per sheet"
      name="per"
      value={perSheet}
      options={PER_SHEET.map(n => ({ value: n, label: n }))}
    />
    <Select label="Paper" name="paper" value={paper} options={PAPERS} />
    <Button look="quiet">Show</Button>
  </form>
)

interface PagesProps {
  batch: CodeBatch
  at: number
  pages: number
  sheet: Sheet
}

const Pages = ({ batch, at, pages, sheet }: PagesProps) => (
  <nav aria-label="Pages of cards">
    <ul className="page-links">
      {Array.from({ length: pages }, (_, i) => i + 1).map(n => (
        <li key={n}>
          <a href={sheetHref(batch.id, sheet, n)} aria-current={n === at ? 'page' : undefined}>
            {(n - 1) * PER_PAGE + 1}–{Math.min(n * PER_PAGE, batch.size)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
