import {
  addColleague,
  changeColleague,
  endColleagueSessions,
  listColleagues,
  removeColleague,
} from '#src/accounts/colleagues.ts'
import {
  AddColleagueForm,
  ChangeColleagueForm,
  type Colleague,
  colleagueMessages,
  colleagueRefusals,
  roleLabels,
} from '#src/accounts/rules/colleagues.ts'
import { listSchools } from '#src/accounts/staff.ts'
import { colleagueStatus } from '#src/accounts/staff-contract.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { rowIds } from '#src/core/rules/rows.ts'
import { fullName, type StaffRole, staffRoles } from '#src/core/rules/staff.ts'
import type { NamedSchool } from '#src/schools/rules/school-facts.ts'
import { ask, confirmationIn, done, invalid, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { DataTable, linkTo } from '../../ui/facts.tsx'
import { Field, FieldProblem } from '../../ui/field.tsx'
import { OfficePage, Panel, useDates, usePosted, useStaff } from '../../ui/office-page.tsx'
import { formId, type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const colleagues = await listColleagues(app, staff)
  const chosen = colleagues.find(({ id }) => id === urlId(context, 'colleague')) ?? null
  return page({ colleagues, chosen, schools: await listSchools(app, staff) }, { title: 'Colleagues' })
}

const nameOf = (staff: Pick<Colleague, 'firstName' | 'lastName' | 'email'>): string => fullName(staff) || staff.email

const refuse = makeRefuser(colleagueRefusals, colleagueStatus)

const schoolsIn = ({ fields, all }: Form): number[] | null => (fields.limit === 'some' ? rowIds(all.schools) : null)

const add = async ({ app, staff }: StaffContext, form: Form) => {
  const checked = checkForm(AddColleagueForm, form.fields)
  if (!checked.ok) return invalid(checked.problems)
  const { email, first_name: firstName, last_name: lastName, role } = checked.value
  const added = await addColleague(app, { email, firstName, lastName, role, schools: schoolsIn(form) }, staff)
  return added.ok ? done(paths.colleagues, colleagueMessages.added(added.staff.email)) : refuse(added.reason)
}

const change = async ({ app, staff }: StaffContext, form: Form) => {
  const checked = checkForm(ChangeColleagueForm, form.fields)
  if (!checked.ok) return invalid(checked.problems)
  const choice = { role: checked.value.role, schools: schoolsIn(form) }
  const changed = await changeColleague(app, formId(form, 'colleague'), choice, staff)
  return changed.ok ? done(paths.colleagues, colleagueMessages.changed(nameOf(changed.staff))) : refuse(changed.reason)
}

const remove = async ({ app, staff }: StaffContext, form: Form) => {
  const id = formId(form, 'colleague')
  const found = (await listColleagues(app, staff)).find(colleague => colleague.id === id)
  if (!found) return refuse('staff_not_found')
  if (id === staff.id) return refuse('own_account')
  if (!confirmationIn(form))
    return ask({
      title: `Remove ${nameOf(found)}?`,
      says: [
        `${found.email} can no longer log in, and is logged out everywhere.`,
        'Their passkeys and recovery codes are deleted. The history of what they did stays, without their name.',
        'An address in STAFF_EMAILS comes back as a manager at the next start of the server.',
      ],
      button: 'Remove',
      isDangerous: true,
      needsReason: false,
    })
  const removed = await removeColleague(app, id, staff)
  return removed.ok ? done(paths.colleagues, colleagueMessages.removed(nameOf(removed.staff))) : refuse(removed.reason)
}

const endSessions = async ({ app, staff }: StaffContext, form: Form) => {
  const ended = await endColleagueSessions(app, formId(form, 'colleague'), staff)
  return ended.ok ? done(paths.colleagues, colleagueMessages.ended(nameOf(ended.staff))) : refuse(ended.reason)
}

/** Colleagues: who may use the back office, in which role and for which schools. */
export const colleaguesScreen = staffScreen({
  path: paths.colleagues,
  right: 'manage',
  nav: { section: 'System', label: 'Colleagues' },
  load,
  submit: { add, change, remove, 'end-sessions': endSessions },
  fields: ['email', 'first_name', 'last_name', 'role', 'schools'],
  View: ({ data: { colleagues, chosen, schools } }) => {
    const { time } = useDates()
    const own = useStaff().id
    return (
      <OfficePage title="Colleagues" lead="Add a colleague, change a role, or remove who left.">
        {chosen ? <ChangeForm chosen={chosen} schools={schools} /> : <AddForm schools={schools} />}
        <Panel title="Who can log in">
          <DataTable
            caption="Colleagues"
            head={['Name', 'Email', 'Role', 'Schools', 'Last used', 'Change']}
            empty="No colleagues yet."
            rows={colleagues.map(c => ({
              key: c.id,
              marked: c.id === chosen?.id,
              cells: [
                c.id === own ? `${nameOf(c)} (you)` : nameOf(c),
                c.email,
                c.role,
                c.schoolNames?.join(', ') ?? 'All schools',
                c.lastUsedAt ? time(c.lastUsedAt) : 'never',
                c.id === own ? linkTo(paths.account, 'Your account') : <RowActions key="a" colleague={c} />,
              ],
            }))}
          />
        </Panel>
      </OfficePage>
    )
  },
})

const RowActions = ({ colleague }: { colleague: Colleague }) => (
  <form method="post" action={paths.colleagues} className="buttons">
    <input type="hidden" name="colleague" value={colleague.id} />
    <QuietLink href={hrefs.colleague(colleague.id)} aria-label={`Change the role of ${nameOf(colleague)}`}>
      Change
    </QuietLink>
    {colleague.sessions > 0 && (
      <ActionButton
        intent="end-sessions"
        label="Log out"
        look="quiet"
        aria-label={`Log out ${nameOf(colleague)} everywhere`}
      />
    )}
    <ActionButton intent="remove" label="Remove…" look="quiet" aria-label={`Remove ${nameOf(colleague)}…`} />
  </form>
)

const AddForm = ({ schools }: { schools: NamedSchool[] }) => {
  const sent = usePosted('add')
  return (
    <Panel title="Add a colleague" form>
      <form method="post" action={paths.colleagues} className="form">
        <Field label="Email" name="email" type="email" sent={sent} maxLength={254} />
        <Field label="First name" name="first_name" sent={sent} maxLength={254} />
        <Field label="Last name" name="last_name" sent={sent} maxLength={254} />
        <RoleFields sent={sent} before={{ role: 'support', schools: null }} schools={schools} />
        <ActionButton intent="add" label="Add" />
      </form>
    </Panel>
  )
}

const ChangeForm = ({ chosen, schools }: { chosen: Colleague; schools: NamedSchool[] }) => (
  <Panel title={`Change the role of ${nameOf(chosen)}`} form isNext>
    <form method="post" action={paths.colleagues} className="form">
      <input type="hidden" name="colleague" value={chosen.id} />
      <RoleFields sent={usePosted('change')} before={chosen} schools={schools} />
      <div className="buttons">
        <ActionButton intent="change" label="Save" />
        <QuietLink href={paths.colleagues}>Cancel</QuietLink>
      </div>
    </form>
  </Panel>
)

interface RoleFieldsProps {
  sent: ReturnType<typeof usePosted>
  before: { role: StaffRole; schools: number[] | null }
  schools: NamedSchool[]
}

/** The role, and the schools that it covers. */
const RoleFields = ({ sent, before, schools }: RoleFieldsProps) => {
  const { fields, all, problems } = sent
  const ticked = fields.limit ? rowIds(all.schools) : (before.schools ?? [])
  return (
    <>
      <Select
        label="Role"
        name="role"
        sent={sent}
        value={before.role}
        options={staffRoles.map(value => ({ value, label: roleLabels[value] }))}
      />
      <Select
        label="Covers"
        name="limit"
        sent={sent}
        value={before.schools ? 'some' : 'all'}
        options={[
          { value: 'all', label: 'All schools' },
          { value: 'some', label: 'Only the schools ticked below' },
        ]}
      />
      <details open={fields.limit ? fields.limit === 'some' : before.schools !== null}>
        <summary>Schools</summary>
        {schools.map(({ id, name }) => (
          <Check key={id} label={name} name="schools" value={id} defaultChecked={ticked.includes(id)} />
        ))}
      </details>
      <FieldProblem>{problems.schools}</FieldProblem>
    </>
  )
}
