import { findForStaff } from '#src/access/tokens.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
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
import { rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { peopleList } from './people-list.tsx'

const load = async (context: StaffContext) => {
  const { app, staff } = context
  const typed = urlParam(context, 'token')
  const found = typed ? await findForStaff(app, typed, staff) : null
  const missing = typed !== '' && !found
  const blank = blankLookup(context, 'token')
  const data = {
    typed,
    problem: missing ? adminMessages.neither : blank,
    person: found && (await viewPerson(app, { id: found.personId, token: typed }, staff)),
    list: typed ? null : await loadList(peopleList, context),
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Process Enrollment', status: missing ? 404 : blank ? 422 : 200 })
}

/** Process Enrollment: finds an enrollment or a membership by its token, to let the person in or take them out. */
export const entitlementScreen = staffScreen<Awaited<ReturnType<typeof load>>['data']>({
  path: [paths.token, `${paths.token}/:token`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Process Enrollment', hint: 'List of people' },
  load: async context => csvOf(peopleList, context) ?? load(context),
  submit: { ...personActions, bulk: bulkSubmit(['let-in', 'move']) },
  fields: personFields,
  View: ({ data: { typed, problem, person, list, rights }, site }) => (
    <OfficePage
      title="Process Enrollment"
      lead="Find one person in one course by the token in their link."
      details={<BulkPreview />}
    >
      <Lookup action={paths.token} label="Token" name="token" defaultValue={typed} problem={problem} button="Find" />
      {person && (
        <PersonPanel
          person={person}
          action={hrefs.token(typed)}
          token={typed}
          rights={rights}
          timezone={site.timezone}
        />
      )}
      {list && <ListPanel list={peopleList} shown={list} timezone={site.timezone} />}
    </OfficePage>
  ),
})
