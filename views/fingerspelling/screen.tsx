import { type SpelledLetter, spell, WORD_MAX } from '#src/fingerspelling/rules/spell.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import Fingerspelling from './fingerspelling.island.tsx'
import { ReviewNotice } from './review-notice.tsx'

const TITLE = 'Fingerspelling'

interface Data {
  word: string
  letters: SpelledLetter[]
  leftOut: string[]
  reviewed: boolean
}

/** The manual alphabet, and any word spelled with it. Public; a page that embeds it may frame it. */
export const fingerspelling = screen<Data>({
  path: paths.fingerspelling,
  access: 'public',
  chrome: 'bare',
  load: async ({ query, modules }) => {
    const word = (query.word ?? '').trim().slice(0, WORD_MAX)
    return page(
      { word, ...spell(word), reviewed: await modules.fingerspelling.isReviewed() },
      { title: [word, TITLE].filter(Boolean).join(' · '), framedBy: { lms: [] } },
    )
  },
  View: ({ data: { word, letters, leftOut, reviewed } }) => (
    <div className="wide fingerspelling">
      <PageHeader title={TITLE} about="The manual alphabet of American Sign Language">
        <a href={paths.dictionary}>Sign dictionary</a>
      </PageHeader>
      <form method="get" action={paths.fingerspelling} className="search">
        <label htmlFor="word">Spell a word</label>
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
          <Button>Spell it</Button>
        </div>
        <p className="hint">A name, a place or a title. What you type is not stored.</p>
      </form>
      <p>
        <a href={paths.fingerspellingDrill}>Practice reading fingerspelling</a>
      </p>
      <ReviewNotice reviewed={reviewed} />
      {leftOut.length > 0 && (
        <Notice tone="plain">The alphabet has no letter for {leftOut.join(' ')}. We left it out.</Notice>
      )}
      {letters.length > 0 && <h2 dir="auto">{word}</h2>}
      <Island of={Fingerspelling} props={{ letters }} />
    </div>
  ),
})
