import { type AuditEntry, type AuditKind, actionTitle } from '#src/core/rules/audit.ts'
import { zoneName } from '#src/core/rules/business-day.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { changesOf } from '#src/desk/rules/audit-changes.ts'
import { Panel, useDates } from '../ui/office-page.tsx'
import type { StaffContext } from './staff-screen.ts'

export const TimeZoneNote = () => <p className="soft">{`Times are in ${zoneName(useDates().timezone)}.`}</p>

const MOST_CHANGES = 30

/** Lists the changes of several records that one page shows, newest first. */
export const historyOf = async (
  { app, staff }: StaffContext,
  records: { kind: AuditKind; id: number }[],
): Promise<AuditEntry[]> => {
  // Not the whole record: audit lines of a connection have no key, so the key of one would match none.
  const changes = records.map(({ kind, id }) =>
    listAudit(app, { subject: { kind, id }, changesOnly: true, most: MOST_CHANGES }, staff),
  )
  const entries = (await Promise.all(changes)).flat()
  return entries.sort((a, b) => b.id - a.id).slice(0, MOST_CHANGES)
}

/** Changes to a record and who made them. */
export const History = ({ title = 'Changes', entries }: { title?: string; entries: AuditEntry[] }) => (
  <Panel title={title}>
    {entries.length === 0 ? <p className="soft">No changes yet.</p> : <HistoryList entries={entries} />}
  </Panel>
)

export const HistoryList = ({ entries }: { entries: AuditEntry[] }) => {
  const { date } = useDates()
  return (
    <ol className="history">
      {entries.map(entry => (
        <li key={entry.id}>
          <p>
            <time dateTime={entry.at.toISOString()}>{date(entry.at)}</time> <strong>{entry.who}</strong>
            {' · '}
            {actionTitle(entry.action)}
          </p>
          <Changes entry={entry} />
          {entry.reason && <p className="soft">“{entry.reason}”</p>}
        </li>
      ))}
    </ol>
  )
}

export const Changes = ({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) => {
  const changes = changesOf(entry, useDates().timezone)
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
