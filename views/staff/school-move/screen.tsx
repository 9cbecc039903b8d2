import { rowId } from '#src/core/rules/rows.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { moveConnection, previewMove } from '#src/schools/join-schools.ts'
import { describeMove, joinMessages, joinRefusals } from '#src/schools/rules/join-schools.ts'
import {
  type ConnectionRef,
  connectionName,
  findConnection,
  type ListedSchool,
  type SchoolFacts,
} from '#src/schools/rules/school-facts.ts'
import { findSchool } from '#src/schools/schools.ts'
import { ask, confirmationIn, done, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { loadList, type StaffList } from '../list/staff-list.ts'
import { schoolPicker } from '../schools.tsx'
import { type StaffContext, staffScreen, urlId, urlParam } from '../staff-screen.ts'

const connectionIn = (context: StaffContext): ConnectionRef => ({
  kind: urlParam(context, 'kind') === 'consumer' ? 'consumer' : 'deployment',
  id: urlId(context, 'connection'),
})

const pickerFor = (school: SchoolFacts, connection: ConnectionRef): StaffList<ListedSchool> => {
  const path = hrefs.moveConnection(school.id, connection)
  return schoolPicker({
    school,
    path,
    title: 'To a school that exists',
    choose: other => (
      <PostButton
        to={path}
        fields={{ school: other.id }}
        intent="move"
        label="Move here…"
        aria-label={`Move to ${other.name}…`}
      />
    ),
  })
}

const load = async (context: StaffContext) => {
  const connection = connectionIn(context)
  const school = await findSchool(context.app, urlId(context), context.staff)
  const found = school && findConnection(school, connection)
  const title = 'Move a connection'
  if (!school || !found) return page(null, { title, status: 404 })
  const list = await loadList(pickerFor(school, connection), context)
  return page({ school, connection, name: connectionName(found), list }, { title })
}

const refuse = makeRefuser(joinRefusals, schoolStatus)

/** Moves the connection after a confirmation, which names the settings that change for its courses. */
const move = async (context: StaffContext, form: Form) => {
  const { app } = context
  const { school: chosen, name = '' } = form.fields
  const schoolId = rowId(chosen)
  const to = schoolId === null ? { newSchool: name } : { schoolId }
  if (schoolId === null && name.trim() === '') return refuse('school_name_required')
  const connection = connectionIn(context)
  const found = await previewMove(app, connection, to, context.staff)
  if (!found.ok) return refuse(found.reason)
  const target = schoolId === null ? null : await findSchool(app, schoolId, context.staff)
  const { preview } = found
  const effectsKey = [preview.courses, preview.people, ...preview.changes.map(c => `${c.setting} ${c.values}`)].join(
    '.',
  )
  if (confirmationIn(form)?.confirmed !== effectsKey)
    return ask({
      title: `Move to ${target?.name ?? name.trim()}?`,
      says: describeMove(preview, target?.name ?? `the new school ${name.trim()}`),
      effectsKey,
      button: 'Move',
      isDangerous: true,
      needsReason: false,
    })
  const result = await moveConnection(app, connection, to, context.staff)
  return result.ok
    ? done(hrefs.schoolPage(result.school.id), joinMessages.moved(preview.connection, result.school.name))
    : refuse(result.reason)
}

/** Moves a connection of a school, with its courses, to another school or to a new one. */
export const moveConnectionScreen = staffScreen({
  path: paths.moveConnection,
  right: 'manage',
  nav: { section: 'Connections', label: 'Move a connection', isUnlisted: true },
  load,
  submit: { move },
  fields: ['name'],
  View: ({ data }) => {
    const sent = usePosted('move')
    if (!data) return <OfficePage title="Move a connection" lead={joinRefusals.connection_not_found.message} />
    const { school, connection, name, list } = data
    return (
      <OfficePage
        title="Move to another school"
        lead={`${name} belongs to ${school.name}. Its courses and people move with it.`}
      >
        <Panel title="To a new school" form>
          <form method="post" action={hrefs.moveConnection(school.id, connection)} className="form">
            <Field
              label="Name of the new school"
              hint={`It starts with the settings of ${school.name}.`}
              name="name"
              sent={sent}
              maxLength={200}
            />
            <ActionButton intent="move" label="Move to a new school…" look="quiet" />
          </form>
        </Panel>
        <ListPanel list={pickerFor(school, connection)} shown={list} />
        <p>
          <a href={hrefs.schoolPage(school.id)}>Back to {school.name}</a>
        </p>
      </OfficePage>
    )
  },
})
