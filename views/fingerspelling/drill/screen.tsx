import { isReviewed } from '#src/signs/fingerspelling.ts'
import { drillNames, drillWords } from '#src/signs/rules/fingerspelling/drill.ts'
import { listUnits, searchSigns } from '#src/signs/signs.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { inLanguage, withQuery } from '../../pay-paths.ts'
import { page, screen } from '../../screen.ts'
import { PageHeader } from '../../ui/public-page.tsx'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import { ReviewNotice } from '../controls.tsx'
import Drill from './drill.island.tsx'

interface Data {
  unit: number | null
  units: number[]
  words: string[]
  reviewed: boolean
}

/** Practice in reading: names, or words of a unit. Nothing about the visitor leaves the browser. */
export const fingerspellingDrill = screen<Data>({
  path: paths.fingerspellingDrill,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ query, app, language }) => {
    const units = await listUnits(app)
    const unit = units.find(known => String(known) === query.unit) ?? null
    const signs = unit === null ? [] : (await searchSigns(app, { term: `Unit ${unit}` })).signs
    const words = drillWords(unit === null ? drillNames : signs.flatMap(({ english }) => english[0] ?? []))
    const reviewed = await isReviewed(app)
    return page(
      { unit, units, words, reviewed },
      { title: textsIn(language).fingerspelling.drillTitle, framedBy: { lms: [] } },
    )
  },
  View: ({ data }) => <DrillView {...data} />,
})

const DrillView = ({ unit, units, words, reviewed }: Data) => {
  const texts = useTexts('fingerspelling')
  const language = useLanguage()
  return (
    <div className="wide fingerspelling">
      <PageHeader title={texts.drillTitle} about={texts.drillAbout}>
        <a href={inLanguage(paths.fingerspelling, language)}>{texts.title}</a>
      </PageHeader>
      <ReviewNotice reviewed={reviewed} />
      <Island of={Drill} props={{ words }} />
      <nav aria-label={texts.words}>
        <ul className="pills">
          {[null, ...units].map(choice => (
            <li key={choice}>
              <a
                className="pill"
                href={withQuery(paths.fingerspellingDrill, { unit: choice?.toString() })}
                aria-current={choice === unit ? 'page' : undefined}
              >
                {choice === null ? texts.names : texts.unit(choice)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
