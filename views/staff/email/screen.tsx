import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import { viewPerson } from '#src/desk/person-records.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { personActions, personFields } from '../find/person-actions.ts'
import { PersonPanel } from '../find/person-panel.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { emailList } from '../process-enrollment/people-list.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const typed = urlParam(context, 'email')
  const person = typed ? await viewPerson(app, { email: typed }, staff) : null
  const missing = typed !== '' && !person
  const blank = blankLookup(context, 'email')
  const data = {
    typed,
    problem: missing ? adminMessages.nobody : blank,
    person,
    /** Null for one person. */
    list: typed ? null : await loadList(emailList, context),
  }
  return page(data, { title: 'Check Email', status: missing ? 404 : blank ? 422 : 200 })
}

/** Check Email: finds a person by their email, with all enrollments and memberships. */
export const emailScreen = staffScreen({
  path: [paths.email, `${paths.email}/:email`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Check Email' },
  unauthorized: staffMessages.unauthorizedEmail,
  load: async context => csvOf(emailList, context) ?? load(context),
  submit: { ...personActions, bulk: bulkSubmit(['let-in', 'move']) },
  fields: personFields,
  View: ({ data: { typed, problem, person, list } }) => (
    <OfficePage
      title="Check Email"
      lead="See every course of a person. Your visit is logged."
      details={<BulkPreview />}
    >
      <Lookup
        action={paths.email}
        label="Email"
        name="email"
        type="text"
        inputMode="email"
        defaultValue={typed}
        problem={problem}
      />
      {person && <PersonPanel person={person} action={hrefs.email(typed)} byKind />}
      {list && <ListPanel list={emailList} shown={list} />}
    </OfficePage>
  ),
})
