import { line, stack } from 'd3-shape'
import type { Figure } from '#src/reports/rules/figures.ts'
import { Axis } from './axis.tsx'
import { HEIGHT, type Scales, scalesOf, WIDTH } from './scales.ts'

/** Draws a figure. Hidden from screen readers, because the caption and the table have its words and numbers. */
export const Plot = ({ figure }: { figure: Figure }) => {
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
