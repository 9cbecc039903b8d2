import { shortTime } from '#src/core/rules/business-day.ts'
import type { viewSchools } from '#src/privacy/erase-school.ts'
import { schoolErasureMessages } from '#src/privacy/rules/school-erasure.ts'
import { schoolChoices } from '#src/schools/rules/school-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'

interface SchoolsProps {
  schools: Awaited<ReturnType<typeof viewSchools>>
  /** The chosen school. */
  chosen: number | null
  timezone: string
}

/** Returns and deletes the data of a school. */
export const Schools = ({ schools: { schools, runs, count }, chosen, timezone }: SchoolsProps) => {
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
            empty="None yet."
            rows={runs.map(run => ({
              key: run.id,
              cells: [
                nameOf(run.schoolId),
                shortTime(run.startedAt, timezone),
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

const progressText = ({ erased, kept, failed, total }: SchoolsProps['schools']['runs'][number]): string =>
  `${erased + kept} of ${total}${failed > 0 ? `, ${failed} failed. We try them again.` : ''}`

const School = ({ id, name, count }: { id: number; name: string; count: number }) => {
  if (count === 0) return <p>{name} has no people here.</p>
  const people = count === 1 ? '1 person' : `${count} people`
  return (
    <form method="post" action={hrefs.whatWeKeep(id)} className="form">
      <p>
        {name} has {people} here. Export them first if the school wants its data back.
      </p>
      <p>Erasing cannot be undone. Courses, used codes and paid amounts stay, without names.</p>
      <input type="hidden" name="school" value={id} />
      <input type="hidden" name="confirmed" value={count} />
      <div className="buttons">
        <ButtonLink look="quiet" href={hrefs.exportSchool(id)}>
          Export {people}
        </ButtonLink>
        <Button look="danger" name="intent" value="erase-school">
          Erase {people}
        </Button>
      </div>
    </form>
  )
}
