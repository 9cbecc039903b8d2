import { AREA, type Scales } from './scales.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1]!

/** Two or three lines with their value, and the names of days or months below. */
export const Axis = ({ figure, x, y, ticks }: Scales) => (
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
