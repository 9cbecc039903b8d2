import { drillNames, drillWords } from '#src/fingerspelling/rules/drill.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { page, screen } from '../screen.ts'
import { PageHeader } from '../ui/page-header.tsx'
import Drill from './drill.island.tsx'
import { ReviewNotice } from './review-notice.tsx'

const TITLE = 'Read fingerspelling'

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
  load: async ({ query, modules }) => {
    const units = await modules.signs.listUnits()
    const unit = units.find(known => String(known) === query.unit) ?? null
    const signs = unit === null ? [] : (await modules.signs.searchSigns({ term: `Unit ${unit}` })).signs
    const words = drillWords(unit === null ? drillNames : signs.flatMap(({ english }) => english[0] ?? []))
    const reviewed = await modules.fingerspelling.isReviewed()
    return page({ unit, units, words, reviewed }, { title: TITLE, framedBy: { lms: [] } })
  },
  View: ({ data: { unit, units, words, reviewed } }) => (
    <div className="wide fingerspelling">
      <PageHeader title={TITLE} about="Watch a word, then type what you read">
        <a href={paths.fingerspelling}>Fingerspelling</a>
      </PageHeader>
      <ReviewNotice reviewed={reviewed} />
      <Island of={Drill} props={{ words }} />
      <nav aria-label="Words">
        <ul className="pills">
          {[null, ...units].map(choice => (
            <li key={choice}>
              <a
                className="pill"
                href={withQuery(paths.fingerspellingDrill, { unit: choice?.toString() })}
                aria-current={choice === unit ? 'page' : undefined}
              >
                {choice === null ? 'Names' : `Unit ${choice}`}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  ),
})
