import type { ReactNode } from 'react'

interface DataTableProps {
  /** Read out before it; not seen, since a heading stands above. */
  caption: string
  head: string[]
  rows: { key: string | number; cells: ReactNode[]; marked?: boolean }[]
  /** Columns of figures, by place: they stand right. */
  figures?: number[]
  empty: string
}

/** This many have room side by side on a phone. */
const FEW_COLUMNS = 3

/**
 * Rows of facts. Where there is no room for many columns each row is a list of what stands in it, by their names; where
 * it is too wide even so it scrolls by itself, so that the page does not.
 */
export const DataTable = ({ caption, head, rows, figures = [], empty }: DataTableProps) => {
  if (rows.length === 0) return <p className="soft">{empty}</p>
  const side = (at: number) => (figures.includes(at) ? 'figure' : undefined)
  const frame = head.length > FEW_COLUMNS ? 'table-frame listed' : 'table-frame'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={frame} aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" className={side(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, marked }) => (
            <tr key={key} className={marked ? 'marked' : undefined}>
              {cells.map((cell, at) => (
                <td key={head[at]} className={side(at)} data-label={head[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
