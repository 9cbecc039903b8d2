import { failuresCsv, type ImportFailure, reasonsOf } from '#src/domain/code-import.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** So many rows a page can show without becoming slow. */
const MOST = 500

/** Each code that was not taken in, on which line of the file, and why. */
export const Failures = ({ failed }: { failed: ImportFailure[] }) => (
  <Panel title={`Not imported (${failed.length.toLocaleString('en')})`}>
    {failed.length > 1 && <Reasons failed={failed} />}
    {/* The page knows them all: the file stands in the link, so that nothing is kept for it, and no script is needed. */}
    <p>
      <a
        className="button button-quiet"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(failuresCsv(failed))}`}
        download="not-imported.csv"
      >
        Save as CSV
      </a>
    </p>
    <DataTable
      caption="Codes that were not imported"
      head={['Line', 'Access code', 'Product', 'Reason']}
      figures={[0]}
      empty=""
      rows={failed
        .slice(0, MOST)
        .map((f, at) => ({ key: at, cells: [f.line, f.code, f.product, <Named key="r" reasons={reasonsOf(f)} />] }))}
    />
    {failed.length > MOST && (
      <p className="soft">And {(failed.length - MOST).toLocaleString('en')} more: save them as CSV.</p>
    )}
  </Panel>
)

/** How often each reason: one look tells whether the file was the wrong one. */
const Reasons = ({ failed }: { failed: ImportFailure[] }) => {
  const counts = new Map<string, number>()
  for (const reason of failed.flatMap(reasonsOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return (
    <ul>
      {[...counts].map(([reason, count]) => (
        <li key={reason}>
          {count.toLocaleString('en')} × {reason}
        </li>
      ))}
    </ul>
  )
}

const Named = ({ reasons }: { reasons: string[] }) => (
  <ul className="reasons">
    {reasons.map(reason => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
