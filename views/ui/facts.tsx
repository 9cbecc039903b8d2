import type { ReactNode } from 'react'
import { useServerTexts } from './texts.ts'

interface DataTableProps {
  /** For screen readers only: a visible heading already precedes the table. */
  caption: string
  head: string[]
  rows: { key: string | number; cells: ReactNode[]; marked?: boolean }[]
  /** Indexes of the number columns, which align right. */
  figures?: number[]
  /** Indexes of the columns that a phone leaves out. */
  minor?: number[]
  /** Shown without rows. */
  empty?: string
}

/** Number of columns that fit on a phone, and on a wide screen. */
const FEW_COLUMNS = 3
const MANY_COLUMNS = 8
/** Rows that a phone shows at first; a rule of office-tables.css hides the others. */
const FIRST_ROWS = 12
/** As `shortDate` writes it: a date is read whole. */
const SHORT_DATE = /^\d\d\/\d\d\/\d\d$/

/** Table of facts. If it is wide, a phone shows labelled rows; if it is still too wide it scrolls, not the page. */
export const DataTable = ({ caption, head, rows, figures = [], minor = [], empty = '' }: DataTableProps) => {
  if (rows.length === 0) return <p className="soft">{empty}</p>
  const side = (at: number, cell?: ReactNode) => {
    const isDate = typeof cell === 'string' && SHORT_DATE.test(cell)
    const names = [figures.includes(at) && 'figure', minor.includes(at) && 'minor', isDate && 'one-line']
    return names.filter(Boolean).join(' ') || undefined
  }
  const frame = ['table-frame', head.length > FEW_COLUMNS && 'listed', head.length > MANY_COLUMNS && 'many']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1)
    <section className={frame.filter(Boolean).join(' ')} aria-label={caption} tabIndex={0}>
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
                <td key={head[at]} className={side(at, cell)} data-label={head[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FIRST_ROWS && <AllRows count={rows.length} />}
    </section>
  )
}

const AllRows = ({ count }: { count: number }) => (
  <details className="all-rows">
    <summary>{useServerTexts('sentences').allRows(count)}</summary>
  </details>
)

/** Definition list of facts. Leaves out empty values. */
export const Facts = ({ of: facts }: { of: [string, ReactNode][] }) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** A token or code in monospace. With JavaScript it gets a copy button. */
export const Copied = ({ children }: { children: string }) => (
  <span className="copied">
    <code data-copy>{children}</code>
  </span>
)

type Tone = 'good' | 'problem' | 'plain'

/** Label with a state in one or two words. The color repeats what the words say. */
export const Badge = ({ children, tone = 'plain' }: { children: string; tone?: Tone }) => (
  <span className={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>{children}</span>
)

/** Badge that says whether a person has access. */
export const InOrOut = ({ isIn }: { isIn: boolean }) => (
  <Badge tone={isIn ? 'good' : 'plain'}>{isIn ? 'has access' : 'no access'}</Badge>
)

/** Badge for a person whose last launch had the TestUser role. */
export const TestPerson = () => <Badge>test person</Badge>

/** Link in a cell or a fact. A function, because an element in an array would need a key. */
export const linkTo = (href: string, text: ReactNode) => <a href={href}>{text}</a>

/** Sentences as a list. */
export const Bullets = ({ of: lines }: { of: string[] }) => (
  <ul className="bullets">
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
