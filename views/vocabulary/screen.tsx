import { clipOf, playedClip } from '#src/signs/rules/clip-media.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Island } from '../island-host.tsx'
import PrintButton from '../lesson/print-button.island.tsx'
import { hrefs, paths } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { barePage, page, type Site, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choices.tsx'
import { LearningLinks, Pills } from '../ui/learning-links.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture, useMeanings } from '../ui/pictures/meaning.tsx'
import { PageHeader } from '../ui/public-page.tsx'
import { Qr } from '../ui/qr.tsx'
import { useLanguage, useServerTexts, useTexts } from '../ui/texts.ts'
import { type ChosenSigns, loadSigns, NoSigns, statusOf } from './chosen-signs.tsx'

const PAPERS = ['letter', 'a4']

/** The signs of a unit or lesson to print: picture, words, lines for notes, and a QR code to each entry. */
export const vocabulary = screen({
  path: paths.vocabulary,
  ...barePage,
  styles: 'teach',
  load: async context => {
    const found = await loadSigns(context)
    const paper = PAPERS.find(value => value === context.query.paper) ?? 'letter'
    const { vocabulary, deck } = textsIn(context.language)
    const about = found.list?.name ?? (found.unit && deck.unit(found.unit))
    const title = [vocabulary.title, about].filter(Boolean).join(' · ')
    return page({ ...found, paper }, { title, status: statusOf(found), framedBy: { lms: [] } })
  },
  View: ({ data, site }) => <Sheet {...data} site={site} />,
})

const Sheet = ({ unit, heading, paper, lessons, list, signs, site }: ChosenSigns & { paper: string; site: Site }) => {
  const texts = useServerTexts('vocabulary')
  const deck = useTexts('deck')
  const language = useLanguage()
  const papers = PAPERS.map(value => ({ value, label: value === 'letter' ? texts.letter : value.toUpperCase() }))
  return (
    <div className="wide vocabulary">
      <PageHeader title={list?.name ?? (unit ? texts.titleOf(unit) : texts.title)} about={texts.about}>
        <PageLink to={list ? hrefs.deckOfList(list.link) : hrefs.deck(unit || '1')}>{deck.lesson.practice}</PageLink>
        <LearningLinks here="deck" />
      </PageHeader>
      <Island of={PrintButton} props={{}} eager />
      {heading.length > 0 && (
        <p className="lesson-name">
          {heading.map(({ text, language }, nth) => (
            <span key={text} lang={language}>
              {nth > 0 && ' · '}
              {text}
            </span>
          ))}
        </p>
      )}
      <p className="vocabulary-who">
        <span>{texts.name}</span> <span>{texts.date}</span>
      </p>
      <Pills
        label={deck.lessons}
        of={[unit.split('.')[0] ?? '', ...lessons].filter(Boolean).map(choice => ({
          name: choice.includes('.') ? choice : deck.unit(choice),
          href: inLanguage(hrefs.vocabulary(choice, paper), language),
          current: choice === unit ? 'page' : undefined,
        }))}
      />
      <form method="get" action={paths.vocabulary} className="sheet-form vocabulary-paper">
        {list ? (
          <input type="hidden" name="list" value={list.link} />
        ) : (
          <input type="hidden" name="unit" value={unit} />
        )}
        {language !== 'en' && <input type="hidden" name="lang" value={language} />}
        <Select label={texts.paper} name="paper" value={paper} options={papers} />
        <Button look="quiet">{texts.show}</Button>
      </form>
      {signs.length === 0 && <NoSigns list={list} />}
      <ul className={`vocabulary-rows paper-${paper}`}>
        {signs.map(sign => (
          <Row key={sign.slug} sign={sign} site={site} />
        ))}
      </ul>
    </div>
  )
}

const Row = ({ sign, site }: { sign: Sign; site: Site }) => {
  const { slug, gloss, clips, picture } = sign
  const texts = useServerTexts('vocabulary')
  const language = useLanguage()
  const entry = inLanguage(hrefs.dictionary(paths.dictionary, { sign: slug }), language)
  const clip = clipOf(clips, 'sign')
  const poster = clip && playedClip(clip).poster
  return (
    <li className="vocabulary-row">
      {poster ? (
        <img src={poster} alt={texts.asSigned(gloss)} />
      ) : (
        picture && <MeaningPicture picture={picture} toPrint />
      )}
      <div className="vocabulary-words">
        <strong className="gloss" lang="en">
          {gloss}
        </strong>
        {useMeanings(sign).map(({ lang, words }) => (
          <span key={lang} lang={lang}>
            {words}
          </span>
        ))}
      </div>
      <div className="vocabulary-notes" />
      {clip && <Qr text={`${site.publicUrl}${entry}`} label={texts.qrOf(gloss)} />}
    </li>
  )
}
