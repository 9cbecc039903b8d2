import { type Looks, lookChoices, lookLabels } from '#src/fingerspelling/rules/looks.ts'

const names = ['skin', 'sleeve', 'hand', 'view'] as const

/** Choices of skin, sleeve, hand and view. */
export const LooksForm = ({ looks, change }: { looks: Looks; change(part: Partial<Looks>): void }) => (
  <details className="hand-looks">
    <summary>Change how the hand looks</summary>
    <div className="hand-choices">
      {names.map(name => (
        <label key={name}>
          {lookLabels[name]}
          <select className="input" value={looks[name]} onChange={event => change({ [name]: event.target.value })}>
            {Object.entries(lookChoices[name]).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
    <p className="hint">Your choice stays in this browser.</p>
  </details>
)
