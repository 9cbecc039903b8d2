import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'

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

const WIDTH = 200
const HEIGHT = 12

/** One bar a row, with its values beside it: the figure is its own table, so that nothing is said twice. */
export const RowsFigure = ({ title, point, head, rows }: RowsFigureProps) => {
  const x = scaleLinear([0, Math.max(1, ...rows.map(r => r.of))], [0, WIDTH])
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
        empty=""
        rows={rows.map(row => ({
          key: row.key,
          cells: [row.name, row.text, <Bar key="b" value={x(row.value)} of={x(row.of)} />],
        }))}
      />
    </figure>
  )
}

const Bar = ({ value, of }: { value: number; of: number }) => (
  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="plot-row" aria-hidden="true">
    <rect className="rest" width={of} height={HEIGHT} />
    <rect className="part part-1" width={value} height={HEIGHT} />
  </svg>
)
