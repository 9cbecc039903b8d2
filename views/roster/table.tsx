import type { RosterRow } from '#src/lti/rules/roster.ts'
import { useServerTexts } from '../ui/texts.ts'

/** The students, each with the step and what is still needed. */
export const RosterTable = ({ rows }: { rows: RosterRow[] }) => {
  const texts = useServerTexts('roster')
  return (
    <table className="roster-table">
      <thead>
        <tr>
          <th scope="col">{texts.student}</th>
          <th scope="col">{texts.step}</th>
          <th scope="col">{texts.stillNeeded}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
            key={n}
            data-step={row.step}
          >
            <th scope="row">
              <span dir="auto">{row.name}</span>
              {row.mark && <span className="roster-mark">{row.mark}</span>}
              {row.isTest && <span className="roster-mark">{texts.testStudent}</span>}
            </th>
            <td>
              <span className={`roster-step roster-${row.step}`}>{row.word}</span>
            </td>
            <td>{row.stuck ?? texts.nothing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
