import { failuresCsv, reasonsOf, type ShownFailure } from '#src/codes/rules/code-import.ts'
import { FailedRows } from '../failed-rows.tsx'

/** Codes that were not imported, each with its line in the file and the reason. */
export const Failures = ({ failed }: { failed: ShownFailure[] }) => (
  <FailedRows
    title="Not imported"
    caption="Codes not imported"
    head={['Line', 'Access code', 'Product', 'Reason']}
    failed={failed}
    cells={f => [f.line, f.code, f.product, <ReasonList key="r" reasons={reasonsOf(f)} />]}
    csv={failuresCsv(failed)}
    fileName="not-imported.csv"
  >
    {failed.length > 1 && <ReasonCounts failed={failed} />}
  </FailedRows>
)

/** Counts per reason, to show at a glance whether the file was the wrong one. */
const ReasonCounts = ({ failed }: { failed: ShownFailure[] }) => {
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

const ReasonList = ({ reasons }: { reasons: string[] }) => (
  <ul className="reasons">
    {reasons.map(reason => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
