import type { ReactNode } from 'react'
import { type ListedSchool, schoolSorts } from '#src/schools/rules/school-list.ts'
import { listSchools } from '#src/schools/schools.ts'
import type { LocalPath } from '../screen.ts'
import type { StaffList } from './list/staff-list.ts'

interface SchoolPicker {
  /** Address of the page with the list. */
  path: LocalPath
  title: string
  /** The link or button that chooses a school. */
  choose(school: ListedSchool): ReactNode
}

/** A list to find one of many schools in, by name, key or domain. */
export const schoolPicker = ({ path, title, choose }: SchoolPicker): StaffList<ListedSchool> => ({
  name: 'schools',
  title,
  path,
  search: 'Name, key or domain',
  columns: [
    { head: 'School', value: s => s.name },
    { head: 'Key or domain', value: s => [...s.keys, ...s.domains].join(', '), minor: true },
    { head: 'Courses', value: s => s.courses, figure: true },
    { head: 'Choose', value: () => null, cell: choose },
  ],
  filters: [],
  sorts: schoolSorts,
  empty: 'No school matches.',
  holds: 'facts',
  find: listSchools,
})
