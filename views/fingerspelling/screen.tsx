import { useContext } from 'react'
import { isReviewed } from '#src/signs/fingerspelling.ts'
import { drawingsOf } from '#src/signs/rules/fingerspelling/playback.ts'
import { spell, WORD_MAX } from '#src/signs/rules/fingerspelling/spelling.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { LearningLinks } from '../ui/learning-links.tsx'
import { Notice } from '../ui/notice.tsx'
import { DrawnContext } from '../ui/pictures/drawn.ts'
import { PageHeader } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { ReviewNotice } from './controls.tsx'
import Fingerspelling from './fingerspelling.island.tsx'

const load = async ({ query, app, language }: ScreenContext) => {
  const typed = [...(query.word ?? '').trim()]
  const word = typed.slice(0, WORD_MAX).join('')
  return page(
    { word, ...spell(word), isCut: typed.length > WORD_MAX, reviewed: await isReviewed(app) },
    { title: [word, textsIn(language).fingerspelling.title].filter(Boolean).join(' · '), framedBy: { lms: [] } },
  )
}

/** The manual alphabet, and any word spelled with it. Public; a page that embeds it may frame it. */
export const fingerspelling = screen({
  path: paths.fingerspelling,
  ...barePage,
  styles: 'signs',
  load,
  View: ({ data }) => <FingerspellingView {...data} />,
})

const FingerspellingView = ({ word, letters, leftOut, isCut, reviewed }: DataOf<typeof load>) => {
  const texts = useTexts('fingerspelling')
  const sentences = useServerTexts('sentences')
  const { hands } = useContext(DrawnContext)
  const symbols = [...new Set(drawingsOf(letters))].map(name => hands.get(name) ?? '')
  return (
    <div className="wide fingerspelling">
      <PageHeader title={texts.title} about={texts.about}>
        <LearningLinks here="fingerspelling" />
      </PageHeader>
      <form method="get" action={paths.fingerspelling} className="search">
        <label htmlFor="word">{texts.spellWord}</label>
        <div className="search-row">
          <input
            id="word"
            className="input"
            name="word"
            defaultValue={word}
            maxLength={WORD_MAX}
            autoComplete="off"
            autoCapitalize="none"
          />
          <Button>{texts.spellIt}</Button>
        </div>
        <p className="hint">{texts.hint}</p>
      </form>
      <ReviewNotice reviewed={reviewed} />
      {leftOut.length > 0 && <Notice tone="plain">{texts.leftOut(leftOut.join(' '))}</Notice>}
      {isCut && <Notice tone="plain">{sentences.wordCut(WORD_MAX)}</Notice>}
      {letters.length > 0 && (
        <>
          <h2 dir="auto">{word}</h2>
          <p className="soft">{texts.notTheSign}</p>
        </>
      )}
      {/* Within the page, so that a word does not load the whole alphabet. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings */}
      <svg display="none" dangerouslySetInnerHTML={{ __html: symbols.join('') }} />
      <Island of={Fingerspelling} props={{ letters, hasDrawings: hands.size > 0 }} />
    </div>
  )
}
