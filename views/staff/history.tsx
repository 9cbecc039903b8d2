import { type AuditEntry, actionTitle } from '#src/core/rules/audit.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { changesOf } from '#src/staff/rules/audit-changes.ts'
import { Panel } from '../ui/office-page.tsx'

interface HistoryProps {
  entries: AuditEntry[]
  timezone: string
  title?: string
}

/** Changes to a record and who made them. */
export const History = ({ entries, timezone, title = 'Changes' }: HistoryProps) => (
  <Panel title={title}>
    {entries.length === 0 ? (
      <p className="soft">No changes yet.</p>
    ) : (
      <ol className="history">
        {entries.map(entry => (
          <li key={entry.id}>
            <p>
              <time dateTime={entry.at.toISOString()}>{shortDate(entry.at, timezone)}</time>{' '}
              <strong>{entry.who}</strong>
              {' · '}
              {actionTitle(entry.action)}
            </p>
            <Changes entry={entry} timezone={timezone} />
            {entry.reason && <p className="soft">“{entry.reason}”</p>}
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

interface ChangesProps {
  entry: Pick<AuditEntry, 'before' | 'after'>
  timezone: string
}

export const Changes = ({ entry, timezone }: ChangesProps) => {
  const changes = changesOf(entry, timezone)
  if (changes.length === 0) return null
  return (
    <ul className="changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before !== null && <del>{before}</del>} <ins>{after}</ins>
        </li>
      ))}
    </ul>
  )
}
