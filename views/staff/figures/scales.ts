import { scaleBand, scaleLinear, scaleLog } from 'd3-scale'
import type { Figure } from '#src/reports/rules/figures.ts'

/** Size in the drawing's own units. Text stays legible when a phone shows it at nearly this width. */
export const WIDTH = 400
export const HEIGHT = 190
export const AREA = { left: 56, right: WIDTH - 4, top: 10, bottom: HEIGHT - 24 }

export interface Scales {
  figure: Figure
  x: ReturnType<typeof scaleBand<string>>
  y(value: number): number
  /** Values that get a line. */
  ticks: number[]
}

/** Round durations in minutes: a minute, an hour, a day, a week, a month. */
const DURATIONS = [1, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60]

export const scalesOf = (figure: Figure): Scales => {
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
