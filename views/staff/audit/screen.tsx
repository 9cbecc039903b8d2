import { type AuditEntry, type AuditKind, actionTitle, auditKind, auditKinds } from '#src/core/rules/audit.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { fullName, type Staff } from '#src/core/rules/staff.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'
import { Changes } from '../history.tsx'
import { type Rights, rightsOf, staffScreen } from '../staff-screen.ts'
import { AuditSubject } from '../subject-link.tsx'
import { TimeZoneNote } from '../time-zone-note.tsx'

interface AuditPage {
  entries: AuditEntry[]
  colleagues: Staff[]
  kind: AuditKind | undefined
  actor: string
  /** Includes record views, which outnumber the changes. */
  looks: boolean
  /** Id to page back from; null when there are no older entries. */
  older: number | null
  rights: Rights
}

const PAGE_SIZE = 100

/** Audit: who changed what and when, with the values before and after; on request also who viewed a record. */
export const auditScreen = staffScreen<AuditPage>({
  path: paths.audit,
  nav: { group: 'System', label: 'Audit' },
  load: async ({ modules, query, staff }) => {
    const kind = auditKind(query.kind)
    const actor = /^(staff:\d{1,15}|student|system)$/.test(query.actor ?? '') ? (query.actor ?? '') : ''
    const looks = query.looks === 'yes'
    const before = rowId(query.before) ?? undefined
    const subject = kind && { kind }
    const entries = await modules.staff.listAudit(
      { subject, actor, changesOnly: !looks, before, named: true, most: PAGE_SIZE + 1 },
      staff,
    )
    const data: AuditPage = {
      entries: entries.slice(0, PAGE_SIZE),
      colleagues: await modules.staff.listStaff(),
      kind,
      actor,
      looks,
      older: entries.length > PAGE_SIZE ? (entries[PAGE_SIZE - 1]?.id ?? null) : null,
      rights: rightsOf(staff),
    }
    return page(data, { title: 'Audit' })
  },
  View: ({ data, site }) => {
    const { kind, actor, looks } = data
    const filter = { kind, actor: actor || undefined }
    return (
      <OfficePage
        title="Audit"
        lead="See every change: who made it, when, and what changed. Record views are logged too."
      >
        <Panel>
          <form method="get" action={paths.audit} className="row">
            <Select
              label="About"
              name="kind"
              value={kind ?? ''}
              options={[
                { value: '', label: 'Everything' },
                ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
              ]}
            />
            <Select
              label="By"
              name="actor"
              value={actor}
              options={[
                { value: '', label: 'Everyone' },
                ...data.colleagues.map(s => ({ value: `staff:${s.id}`, label: fullName(s) || s.email })),
                { value: 'student', label: 'Students' },
                { value: 'system', label: 'System' },
              ]}
            />
            <Check label="Include record views" name="looks" value="yes" defaultChecked={looks} />
            <Button look="quiet">Show</Button>
            {data.rights.manage && (
              <ButtonLink look="quiet" href={hrefs.auditCsv({ ...filter, changes: looks ? undefined : 'yes' })}>
                Export CSV
              </ButtonLink>
            )}
          </form>
        </Panel>
        <Panel>
          <TimeZoneNote timezone={site.timezone} />
          <DataTable
            caption="Audit log, newest first"
            head={['When', 'Who', 'What', 'About', 'Before and after', 'Reason']}
            empty="No entries match. Try other filters."
            rows={data.entries.map(e => ({
              key: e.id,
              cells: [
                <time key="t" dateTime={e.at.toISOString()}>
                  {shortTime(e.at, site.timezone)}
                </time>,
                e.who,
                actionTitle(e.action),
                <AuditSubject key="a" entry={e} />,
                <Changes key="c" entry={e} timezone={site.timezone} />,
                e.reason ?? '',
              ],
            }))}
          />
          {data.older && (
            <a href={hrefs.audit({ ...filter, looks: looks ? 'yes' : undefined, before: String(data.older) })}>
              Show older entries
            </a>
          )}
        </Panel>
      </OfficePage>
    )
  },
})
