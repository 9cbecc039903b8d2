import { type AuditEntry, type AuditKind, actionTitle, auditKind, auditKinds } from '#src/domain/audit.ts'
import { shortTime } from '#src/domain/business-day.ts'
import { rowId } from '#src/domain/row-id.ts'
import { fullName, type Staff } from '#src/domain/staff.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'
import { Changes } from '../history.tsx'
import { type Rights, rightsOf, staffScreen } from '../staff-screen.ts'
import { AboutLine } from '../subject-link.tsx'
import { Zone } from '../zone.tsx'

interface AuditPage {
  entries: AuditEntry[]
  colleagues: Staff[]
  kind: AuditKind | undefined
  actor: string
  /** Also who only looked at whom: many rows, which drown the changes. */
  looks: boolean
  /** There are older ones. */
  older: number | null
  rights: Rights
}

const PAGE = 100

/** Who did what, when, and what it was before; also who looked at whom. */
export const auditScreen = staffScreen<AuditPage>({
  path: paths.audit,
  nav: { group: 'System', label: 'Audit' },
  load: async ({ operations, query, staff }) => {
    const kind = auditKind(query.kind)
    const actor = /^(staff:\d{1,15}|student|system)$/.test(query.actor ?? '') ? (query.actor ?? '') : ''
    const looks = query.looks === 'yes'
    const before = rowId(query.before) ?? undefined
    const subject = kind && { kind }
    const entries = await operations.listAudit({
      subject,
      actor,
      changesOnly: !looks,
      before,
      named: true,
      most: PAGE + 1,
    })
    const data: AuditPage = {
      entries: entries.slice(0, PAGE),
      colleagues: await operations.listStaff(),
      kind,
      actor,
      looks,
      older: entries.length > PAGE ? (entries[PAGE - 1]?.id ?? null) : null,
      rights: rightsOf(staff),
    }
    return page(data, { title: 'Audit' })
  },
  View: ({ data, site }) => {
    const { kind, actor, looks } = data
    const narrowed = { kind, actor: actor || undefined }
    return (
      <OfficePage title="Audit" lead="Every change: who, when, before, after. Every look at a person is recorded, too.">
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
                { value: '', label: 'Everybody' },
                ...data.colleagues.map(s => ({ value: `staff:${s.id}`, label: fullName(s) || s.email })),
                { value: 'student', label: 'Students' },
                { value: 'system', label: 'System' },
              ]}
            />
            <Check label="Also who looked at whom" name="looks" value="yes" defaultChecked={looks} />
            <Button look="quiet">Show</Button>
            {data.rights.manage && (
              <ButtonLink look="quiet" href={hrefs.auditCsv({ ...narrowed, changes: looks ? undefined : 'yes' })}>
                Export CSV
              </ButtonLink>
            )}
          </form>
        </Panel>
        <Panel>
          <Zone timezone={site.timezone} />
          <DataTable
            caption="What happened, the newest first"
            head={['When', 'Who', 'What', 'About', 'Before and after', 'Reason']}
            empty="Nothing like this has happened."
            rows={data.entries.map(e => ({
              key: e.id,
              cells: [
                <time key="t" dateTime={e.at.toISOString()}>
                  {shortTime(e.at, site.timezone)}
                </time>,
                e.who,
                actionTitle(e.action),
                <AboutLine key="a" entry={e} />,
                <Changes key="c" entry={e} timezone={site.timezone} />,
                e.reason ?? '',
              ],
            }))}
          />
          {data.older && (
            <a href={hrefs.audit({ ...narrowed, looks: looks ? 'yes' : undefined, before: String(data.older) })}>
              Older
            </a>
          )}
        </Panel>
      </OfficePage>
    )
  },
})
