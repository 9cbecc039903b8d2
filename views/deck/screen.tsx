import { isReviewed } from '#src/signs/fingerspelling.ts'
import { toDeckCard } from '#src/signs/rules/deck.ts'
import { listUnits } from '#src/signs/signs.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { LearningLinks, Pills } from '../ui/learning-links.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/public-page.tsx'
import { useTexts } from '../ui/texts.ts'
import { loadSigns, NoSigns, statusOf } from '../vocabulary/chosen-signs.tsx'
import Deck from './deck.island.tsx'

const load = async (context: ScreenContext) => {
  const { app, language, now } = context
  const found = await loadSigns(context)
  const [units, reviewed] = await Promise.all([listUnits(app.db), isReviewed(app)])
  const { signs, ...chosen } = found
  const { unit, list } = chosen
  const texts = textsIn(language).deck
  const title = list?.name ? texts.titleOfList(list.name) : unit ? texts.titleOf(unit) : texts.title
  return page(
    { ...chosen, title, units, cards: signs.map(toDeckCard), reviewed, now: now.getTime() },
    { title, status: statusOf(found), framedBy: { lms: [] } },
  )
}
type Data = DataOf<typeof load>

/** Practice with the signs of a unit or lesson. Nothing about the visitor leaves the browser. */
export const deck = screen({
  path: paths.deck,
  ...barePage,
  styles: 'signs',
  load,
  View: ({ data }) => <DeckView {...data} />,
})

const DeckView = ({ title, unit, list, units, lessons, cards, reviewed, now }: Data) => {
  const texts = useTexts('deck')
  const chosen = unit.split('.')[0] ?? ''
  return (
    <div className="wide deck">
      <PageHeader title={title} about={texts.about}>
        <LearningLinks here="deck" />
      </PageHeader>
      {cards.length === 0 && <NoSigns list={list} />}
      {cards.length > 0 && <Island of={Deck} props={{ cards, now }} eager />}
      {!reviewed && cards.some(({ drawn }) => drawn !== null) && <Notice tone="plain">{texts.notReviewed}</Notice>}
      {cards.length > 0 && (
        <p>
          <a href={list ? hrefs.vocabularyOfList(list.link) : hrefs.vocabulary(unit)}>{texts.sheet}</a>
        </p>
      )}
      <Pills
        label={texts.lessons}
        of={lessons.map(lesson => ({
          name: lesson,
          href: hrefs.deck(lesson),
          current: lesson === unit ? 'page' : undefined,
        }))}
      />
      <Pills
        label={texts.units}
        of={units.map(String).map(each => ({
          name: texts.unit(each),
          href: hrefs.deck(each),
          current: each === unit ? 'page' : each === chosen ? 'true' : undefined,
        }))}
      />
    </div>
  )
}
