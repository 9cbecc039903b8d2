import { shortDate } from '#src/core/rules/business-day.ts'
import { schoolText } from '#src/core/rules/school-ref.ts'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './load.ts'

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** The newest courses of a school, and ways to the lists of all. */
export const SchoolCourses = ({ data: { school, overview }, timezone }: { data: SchoolPage; timezone: string }) => (
  <Panel title="Courses">
    <p>
      {plural(overview.courses, 'course', 'courses')}, {plural(overview.inside, 'person has', 'people have')} access,{' '}
      {plural(overview.codesUsed, 'code', 'codes')} used.
    </p>
    <DataTable
      caption="Newest courses"
      head={['Course', 'Products', 'Have access', 'Since']}
      figures={[2]}
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
        ],
      }))}
    />
    <ul className="links">
      <li>
        <a href={withQuery(paths.course, { school: schoolText(school) })}>All courses</a>
      </li>
      {overview.waiting > 0 && (
        <li>
          <a href={withQuery(paths.course, { school: schoolText(school), state: 'waiting' })}>
            {plural(overview.waiting, 'course waits', 'courses wait')} for a product
          </a>
        </li>
      )}
      <li>
        <a href={withQuery(paths.token, { school: schoolText(school) })}>People</a>
      </li>
    </ul>
  </Panel>
)
