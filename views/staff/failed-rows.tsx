import type { ReactNode } from 'react'
import { QuietLink } from '../ui/button.tsx'
import { DataTable } from '../ui/facts.tsx'
import { Panel } from '../ui/office-page.tsx'

/** More rows would make the page slow. */
const MAX_ROWS = 500

interface FailedRowsProps<T> {
  /** The result for the rows, such as "Not imported". */
  title: string
  caption: string
  head: string[]
  failed: T[]
  cells(row: T): ReactNode[]
  /** All of them as a CSV file. */
  csv: string
  fileName: string
  children?: ReactNode
}

/** Rows of a file that were not taken, each with its line and the reasons. */
export const FailedRows = <T,>({
  title,
  caption,
  head,
  failed,
  cells,
  csv,
  fileName,
  children,
}: FailedRowsProps<T>) => (
  <Panel title={`${title} (${failed.length.toLocaleString('en')})`}>
    {children}
    {/* A data URL, so the server stores nothing and no script is needed. */}
    <p>
      <QuietLink href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`} download={fileName}>
        Save as CSV
      </QuietLink>
    </p>
    <DataTable
      caption={caption}
      head={head}
      figures={[0]}
      rows={failed.slice(0, MAX_ROWS).map((row, at) => ({ key: at, cells: cells(row) }))}
    />
    {failed.length > MAX_ROWS && (
      <p className="soft">{(failed.length - MAX_ROWS).toLocaleString('en')} more are in the CSV file.</p>
    )}
  </Panel>
)
