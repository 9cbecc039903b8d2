import type { AuditEntry } from '#src/core/rules/audit.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { auditList } from './audit-list.tsx'

/** Audit: who changed what and when, with the values before and after; on request also who viewed a record. */
export const auditScreen = staffScreen<ShownList<AuditEntry>>({
  path: paths.audit,
  nav: { group: 'System', label: 'Audit' },
  load: async context => csvOf(auditList, context) ?? page(await loadList(auditList, context), { title: 'Audit' }),
  View: ({ data, site }) => (
    <OfficePage
      title="Audit"
      lead="See every change: who made it, when, and what changed. Record views are logged too."
    >
      <TimeZoneNote timezone={site.timezone} />
      <ListPanel list={auditList} shown={data} timezone={site.timezone} />
    </OfficePage>
  ),
})
