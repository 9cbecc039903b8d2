import { csvLine } from '#src/core/rules/csv.ts'
import { QuietLink } from '../ui/button.tsx'
import { DataTable } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

/** The file of an import, as both importing pages read it. */
export const SpreadsheetField = ({ problem }: { problem: string | undefined }) => (
  <Field label="CSV or Excel file" type="file" name="csvfile" accept=".csv,.xlsx,text/csv" problem={problem} />
)

/** More rows would make the page slow. */
const MAX_ROWS = 500

interface FailedRowsProps {
  /** The result for the rows, such as "Not imported". */
  title: string
  caption: string
  head: string[]
  rows: (string | number)[][]
  fileName: string
}

/** Rows of a file that were not taken, each with its line and the reasons, and a CSV file of all. */
export const FailedRows = ({ title, caption, head, rows, fileName }: FailedRowsProps) => {
  const csv = [head, ...rows].map(csvLine).join('')
  return (
    <Panel title={`${title} (${rows.length.toLocaleString('en')})`}>
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
        rows={rows.slice(0, MAX_ROWS).map((cells, at) => ({ key: at, cells }))}
      />
      {rows.length > MAX_ROWS && (
        <p className="soft">{(rows.length - MAX_ROWS).toLocaleString('en')} more are in the CSV file.</p>
      )}
    </Panel>
  )
}
