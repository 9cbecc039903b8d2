import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { DataTable } from '../../ui/facts.tsx'

interface BarFigureProps {
  title: string
  /** The figure in a sentence. */
  point: string
  parts: { name: string; value: number }[]
  /** The numbers of the table. Defaults to the bar's parts. */
  rows?: { name: string; value: number }[]
  /** Heading of the table's first column. */
  rowsAre?: string
  /** Below the bar: where the rows behind it are. */
  links?: { href: string; label: string }[]
}

const WIDTH = 400
const HEIGHT = 20

/** One bar of parts: what it says in words, the bar, and its numbers as a table. */
export const BarFigure = ({ title, point, parts, rows = parts, rowsAre = 'Step', links = [] }: BarFigureProps) => {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <figure className="plot panel">
      <figcaption>
        <h2>{title}</h2>
        <p>{point}</p>
        {total > 0 && (
          <ul className="plot-key">
            {parts.map(({ name, value }, at) => (
              <li key={name}>
                <span className={`key key-${at + 1}`} aria-hidden="true" />
                {name}: {value.toLocaleString('en-US')}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {total > 0 && <Bar parts={parts} total={total} />}
      {rows !== parts && total > 0 && (
        <details>
          <summary>
            Numbers<span className="visually-hidden">: {title}</span>
          </summary>
          <DataTable
            caption={title}
            head={[rowsAre, 'Number']}
            figures={[1]}
            rows={rows.map(({ name, value }) => ({ key: name, cells: [name, value.toLocaleString('en-US')] }))}
          />
        </details>
      )}
      {links.map(({ href, label }) => (
        <p key={href}>
          <a href={href}>{label}</a>
        </p>
      ))}
    </figure>
  )
}

/** The numbers are in the caption, so the drawing is hidden from readers. */
const Bar = ({ parts, total }: { parts: BarFigureProps['parts']; total: number }) => {
  const x = scaleLinear([0, total], [0, WIDTH])
  const before = (at: number) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="plot-bar" aria-hidden="true">
      {parts.map(({ name, value }, at) => (
        <rect key={name} className={`part part-${at + 1}`} x={x(before(at))} width={x(value)} height={HEIGHT} />
      ))}
    </svg>
  )
}

interface FigureRow {
  key: string | number
  name: ReactNode
  /** The filled part of the bar, and its whole length. */
  value: number
  of: number
  /** The values in words. */
  text: string
}

interface RowsFigureProps {
  title: string
  /** The figure in a sentence. */
  point: string
  /** Heads of the table: the name and the values. */
  head: [string, string]
  rows: FigureRow[]
}

const ROWS_FIGURE_WIDTH = 200
const ROWS_FIGURE_HEIGHT = 12

/** One bar a row, with its values beside it: the figure is its own table, so that nothing is said twice. */
export const RowsFigure = ({ title, point, head, rows }: RowsFigureProps) => {
  const x = scaleLinear([0, Math.max(1, ...rows.map(r => r.of))], [0, ROWS_FIGURE_WIDTH])
  return (
    <figure className="plot plot-rows panel">
      <figcaption>
        <h2>{title}</h2>
        <p>{point}</p>
      </figcaption>
      <DataTable
        caption={title}
        head={[head[0], head[1], 'As a bar']}
        figures={[1]}
        rows={rows.map(row => ({
          key: row.key,
          cells: [row.name, row.text, <RowsFigureBar key="b" value={x(row.value)} of={x(row.of)} />],
        }))}
      />
    </figure>
  )
}

const RowsFigureBar = ({ value, of }: { value: number; of: number }) => (
  <svg
    viewBox={`0 0 ${ROWS_FIGURE_WIDTH} ${ROWS_FIGURE_HEIGHT}`}
    preserveAspectRatio="none"
    className="plot-row"
    aria-hidden="true"
  >
    <rect className="rest" width={of} height={ROWS_FIGURE_HEIGHT} />
    <rect className="part part-1" width={value} height={ROWS_FIGURE_HEIGHT} />
  </svg>
)
