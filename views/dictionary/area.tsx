import { handPicture } from '#src/signs/rules/fingerspelling/hand-picture.ts'
import { Island } from '../island-host.tsx'
import { learnPaths as paths } from '../learn-paths.ts'
import { ContentTitle } from '../ui/content-title.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { useTexts } from '../ui/texts.ts'
import Dictionary from './dictionary.island.tsx'
import type { LoadedDictionary } from './load.ts'
import { placeOf } from './search.ts'

/** The dictionary: the search, and before the first one what can be looked up. The styles hide that below results. */
export const DictionaryArea = ({ units, handshapes, ...props }: LoadedDictionary) => (
  <section className="dictionary">
    <Island of={Dictionary} props={props} eager />
    {!props.results && <Start units={units} handshapes={handshapes} hrefOf={term => placeOf(props, { term })} />}
  </section>
)

type Links = Pick<LoadedDictionary, 'units' | 'handshapes'> & { hrefOf(term: string): string }

const Start = ({ units, handshapes, hrefOf }: Links) => {
  const texts = useTexts('dictionary')
  return (
    <div className="dictionary-start">
      <div className="examples">
        <h2>{texts.forExample}</h2>
        <ul className="suggestions">
          {Object.values(texts.examples).map(term => (
            <li key={term}>
              <a className="pill" href={hrefOf(term)}>
                {term}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {units.length > 0 && <h2>{texts.chooseUnit}</h2>}
      <ul className="unit-tiles">
        {units.map(({ unit, title, translated, picture }) => (
          <li key={unit}>
            <a className="unit-tile" href={hrefOf(texts.unit(unit))}>
              {picture && <MeaningPicture picture={picture} />}
              <span className="unit-name">
                <span className="soft">{texts.unit(unit)}</span> <ContentTitle title={title} translated={translated} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {handshapes.length > 0 && <h2>{texts.chooseHandshape}</h2>}
      <ul className="hand-tiles">
        {handshapes.map(shape => (
          <li key={shape}>
            <a href={hrefOf(texts.handshapeTerm(shape))}>
              {/^[A-Z\d]$/.test(shape) && (
                <img className="hand" src={handPicture(shape)} alt="" width="64" height="64" loading="lazy" />
              )}
              {shape}
            </a>
          </li>
        ))}
      </ul>
      <p className="soft">
        <PageLink to={paths.glosses}>{texts.keyToGlosses}</PageLink> ·{' '}
        <PageLink to={paths.credits}>{texts.credits}</PageLink>
      </p>
    </div>
  )
}
