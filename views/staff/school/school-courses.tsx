import { shortDate } from '#src/core/rules/business-day.ts'
import { schoolText } from '#src/core/rules/school-ref.ts'
import { versionName } from '#src/schools/rules/school-facts.ts'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './screen.tsx'

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** The newest courses of a school, and ways to the lists of all. */
export const SchoolCourses = ({ data, timezone }: { data: SchoolPage; timezone: string }) => {
  const { overview, school } = data
  const hasBoth = school.versions.length > 1
  return (
    <Panel title="Courses">
      <p>
        {plural(overview.courses, 'course', 'courses')}, {plural(overview.inside, 'person has', 'people have')} access.
      </p>
      <DataTable
        caption="Newest courses"
        head={['Course', 'Products', 'Have access', 'Since', ...(hasBoth ? ['LTI'] : [])]}
        figures={[2]}
        minor={[3, 4]}
        empty="No course yet. A course appears with its first launch."
        rows={overview.newest.map(c => ({
          key: c.id,
          cells: [
            <a key="c" href={hrefs.coursePage(c.id)}>
              {c.title}
            </a>,
            c.products.join(', ') || 'none',
            c.inside,
            shortDate(c.createdAt, timezone),
            ...(hasBoth ? [c.version] : []),
          ],
        }))}
      />
      <ListLinks data={data} />
    </Panel>
  )
}

/** Links to the lists of courses and people, which are by record. */
const ListLinks = ({ data: { overview, school } }: { data: SchoolPage }) => (
  <ul className="links">
    {school.versions.map(version => {
      const of = { school: schoolText(version) }
      return (
        <li key={of.school}>
          {school.versions.length > 1 && `${versionName(version, school.versions)}: `}
          <a href={withQuery(paths.course, of)}>All courses</a> · <a href={withQuery(paths.token, of)}>People</a>
          {overview.waiting > 0 && (
            <>
              {' '}
              · <a href={withQuery(paths.course, { ...of, state: 'waiting' })}>Courses without a product</a>
            </>
          )}
        </li>
      )
    })}
  </ul>
)
