import { characters } from '#src/fingerspelling/rules/alphabet.ts'
import { type SpelledLetter, wordsOf } from '#src/fingerspelling/rules/spell.ts'
import { island } from '../island.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { Hand } from './hand.tsx'
import { LooksForm } from './looks-form.tsx'
import { useLooks } from './use-looks.ts'
import { WordPlayer } from './word-player.tsx'

/** A word, letter by letter, and the whole alphabet. After hydration the word plays, and the hand can be changed. */
const Fingerspelling = ({ letters }: { letters: SpelledLetter[] }) => {
  const texts = useTexts('fingerspelling')
  const hydrated = useHydrated()
  const [looks, change] = useLooks()
  return (
    <>
      {hydrated && letters.length > 0 && <WordPlayer letters={letters} side={looks.view} />}
      {letters.length > 0 && (
        <div className="spelled">
          {wordsOf(letters).map((word, w) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place
            <ol key={w}>
              {word.map(({ character, doubled }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
                <li key={i}>
                  <figure>
                    <Hand drawing={character} side={looks.view} label={character} />
                    <figcaption>
                      {character}
                      {doubled && <span className="soft"> {texts.slides}</span>}
                    </figcaption>
                  </figure>
                </li>
              ))}
            </ol>
          ))}
        </div>
      )}
      {hydrated && <LooksForm looks={looks} change={change} />}
      <h2>{texts.alphabetAndNumbers}</h2>
      <ul className="alphabet">
        {characters.map(character => (
          <li key={character} id={`letter-${character}`}>
            <figure>
              <Hand drawing={character} side={looks.view} label={character} />
              <figcaption>
                <strong>{character}</strong> {texts.letters[character]}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </>
  )
}

export default island('fingerspelling/fingerspelling', Fingerspelling, ['fingerspelling'])
