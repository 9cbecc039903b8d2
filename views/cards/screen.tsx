import { openCodeLink } from '#src/access/code-batches.ts'
import { batchCsv } from '#src/access/rules/code-batches.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { GoneLink } from '../help/help-corner.tsx'
import { hrefs, paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { barePage, type DataOf, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { useServerTexts } from '../ui/texts.ts'
import { CardPages, Cards, pageOfCards, readSheet } from './code-cards.tsx'

const load = async ({ app, params, query, language, site }: ScreenContext) => {
  const link = params.link ?? ''
  const texts = textsIn(language)
  const found = await openCodeLink(app, link)
  if (!found) return page(null, { title: texts.seats.gone, status: 404 })
  const { batch, codes } = found
  if (query.as === 'csv')
    return { kind: 'csv' as const, name: `codes-${batch.id}.csv`, lines: [batchCsv(codes, site.timezone)] }
  return page({ link, batch, ...pageOfCards(codes, query.page) }, { title: texts.cards.title })
}
type CardsPage = NonNullable<DataOf<typeof load>>

/** Cards of an order for the coordinator of a school, by the link of a mail. */
export const cards = screen({
  path: paths.cards,
  ...barePage,
  styles: 'staff',
  load,
  View: ({ data, site }) => (data ? <Order data={data} site={site} /> : <GoneLink site={site} />),
})

const Order = ({ data: { link, batch, codes, ...place }, site }: { data: CardsPage; site: Site }) => {
  const texts = useServerTexts('cards')
  return (
    <div className="office-page">
      <header className="office-head no-print">
        <h1>{texts.title}</h1>
        <p>{texts.point(place.size, batch.productName)}</p>
        <p className="soft">{texts.print}</p>
        <p>
          <a className="button button-quiet" href={withQuery(hrefs.cards(link), { as: 'csv' })} download>
            {texts.csv}
          </a>
        </p>
        <CardPages label={texts.pages} {...place} href={n => withQuery(hrefs.cards(link), { page: String(n) })} />
      </header>
      <Cards batch={batch} codes={codes} sheet={readSheet({}, batch.school?.name)} site={site} />
    </div>
  )
}
