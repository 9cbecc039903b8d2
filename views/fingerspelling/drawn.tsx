import { spell } from '#src/signs/rules/fingerspelling/spelling.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Hand, PlayedHand, useLooks } from './hand.tsx'
import { usePlayback } from './letter-playback.ts'

/** Letters a second. */
const PACE = 2

/** The drawn hands of a word, a number or a handshape. A word plays letter by letter, in place. */
export const Drawn = ({ word, playLabel }: { word: string; playLabel: string }) => {
  const [looks] = useLooks()
  const hydrated = useHydrated()
  const { letters } = spell(word)
  const { shown, play, stop } = usePlayback(letters, PACE)
  return (
    <>
      <ol className={shown ? 'drawn-hands drawn-playing' : 'drawn-hands'}>
        {letters.map(
          ({ character }, i) =>
            character && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
              <li key={i} className={shown?.index === i ? 'drawn-now' : undefined}>
                {shown?.index === i ? (
                  <PlayedHand moment={shown} side={looks.view} label={character} />
                ) : (
                  <Hand drawing={character} side={looks.view} label={character} />
                )}
              </li>
            ),
        )}
      </ol>
      {hydrated && letters.length > 1 && (
        <Button look="quiet" onClick={shown ? stop : play}>
          {playLabel}
        </Button>
      )}
    </>
  )
}
