import { keysOf } from '#src/core/rules/guards.ts'
import { type Looks, lookChoices } from '#src/signs/rules/fingerspelling/looks.ts'
import { paces } from '#src/signs/rules/fingerspelling/playback.ts'
import { useTexts } from '../ui/texts.ts'

/** Choices of skin, sleeve, hand and view. */
export const LooksForm = ({ looks, change }: { looks: Looks; change(part: Partial<Looks>): void }) => {
  const texts = useTexts('fingerspelling')
  const labelOf = (name: keyof Looks, value: string) => (texts.lookNames[name] as Record<string, string>)[value]
  return (
    <details className="hand-looks">
      <summary>{texts.changeLooks}</summary>
      <div className="hand-choices">
        {keysOf(lookChoices).map(name => (
          <label key={name}>
            {texts.lookLabels[name]}
            <select className="input" value={looks[name]} onChange={event => change({ [name]: event.target.value })}>
              {lookChoices[name].map(value => (
                <option key={value} value={value}>
                  {labelOf(name, value)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className="hint">{texts.keptHere}</p>
    </details>
  )
}

/** The mark of drawings that no Deaf signer has reviewed. */
export const ReviewNotice = ({ reviewed }: { reviewed: boolean }) => {
  const { notReviewed } = useTexts('fingerspelling')
  return reviewed ? null : <p className="soft">{notReviewed}</p>
}

/** Options of a choice of the letters a second. */
export const PaceOptions = () => {
  const texts = useTexts('fingerspelling').paces
  return keysOf(paces).map(name => (
    <option key={name} value={name}>
      {texts[name]}
    </option>
  ))
}
