import { listPeople } from '#src/access/people.ts'
import { calledName, sourceLabels } from '#src/access/rules/entitlement.ts'
import { type ListedPerson, peopleSorts, peopleStates } from '#src/access/rules/people.ts'
import { hrefs, paths } from '../../paths.ts'
import { InOrOut, TestPerson } from '../../ui/facts.tsx'
import { Email, TwoLines } from '../list/list-panel.tsx'
import {
  courseFilter,
  productFilter,
  type StaffList,
  schoolFilter,
  stateFilter,
  termFilter,
} from '../list/staff-list.ts'

const Person = ({ person }: { person: ListedPerson }) => (
  <TwoLines
    below={
      person.email && (
        <a href={hrefs.personPage(person.personId)}>
          <Email email={person.email} />
        </a>
      )
    }
  >
    <a href={hrefs.token(person.token)}>{calledName(person)}</a> {person.isTest && <TestPerson />}
  </TwoLines>
)

const Course = ({ person }: { person: ListedPerson }) => (
  <TwoLines below={person.school}>
    <a href={hrefs.coursePage(person.courseId)}>{person.course}</a>
  </TwoLines>
)

/** All people in courses, each with the page that lets them in or takes them out. */
export const peopleList: StaffList<ListedPerson> = {
  name: 'people',
  title: 'People in courses',
  path: paths.token,
  search: 'Name or email begins with',
  columns: [
    { head: 'Name', value: p => p.name, cell: p => <Person person={p} /> },
    { head: 'Email', value: p => p.email, inFile: true },
    { head: 'Course', value: p => p.course, cell: p => <Course person={p} /> },
    { head: 'School', value: p => p.school, inFile: true },
    { head: 'Products', value: p => p.products.join(', '), inFile: true },
    { head: 'State', value: p => (p.isIn ? 'has access' : 'no access'), cell: p => <InOrOut isIn={p.isIn} /> },
    { head: 'How they got access', value: p => p.source && sourceLabels[p.source], minor: true },
    { head: 'Access ends', value: p => p.endsAt, minor: true },
    { head: 'Since', value: p => p.createdAt, minor: true },
  ],
  filters: [courseFilter, schoolFilter, termFilter, stateFilter(peopleStates), productFilter],
  sorts: peopleSorts,
  empty: 'No one matches. Check for typos, or search by email.',
  holds: 'people',
  bulk: { actions: ['let-in', 'move'], key: p => p.token, name: p => p.name ?? p.email ?? 'a person' },
  find: listPeople,
}

export const emailList: StaffList<ListedPerson> = { ...peopleList, path: paths.email }
