import { shortDay } from '#src/core/rules/business-day.ts'
import type { Figure } from '#src/reports/rules/figures.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Plot } from './plot.tsx'

const YEAR_BEFORE = 'Year before'

/** A figure: what it says in words, the drawing, and its numbers as a table. */
export const FigureBox = ({ figure }: { figure: Figure }) => (
  <figure className="plot panel">
    <figcaption>
      <h2>{figure.title}</h2>
      <p>{figure.point}</p>
      <Key figure={figure} />
    </figcaption>
    <Plot figure={figure} />
    <details>
      <summary>
        Numbers<span className="visually-hidden">: {figure.title}</span>
      </summary>
      <Numbers figure={figure} />
    </details>
  </figure>
)

/** Names the colors, beside the sentence that needs them. */
const Key = ({ figure: { shape, parts, yearBefore } }: { figure: Figure }) =>
  parts.length > 1 || yearBefore ? (
    <ul className="plot-key">
      {parts.map(({ name }, at) => (
        <li key={name}>
          <span className={`key key-${at + 1} key-${shape}`} aria-hidden="true" />
          {name}
        </li>
      ))}
      {yearBefore && (
        <li>
          <span className="key key-year-before" aria-hidden="true" />
          {YEAR_BEFORE}
        </li>
      )}
    </ul>
  ) : null

const Numbers = ({ figure: { title, step, days, parts, yearBefore, write } }: { figure: Figure }) => {
  const columns = yearBefore ? [...parts, { name: YEAR_BEFORE, values: yearBefore }] : parts
  const cellOf = (value: number) => (Number.isNaN(value) ? '–' : write(value))
  return (
    <DataTable
      caption={title}
      head={[step === 'day' ? 'Day' : 'Week of', ...columns.map(c => c.name)]}
      figures={columns.map((_, at) => at + 1)}
      empty=""
      rows={days
        .map((day, at) => ({ key: day, cells: [shortDay(day), ...columns.map(c => cellOf(c.values[at]!))] }))
        .toReversed()}
    />
  )
}
