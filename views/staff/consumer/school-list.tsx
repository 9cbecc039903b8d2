import type { ListedSchool } from '#src/schools/rules/school-list.ts'
import { schoolSorts, schoolStates, schoolVersions } from '#src/schools/rules/school-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { choiceFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { listSchools } from "#src/schools/find-school.ts";

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** All schools, of both LTI versions. */
export const schoolList: StaffList<ListedSchool> = {
  name: 'schools',
  title: 'All schools',
  path: paths.manageConsumer,
  search: 'Name or key',
  columns: [
    { head: 'Name', value: s => s.name, cell: s => <a href={hrefs.schoolPage(s)}>{s.name}</a> },
    { head: 'Key', value: s => s.key, minor: true },
    { head: 'LTI', value: s => (s.kind === 'consumer' ? '1.1' : '1.3') },
    { head: 'Courses', value: s => s.courses, figure: true },
    { head: 'Card', value: s => onOff(s.acceptsPayment) },
    { head: 'Code', value: s => onOff(s.acceptsAccessCode) },
    { head: 'Email domain', value: s => s.emailDomain ?? 'any', minor: true },
    { head: 'K-12', value: s => (s.isK12 ? 'yes' : 'no'), minor: true },
  ],
  filters: [choiceFilter('version', 'LTI', schoolVersions), stateFilter(schoolStates)],
  sorts: schoolSorts,
  empty: 'No school matches. Enter a key above to create one.',
  holds: 'facts',
  find: ({ schools }, query) => listSchools(app, query),
}
