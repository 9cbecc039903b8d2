import { scaleBand, scaleLinear, scaleLog } from 'd3-scale'
import { line, stack } from 'd3-shape'
import { shortDay } from '#src/core/rules/business-day.ts'
import type { Figure } from '#src/desk/rules/figures.ts'
import { DataTable } from '../../ui/facts.tsx'

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
      rows={days
        .map((day, at) => ({ key: day, cells: [shortDay(day), ...columns.map(c => cellOf(c.values[at]!))] }))
        .toReversed()}
    />
  )
}

/** Draws a figure. Hidden from screen readers, because the caption and the table have its words and numbers. */
const Plot = ({ figure }: { figure: Figure }) => {
  const scales = scalesOf(figure)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Axis {...scales} />
      {figure.shape === 'bars' ? <Bars {...scales} /> : <Lines {...scales} />}
    </svg>
  )
}

const Bars = (scales: Scales) => {
  const { figure, x, y } = scales
  const { days, parts, yearBefore } = figure
  const stacked = stack<string, number>()
    .keys(parts.keys())
    .value((day, part) => parts[part]!.values[days.indexOf(day)]!)(days)
  return (
    <>
      {stacked.map(series => (
        <g key={series.key} className={`part part-${series.key + 1}`}>
          {series.map(
            ([from, to], at) =>
              to > from && (
                <rect key={days[at]} x={x(days[at]!)} y={y(to)} width={x.bandwidth()} height={y(from) - y(to)} />
              ),
          )}
        </g>
      ))}
      {yearBefore && <path className="year-before" d={pathOf(yearBefore, scales)} />}
    </>
  )
}

const Lines = (scales: Scales) =>
  scales.figure.parts.map(({ name, values }, at) => (
    <path key={name} className={`line line-${at + 1}`} d={pathOf(values, scales)} />
  ))

const pathOf = (values: number[], { figure, x, y }: Scales): string =>
  line<number>()
    .defined(value => !Number.isNaN(value))
    .x((_, at) => x(figure.days[at]!)! + x.bandwidth() / 2)
    .y(value => y(value))(values) ?? ''

const monthOf = (day: string): string => new Date(day).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })

/** Two or three lines with their value, and the names of days or months below. */
const Axis = ({ figure, x, y, ticks }: Scales) => (
  <>
    {ticks.map(value => (
      <g key={value} className="tick">
        <line x1={AREA.left} x2={AREA.right} y1={y(value)} y2={y(value)} />
        {value > 0 && (
          <text x={AREA.left - 6} y={y(value) + 4}>
            {axisText(figure.write(value))}
          </text>
        )}
      </g>
    ))}
    {figure.days.map((day, at) => {
      const label = labelOf(figure.days, at, figure.step)
      return (
        label && (
          <text key={day} className="day" x={x(day)} y={AREA.bottom + 17}>
            {label}
          </text>
        )
      )
    })}
  </>
)

/** The axis has round values, so that cents would be noise. */
const axisText = (text: string): string => text.replace(/\.00$/, '')

/** Every seventh day gets its date; of weeks, the first of each month its name. The last columns have no room. */
const labelOf = (days: string[], at: number, step: 'day' | 'week'): string | null => {
  const day = days[at]!
  if (step === 'day') return at % 7 === 0 && at < days.length - 2 ? `${monthOf(day)} ${Number(day.slice(8))}` : null
  const isFirst = at === 0 ? Number(day.slice(8)) <= 21 : monthOf(day) !== monthOf(days[at - 1]!)
  return isFirst && at < days.length - 1 ? monthOf(day) : null
}

/** Size in the drawing's own units. Text stays legible when a phone shows it at nearly this width. */
const WIDTH = 400
const HEIGHT = 190
const AREA = { left: 56, right: WIDTH - 4, top: 10, bottom: HEIGHT - 24 }

interface Scales {
  figure: Figure
  x: ReturnType<typeof scaleBand<string>>
  y(value: number): number
  /** Values that get a line. */
  ticks: number[]
}

/** Round durations in minutes: a minute, an hour, a day, a week, a month. */
const DURATIONS = [1, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60]

const scalesOf = (figure: Figure): Scales => {
  const x = scaleBand(figure.days, [AREA.left, AREA.right]).paddingInner(0.25)
  const range = [AREA.bottom, AREA.top]
  if (figure.scale === 'minutes') {
    const y = scaleLog([1, Math.max(60, highest(figure))], range).clamp(true)
    return { figure, x, y, ticks: DURATIONS.filter(value => value <= y.domain()[1]!) }
  }
  const y = scaleLinear([0, Math.max(1, highest(figure))], range).nice(3)
  return { figure, x, y, ticks: y.ticks(3).filter(value => Number.isInteger(value)) }
}

const highest = ({ shape, parts, days, yearBefore = [] }: Figure): number => {
  const values = parts.map(p => p.values.map(value => value || 0))
  const sums = days.map((_, at) => values.reduce((sum, part) => sum + part[at]!, 0))
  return Math.max(...(shape === 'bars' ? sums : values.flat()), ...yearBefore)
}
