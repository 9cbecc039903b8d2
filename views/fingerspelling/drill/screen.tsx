import { isReviewed } from '#src/signs/fingerspelling.ts'
import { drillNames, drillWords, lookAlikeWords } from '#src/signs/rules/fingerspelling/drill.ts'
import { listUnits, searchSigns } from '#src/signs/signs.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../../screen.ts'
import { LearningLinks, Pills } from '../../ui/learning-links.tsx'
import { PageHeader } from '../../ui/public-page.tsx'
import { useTexts } from '../../ui/texts.ts'
import { ReviewNotice } from '../controls.tsx'
import Drill from './drill.island.tsx'

const LOOK_ALIKES = 'look-alikes'

const load = async ({ query, app, language }: ScreenContext) => {
  const units = await listUnits(app.db)
  const unit = units.find(known => String(known) === query.unit) ?? null
  const signs = unit === null ? [] : (await searchSigns(app, { term: `Unit ${unit}` })).signs
  /** Letters that look alike, in place of words. */
  const isAlike = query.set === LOOK_ALIKES
  const words = isAlike
    ? lookAlikeWords
    : drillWords(unit === null ? drillNames : signs.flatMap(({ english }) => english[0] ?? []))
  return page(
    { unit, isAlike, units, words, reviewed: await isReviewed(app) },
    { title: textsIn(language).fingerspelling.drillTitle, framedBy: { lms: [] } },
  )
}

/** Practice in reading: names, or words of a unit. Nothing about the visitor leaves the browser. */
export const fingerspellingDrill = screen({
  path: paths.fingerspellingDrill,
  ...barePage,
  styles: 'signs',
  load,
  View: ({ data }) => <DrillView {...data} />,
})

const DrillView = ({ unit, isAlike, units, words, reviewed }: DataOf<typeof load>) => {
  const texts = useTexts('fingerspelling')
  const choices = [
    { name: texts.names, isChosen: unit === null && !isAlike },
    { name: texts.lookAlikes, isChosen: isAlike, set: LOOK_ALIKES },
    ...units.map(each => ({ name: texts.unit(each), isChosen: each === unit && !isAlike, unit: String(each) })),
  ]
  return (
    <div className="wide fingerspelling">
      <PageHeader title={texts.drillTitle} about={texts.drillAbout}>
        <LearningLinks here="fingerspellingDrill" />
      </PageHeader>
      <ReviewNotice reviewed={reviewed} />
      <Island of={Drill} props={{ words }} />
      <Pills
        label={texts.words}
        of={choices.map(({ name, isChosen, ...query }) => ({
          name,
          href: withQuery(paths.fingerspellingDrill, query),
          current: isChosen ? 'page' : undefined,
        }))}
      />
    </div>
  )
}
