import { type ListedSchool, schoolSorts, schoolStates, schoolVersions } from '#src/schools/rules/school-list.ts'
import { listSchools } from '#src/schools/schools.ts'
import { hrefs, paths } from '../../paths.ts'
import { choiceFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'

const onOff = (on: boolean): string => (on ? 'on' : 'off')

const versionsOf = ({ keys, domains }: ListedSchool): string =>
  [...(keys.length > 0 ? ['1.1'] : []), ...(domains.length > 0 ? ['1.3'] : [])].join(', ')

/** All schools, each once, with their connections. */
export const schoolList: StaffList<ListedSchool> = {
  name: 'schools',
  title: 'All schools',
  path: paths.manageConsumer,
  search: 'Name, key or domain',
  columns: [
    { head: 'Name', value: s => s.name, cell: s => <a href={hrefs.schoolPage(s.id)}>{s.name}</a> },
    { head: 'Key or domain', value: s => [...s.keys, ...s.domains].join(', '), minor: true },
    { head: 'LTI', value: versionsOf },
    { head: 'Courses', value: s => s.courses, figure: true },
    { head: 'Card', value: s => onOff(s.acceptsPayment) },
    { head: 'Code', value: s => onOff(s.acceptsAccessCode) },
    { head: 'Default products', value: s => s.defaultProducts.join(', ') || 'none', minor: true },
    { head: 'Email domain', value: s => s.emailDomain ?? 'any', minor: true },
    { head: 'K-12', value: s => (s.isK12 ? 'yes' : 'no'), minor: true },
  ],
  filters: [choiceFilter('version', 'LTI', schoolVersions), stateFilter(schoolStates)],
  sorts: schoolSorts,
  empty: 'No school matches. Enter a key above to create one.',
  holds: 'facts',
  find: listSchools,
}
