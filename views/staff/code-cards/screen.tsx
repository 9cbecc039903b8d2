import { downloadCodeBatch } from '#src/access/code-batches.ts'
import { codeRefusals } from '#src/access/rules/code-batches.ts'
import {
  CardPages,
  Cards,
  PAPERS,
  PER_SHEET,
  pageOfCards,
  readSheet,
  SCHOOL_NAME_MAX,
  type Sheet,
  sheetHref,
} from '../../cards/code-cards.tsx'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Feedback } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Print cards: each card has an access code as text and as a QR code. */
export const codeCardsScreen = staffScreen({
  path: paths.codeCards,
  load: async ({ app, params, query, staff }) => {
    const found = await downloadCodeBatch(app, params.batch ?? '', 'cards', staff)
    const { codes, ...place } = pageOfCards(found?.codes.filter(code => code.voidedAt === null) ?? [], query.page)
    const shown = found && { batch: found.batch, codes }
    return page(
      { shown, ...place, sheet: readSheet(query, found?.batch.school?.name) },
      { title: 'Print cards', status: found ? 200 : 404 },
    )
  },
  View: ({ data: { shown, sheet, ...place }, site }) => (
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
        {shown && <CardPages label="Pages of cards" {...place} href={n => sheetHref(shown.batch.id, sheet, n)} />}
      </header>
      {shown && <Cards {...shown} sheet={sheet} site={site} />}
    </div>
  ),
})

/** Chooses how the cards are printed. A form that only asks for the page again. */
const SheetForm = ({ sheet: { perSheet, paper, school } }: { sheet: Sheet }) => (
  <form method="get" className="sheet-form">
    <Field label="School's name" name="school" defaultValue={school} maxLength={SCHOOL_NAME_MAX} />
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
