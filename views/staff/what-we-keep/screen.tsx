import { shortTime } from '#src/core/rules/business-day.ts'
import { daysText, type Retention, retentionKinds, retentionText } from '#src/core/rules/retention.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { listErased, markByHandDone } from '#src/privacy/by-hand.ts'
import { privacyStatus } from '#src/privacy/contract.ts'
import { eraseSchool, viewSchools } from '#src/privacy/erase-school.ts'
import { erasureMessages, requesterLabels } from '#src/privacy/rules/erasure.ts'
import { schoolErasureMessages, schoolErasureRefusals } from '#src/privacy/rules/school-erasure.ts'
import { done, posted, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ByHandList } from '../by-hand-list.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Schools } from './schools.tsx'

interface WhatWeKeepPage {
  retention: Retention
  /** For managers only. */
  managed: {
    erased: Awaited<ReturnType<typeof listErased>>
    schools: Awaited<ReturnType<typeof viewSchools>>
    chosen: number | null
  } | null
}

const load = async ({ app, staff, query, answer }: StaffContext) => {
  const chosen = rowId(posted(answer, 'erase-school').fields.school ?? query.school)
  const data: WhatWeKeepPage = {
    retention: app.retention,
    managed: rightsOf(staff).manage
      ? {
          erased: await listErased(app, staff),
          schools: await viewSchools(app, chosen, staff),
          chosen,
        }
      : null,
  }
  return page(data, { title: 'What We Keep' })
}

const markDone = async ({ app, staff }: StaffContext, { fields }: Form) => {
  await markByHandDone(app, fields.key ?? '', staff)
  return done(paths.whatWeKeep, erasureMessages.byHandDone)
}

const postEraseSchool = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const started = await eraseSchool(app, rowId(fields.school), Number(fields.confirmed), staff)
  return started.ok
    ? done(paths.whatWeKeep, schoolErasureMessages.started)
    : refused(started.reason, schoolErasureRefusals[started.reason], privacyStatus[started.reason])
}

/** What We Keep: how long data is kept, who was erased, and the return of a school's data. */
export const whatWeKeepScreen = staffScreen<WhatWeKeepPage>({
  path: paths.whatWeKeep,
  nav: { group: 'System', label: 'What We Keep' },
  load,
  submit: { done: markDone, 'erase-school': postEraseSchool },
  View: ({ data: { retention, managed }, site }) => (
    <OfficePage title="What We Keep" lead="See how long we keep data, and erase it.">
      <Panel title="How long">
        <p>A daily job deletes what is older. The setting RETENTION_DAYS changes these times.</p>
        <DataTable
          caption="How long we keep data"
          head={['Data', 'Kept']}
          empty="Nothing."
          rows={retentionKinds.map(kind => ({
            key: kind,
            cells: [retentionText(kind).what, `${daysText(retention[kind])} ${retentionText(kind).from}`],
          }))}
        />
        <p className="soft">Used codes and payments stay, without names, as long as tax law requires.</p>
      </Panel>
      {managed && (
        <>
          <Panel title="Erased people">
            <p>To erase a person, find them and open Personal Data.</p>
            <DataTable
              caption="Erased people, those with work left first"
              head={['When', 'Who asked', 'Erase by hand', 'Done']}
              empty="Nobody has been erased yet."
              rows={managed.erased.map(e => ({
                key: e.keyHash,
                cells: [
                  shortTime(e.at, site.timezone),
                  requesterLabels[e.asked],
                  e.byHand.length > 0 ? <ByHandList key="b" byHand={e.byHand} /> : 'Nothing left',
                  !e.doneAt && (
                    <form key="d" method="post" action={paths.whatWeKeep}>
                      <input type="hidden" name="key" value={e.keyHash} />
                      <Button look="quiet" name="intent" value="done">
                        Mark as done
                      </Button>
                    </form>
                  ),
                ],
              }))}
            />
          </Panel>
          <Schools {...managed} timezone={site.timezone} />
        </>
      )}
    </OfficePage>
  ),
})
