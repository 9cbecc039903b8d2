import { clipOf, playedClip } from '#src/signs/rules/clip-media.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { hrefs, paths } from '../paths.ts'
import { page, type Site, screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Qr } from '../ui/qr.tsx'
import { Select } from '../ui/select.tsx'
import { type ChosenSigns, loadSigns, statusOf } from './load-signs.ts'
import { NoSigns } from './no-signs.tsx'

const TITLE = 'Vocabulary sheet'
const PAPERS = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
]

interface Data extends ChosenSigns {
  paper: string
}

/** The signs of a unit or lesson to print: picture, words, lines for notes, and a QR code to each entry. */
export const vocabulary = screen<Data>({
  path: paths.vocabulary,
  access: 'public',
  chrome: 'bare',
  load: async context => {
    const found = await loadSigns(context)
    const paper = PAPERS.find(({ value }) => value === context.query.paper)?.value ?? 'letter'
    const about = found.list?.name ?? (found.unit && `Unit ${found.unit}`)
    const title = [TITLE, about].filter(Boolean).join(' · ')
    return page({ ...found, paper }, { title, status: statusOf(found), framedBy: { lms: [] } })
  },
  View: ({ data: { unit, paper, lessons, list, signs }, site }) => (
    <div className="wide vocabulary">
      <PageHeader
        title={list?.name ?? (unit ? `Vocabulary, Unit ${unit}` : TITLE)}
        about="Print this page in your browser"
      >
        <a href={list ? hrefs.deckOfList(list.link) : hrefs.deck(unit || '1')}>Practice with cards</a>
      </PageHeader>
      <nav aria-label="Lessons">
        <ul className="pills">
          {[unit.split('.')[0] ?? '', ...lessons].filter(Boolean).map(choice => (
            <li key={choice}>
              <a
                className="pill"
                href={hrefs.vocabulary(choice, paper)}
                aria-current={choice === unit ? 'page' : undefined}
              >
                {choice.includes('.') ? choice : `Unit ${choice}`}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" action={paths.vocabulary} className="sheet-form vocabulary-paper">
        {list ? (
          <input type="hidden" name="list" value={list.link} />
        ) : (
          <input type="hidden" name="unit" value={unit} />
        )}
        <Select label="Paper" name="paper" value={paper} options={PAPERS} />
        <Button look="quiet">Show</Button>
      </form>
      {signs.length === 0 && <NoSigns list={list} />}
      <ul className={`vocabulary-rows paper-${paper}`}>
        {signs.map(sign => (
          <Row key={sign.slug} sign={sign} site={site} />
        ))}
      </ul>
    </div>
  ),
})

const Row = ({ sign: { slug, gloss, english, spanish, clips }, site }: { sign: Sign; site: Site }) => {
  const clip = clipOf(clips, 'sign')
  const poster = clip && playedClip(clip).poster
  return (
    <li className="vocabulary-row">
      {poster && <img src={poster} alt={`${gloss}, as signed`} />}
      <div className="vocabulary-words">
        <strong className="gloss">{gloss}</strong>
        <span>{english.join(', ')}</span>
        {spanish.length > 0 && <span lang="es">{spanish.join(', ')}</span>}
      </div>
      <div className="vocabulary-notes" />
      <Qr
        text={`${site.publicUrl}${hrefs.dictionary(paths.dictionary, { sign: slug })}`}
        label={`QR code of ${gloss}`}
      />
    </li>
  )
}
