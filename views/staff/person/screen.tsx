import { calledName } from '#src/access/rules/entitlement.ts'
import { viewPerson } from '#src/desk/person-records.ts'
import type { PersonRecord } from '#src/desk/rules/search-results.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { NotFound, OfficePage } from '../../ui/office-page.tsx'
import { personActions, personFields } from '../find/person-actions.ts'
import { PersonPanel } from '../find/person-panel.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const id = urlId(context)
  const person = await viewPerson(context.app, { id }, context.staff)
  return page({ id, person }, { title: person ? nameOf(person) : 'Person', status: person ? 200 : 404 })
}

const nameOf = ({ people }: PersonRecord): string => calledName(people.find(p => p.name) ?? people[0]!)

/** One person: every course at every school, the reason for their access, fixes, and all that happened. */
export const personPageScreen = staffScreen({
  path: paths.personPage,
  nav: { section: 'Find', label: 'Person', isUnlisted: true },
  knowsSchools: true,
  load,
  submit: personActions,
  fields: personFields,
  View: ({ data: { id, person } }) => {
    const lead = 'We could not find this person. People appear here after they open a course.'
    if (!person) return <NotFound title="Person" lead={lead} list={[paths.token, 'All people']} />
    return (
      <OfficePage title={nameOf(person)} lead="All courses and all that happened. Your visit is logged.">
        <PersonPanel person={person} action={hrefs.personPage(id)} isOwnPage />
      </OfficePage>
    )
  },
})
