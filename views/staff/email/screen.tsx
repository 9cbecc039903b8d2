import type { ListedPerson } from '#src/access/rules/people.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import { viewPerson } from '#src/desk/person-records.ts'
import type { PersonRecord } from '#src/desk/rules/search-results.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { personActions, personFields } from '../find/person-actions.ts'
import { PersonPanel } from '../find/person-panel.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { emailList } from '../process-enrollment/people-list.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

interface EmailPage {
  typed: string
  problem: string | null
  person: PersonRecord | null
  /** Null for one address. */
  list: ShownList<ListedPerson> | null
  rights: Rights
}

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const typed = urlParam(context, 'email')
  const person = typed ? await viewPerson(app, { email: typed }, staff) : null
  const missing = typed !== '' && !person
  const blank = blankLookup(context, 'email')
  const data: EmailPage = {
    typed,
    problem: missing ? adminMessages.nobody : blank,
    person,
    list: typed ? null : await loadList(emailList, context),
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Check Email', status: missing ? 404 : blank ? 422 : 200 })
}

/** Check Email: finds a person by their email, with all enrollments and memberships. */
export const emailScreen = staffScreen<EmailPage>({
  path: [paths.email, `${paths.email}/:email`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Check Email' },
  unauthorized: staffMessages.unauthorizedEmail,
  load: async context => csvOf(emailList, context) ?? load(context),
  submit: { ...personActions, bulk: bulkSubmit(['let-in', 'move']) },
  fields: personFields,
  View: ({ data: { typed, problem, person, list, rights }, site }) => (
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
      {person && (
        <PersonPanel person={person} action={hrefs.email(typed)} byKind rights={rights} timezone={site.timezone} />
      )}
      {list && <ListPanel list={emailList} shown={list} timezone={site.timezone} />}
    </OfficePage>
  ),
})
