import { listStaff } from '#src/accounts/staff.ts'
import { type AuditEntry, actionTitle, auditKinds } from '#src/core/rules/audit.ts'
import { fullName } from '#src/core/rules/staff.ts'
import { listAuditLog } from '#src/desk/audit-log.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { OfficePage, Time } from '../../ui/office-page.tsx'
import { Changes, TimeZoneNote } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, type ListFilter, loadList, type StaffList } from '../list/staff-list.ts'
import { AuditSubject } from '../record-links.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Audit: who changed what and when, with the values before and after; on request also who viewed a record. */
export const auditScreen = staffScreen({
  path: paths.audit,
  nav: { section: 'System', label: 'Audit' },
  load: async context => csvOf(auditList, context) ?? page(await loadList(auditList, context), { title: 'Audit' }),
  View: ({ data }) => (
    <OfficePage
      title="Audit"
      lead="See every change: who made it, when, and what changed. Record views are logged too."
    >
      <TimeZoneNote />
      <ListPanel list={auditList} shown={data} />
    </OfficePage>
  ),
})

const actorFilter: ListFilter = {
  name: 'actor',
  label: 'By',
  none: 'Everyone',
  options: async ({ app }) => [
    ...(await listStaff(app.db)).map(s => ({ value: `staff:${s.id}`, label: fullName(s) || s.email })),
    { value: 'student', label: 'Students' },
    { value: 'system', label: 'System' },
  ],
}

const json = (values: Record<string, unknown> | null) => values && JSON.stringify(values)

/** The audit log. */
const auditList: StaffList<AuditEntry> = {
  name: 'audit',
  title: 'Audit log',
  path: paths.audit,
  search: 'Email, code, key or domain',
  columns: [
    {
      head: 'When',
      value: e => e.at.toISOString(),
      cell: e => (
        <time dateTime={e.at.toISOString()}>
          <Time at={e.at} />
        </time>
      ),
    },
    { head: 'Who', value: e => e.who },
    { head: 'What', value: e => actionTitle(e.action) },
    {
      head: 'About',
      value: e => `${e.subjectKind} ${e.about?.name ?? e.subjectKey ?? e.subjectId ?? ''}`,
      cell: e => <AuditSubject entry={e} />,
    },
    { head: 'Before', value: e => json(e.before), inFile: true },
    { head: 'After', value: e => json(e.after), inFile: true },
    {
      head: 'Before and after',
      value: () => null,
      cell: e => <Changes entry={e} />,
      onPage: true,
    },
    { head: 'Reason', value: e => e.reason },
  ],
  filters: [
    { ...choiceFilter('kind', 'About', auditKinds), none: 'Everything' },
    actorFilter,
    { ...choiceFilter('looks', 'Entries', { yes: 'Changes and views' }), none: 'Changes' },
  ],
  sorts: { newest: 'Newest first', oldest: 'Oldest first' },
  empty: 'No entries match. Try other filters.',
  holds: 'people',
  find: listAuditLog,
}
