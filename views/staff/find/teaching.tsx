import type { PersonRecord, TaughtCourse } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import { unitsSeen } from '../units-seen.ts'

interface TeachingProps {
  teaches: PersonRecord['teaches']
  /** Links to pages of schools, which a role for some schools cannot open. */
  linksSchools: boolean
}

/** Courses that a person teaches, what they see there, and what they may do. */
export const Teaching = ({ teaches, linksSchools }: TeachingProps) =>
  teaches.length > 0 && (
    <Panel title={teaches.length === 1 ? 'Teaches 1 course' : `Teaches ${teaches.length} courses`}>
      <DataTable
        caption="Courses they teach"
        head={['Course', 'School', 'Teacher page', 'Web tool (dictionary)']}
        empty=""
        rows={teaches.map(course => ({
          key: course.id,
          cells: [
            <TwoLines key="c" below={course.contextId}>
              <a href={hrefs.coursePage(course.id)}>{course.title}</a>
            </TwoLines>,
            linksSchools ? (
              <a key="s" href={hrefs.schoolPage(course.school.id)}>
                {course.school.name}
              </a>
            ) : (
              course.school.name
            ),
            <TwoLines key="u" below={whyFew(course)}>
              {unitsSeen(course.units)}
            </TwoLines>,
            course.allowsWts ? 'on' : 'off',
          ],
        }))}
      />
      <h3>What they see and may do</h3>
      <ul className="bullets">
        <li>The teacher page opens from a link in their LMS, for two hours. It needs no code and no payment.</li>
        <li>It has the dictionary, the units above, resources, how-tos and FAQs.</li>
        <li>They see who has access, without emails and payments, and make lists of signs for the course.</li>
        {teaches.some(course => course.version === '1.3') && <li>They place links to units in their LMS (LTI 1.3).</li>}
        <li>They cannot let students in, and cannot change products or dates. Staff do.</li>
      </ul>
    </Panel>
  )

/** Tells why a teacher sees only the first unit. */
const whyFew = ({ products, units }: TaughtCourse): string => {
  if (products.length === 0) return 'the course has no product yet'
  const of = products.join(' + ')
  return units.length === 1 && units[0] === 1 ? `${of} opens no more` : of
}
