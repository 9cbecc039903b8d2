import { type ComponentProps, Fragment } from 'react'
import { calledName } from '#src/domain/entitlement.ts'
import { findMessages } from '#src/domain/find.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Found } from './found.ts'

interface HitProps extends Omit<ComponentProps<typeof DataTable>, 'caption' | 'empty'> {
  title: string
  /** How many there are of the name. */
  named?: number
}

/** One kind of thing that was found; nothing where there is none of it. */
const Hit = ({ title, named = 0, ...table }: HitProps) =>
  table.rows.length > 0 && (
    <Panel title={title}>
      <DataTable caption={title} empty="" {...table} />
      {named > table.rows.length && <p className="soft">{findMessages.more(named)}</p>}
    </Panel>
  )

/** What was found beside one person: each leads to its own page. */
export const Hits = ({ found: { people, teachers, codes, courses, schools, named } }: { found: Found }) => (
  <>
    <Hit
      title="Codes"
      head={['Code', 'Product', 'Used']}
      figures={[2]}
      rows={codes.map(c => ({
        key: c.id,
        cells: [
          <a key="c" href={hrefs.accessCode(c.code)}>
            {c.code}
          </a>,
          `${c.product.name} (${c.product.productCode})`,
          `${c.used}/${c.maxUsage}`,
        ],
      }))}
    />
    <Hit
      title="People"
      named={named.people}
      head={['Name', 'Email', 'Course', 'School']}
      rows={people.map(p => ({
        key: p.id,
        cells: [
          <Fragment key="p">
            <a href={hrefs.find(p.token)}>{calledName(p)}</a>
            {p.mark && p.mark !== p.school && <span className="soft"> {p.mark}</span>}
          </Fragment>,
          p.email ?? 'not told by the LMS',
          p.courses > 1 ? `${p.course} and ${p.courses - 1} more` : p.course,
          p.school,
        ],
      }))}
    />
    <Hit
      title="Teachers"
      named={named.teachers}
      head={['Name', 'Email', 'Course', 'School']}
      rows={teachers.map(({ course, ...p }) => ({
        key: p.id,
        cells: [
          calledName(p),
          p.email ?? 'not told by the LMS',
          <span key="c">
            <a href={hrefs.course(course.contextId, course.id)}>{course.title}</a>
            {p.courses > 1 && ` and ${p.courses - 1} more`}
          </span>,
          p.school,
        ],
      }))}
    />
    <Hit
      title="Courses"
      head={['Course', 'School', 'Products', 'In', 'Not in']}
      figures={[3, 4]}
      rows={courses.map(c => ({
        key: c.id,
        cells: [
          <a
            key="c"
            href={c.version === '1.3' && c.token ? hrefs.activateCourse(c.token) : hrefs.course(c.contextId, c.id)}
          >
            {c.title}
          </a>,
          c.school,
          c.products.join(', ') || 'none: not activated',
          c.inside,
          c.outside,
        ],
      }))}
    />
    <Hit
      title="Schools"
      named={named.schools}
      head={['School', 'Key', 'Courses']}
      figures={[2]}
      rows={schools.map(s => ({
        key: `${s.key} ${s.name}`,
        cells: [
          s.key ? (
            <a key="s" href={hrefs.consumer(s.key)}>
              {s.name}
            </a>
          ) : (
            s.name
          ),
          s.key ?? 'LTI 1.3',
          s.courses,
        ],
      }))}
    />
  </>
)
