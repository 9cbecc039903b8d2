import { counted } from '#src/core/rules/counted.ts'
import { daysText, retentionKinds, retentionText } from '#src/core/rules/retention.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { deskStatus } from '#src/desk/contract.ts'
import { listErased, markByHandDone } from '#src/desk/erasures.ts'
import {
  erasureMessages,
  requesterLabels,
  schoolErasureMessages,
  schoolErasureRefusals,
} from '#src/desk/rules/erasures.ts'
import { eraseSchool, viewSchools } from '#src/desk/school-erasures.ts'
import { schoolChoices } from '#src/schools/rules/school-facts.ts'
import { done, posted, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { ActionButton, Button, PostButton, QuietLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { ByHandList } from '../record-links.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff, query, answer }: StaffContext) => {
  const chosen = rowId(posted(answer, 'erase-school').fields.school ?? query.school)
  const managed = rightsOf(staff).manage
    ? { erased: await listErased(app, staff), ...(await viewSchools(app, chosen, staff)), chosen }
    : null
  return page({ retention: app.retention, managed }, { title: 'What We Keep' })
}
type Managed = NonNullable<DataOf<typeof load>['managed']>

const markDone = async ({ app, staff }: StaffContext, { fields }: Form) => {
  await markByHandDone(app, fields.key ?? '', staff)
  return done(paths.whatWeKeep, erasureMessages.byHandDone)
}

const postEraseSchool = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const started = await eraseSchool(app, rowId(fields.school), Number(fields.confirmed), staff)
  return started.ok
    ? done(paths.whatWeKeep, schoolErasureMessages.started)
    : refused(started.reason, schoolErasureRefusals[started.reason], deskStatus[started.reason])
}

/** The page What We Keep: how long data is kept, who was erased, and the return of a school's data. */
export const whatWeKeepScreen = staffScreen({
  path: paths.whatWeKeep,
  nav: { section: 'System', label: 'What We Keep' },
  load,
  acts: 'manage',
  submit: { done: markDone, 'erase-school': postEraseSchool },
  View: ({ data: { retention, managed } }) => (
    <OfficePage title="What We Keep" lead="See how long we keep data, and erase it.">
      <Panel title="How long">
        <p>A daily job deletes what is older. The setting RETENTION_DAYS changes these times.</p>
        <DataTable
          caption="How long we keep data"
          head={['Data', 'Kept']}
          rows={retentionKinds.map(kind => ({
            key: kind,
            cells: [retentionText(kind).what, `${daysText(retention[kind])} ${retentionText(kind).from}`],
          }))}
        />
        <p className="soft">Used codes and payments stay, without names, as long as tax law requires.</p>
      </Panel>
      {managed && (
        <>
          <Erased erased={managed.erased} />
          <Schools {...managed} />
        </>
      )}
    </OfficePage>
  ),
})

const Erased = ({ erased }: Pick<Managed, 'erased'>) => {
  const { time } = useDates()
  return (
    <Panel title="Erased people">
      <p>To erase a person, find them and open Personal Data.</p>
      <DataTable
        caption="Erased people, those with work left first"
        head={['When', 'Who asked', 'Erase by hand', 'Done']}
        empty="Nobody has been erased yet."
        rows={erased.map(({ keyHash: key, at, asked, byHand, doneAt }) => ({
          key,
          cells: [
            time(at),
            requesterLabels[asked],
            byHand.length > 0 ? <ByHandList key="b" byHand={byHand} /> : 'Nothing left',
            !doneAt && <PostButton key="d" to={paths.whatWeKeep} fields={{ key }} intent="done" label="Mark as done" />,
          ],
        }))}
      />
    </Panel>
  )
}

/** Returns and deletes the data of a school. */
const Schools = ({ schools, runs, count, chosen }: Omit<Managed, 'erased'>) => {
  const { time } = useDates()
  const options = [{ value: '', label: 'Choose' }, ...schoolChoices(schools)]
  const nameOf = (id: number) => schools.find(school => school.id === id)?.name ?? String(id)
  return (
    <Panel title="A school's data">
      <form method="get" action={paths.whatWeKeep} className="row">
        <Select label="School" name="school" value={chosen?.toString() ?? ''} options={options} />
        <Button look="quiet">Show</Button>
      </form>
      {chosen !== null && count !== null && <School id={chosen} name={nameOf(chosen)} count={count} />}
      {runs.length > 0 && (
        <>
          <DataTable
            caption="Schools whose people were erased, newest first"
            head={['School', 'Started', 'Erased', 'Stay', 'State']}
            figures={[2, 3]}
            rows={runs.map(run => ({
              key: run.id,
              cells: [
                nameOf(run.schoolId),
                time(run.startedAt),
                run.erased,
                run.kept,
                run.finishedAt ? 'Done' : progressText(run),
              ],
            }))}
          />
          {runs.some(run => run.kept > 0) && <p>{schoolErasureMessages.kept}</p>}
        </>
      )}
    </Panel>
  )
}

const progressText = ({ erased, kept, failed, total }: Managed['runs'][number]): string =>
  `${erased + kept} of ${total}${failed > 0 ? `, ${failed} failed. We try them again.` : ''}`

const School = ({ id, name, count }: { id: number; name: string; count: number }) => {
  if (count === 0) return <p>{name} has no people here.</p>
  const people = counted(count, 'person', 'people')
  return (
    <form method="post" action={hrefs.whatWeKeep(id)} className="form">
      <p>
        {name} has {people} here. Export them first if the school wants its data back.
      </p>
      <p>Erasing cannot be undone. Courses, used codes and paid amounts stay, without names.</p>
      <input type="hidden" name="school" value={id} />
      <input type="hidden" name="confirmed" value={count} />
      <div className="buttons">
        <QuietLink href={hrefs.exportSchool(id)}>Export {people}</QuietLink>
        <ActionButton intent="erase-school" label={`Erase ${people}`} look="danger" />
      </div>
    </form>
  )
}
