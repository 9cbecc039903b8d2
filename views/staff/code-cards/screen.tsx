import { downloadCodeBatch } from '#src/access/code-batches.ts'
import { codeRefusals } from '#src/access/rules/code-batches.ts'
import { CardPages, Cards, pageOfCards } from '../../cards/code-cards.tsx'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { page } from '../../screen.ts'
import { Feedback } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Print cards: each card has an access code as text and as a QR code. */
export const codeCardsScreen = staffScreen({
  path: paths.codeCards,
  load: async ({ app, params, query, staff }) => {
    const found = await downloadCodeBatch(app, params.batch ?? '', 'cards', staff)
    const { codes, ...place } = pageOfCards(found?.codes.filter(code => code.voidedAt === null) ?? [], query.page)
    const shown = found && { batch: found.batch, codes }
    return page({ shown, ...place }, { title: 'Print cards', status: found ? 200 : 404 })
  },
  View: ({ data: { shown, ...place }, site }) => (
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
        {shown && (
          <CardPages
            label="Pages of cards"
            {...place}
            href={n => withQuery(hrefs.codeCards(shown.batch.id), { page: String(n) })}
          />
        )}
      </header>
      {shown && <Cards {...shown} site={site} />}
    </div>
  ),
})
