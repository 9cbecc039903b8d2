import { type SignRowFailure, signFailuresCsv } from '#src/signs/rules/sign-import.ts'
import { FailedRows } from '../failed-rows.tsx'

/** Rows that were not read, each with its line in the file and the reasons. */
export const SignFailures = ({ failed }: { failed: SignRowFailure[] }) => (
  <FailedRows
    title="Not read"
    caption="Rows not read"
    head={['Line', 'Gloss', 'Reason']}
    failed={failed}
    cells={row => [row.line, row.gloss, row.faults.join('; ')]}
    csv={signFailuresCsv(failed)}
    fileName="not-read.csv"
  />
)
