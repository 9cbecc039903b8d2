import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Found } from './found.ts'

/** What was found beside one person: each leads to its own page. */
export const Hits = ({ found: { people, codes, courses, schools } }: { found: Found }) => (
  <>
    {codes.length > 0 && (
      <Panel title="Codes">
        <DataTable
          caption="Codes"
          head={['Code', 'Product', 'Used']}
          figures={[2]}
          empty=""
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
      </Panel>
    )}
    {people.length > 0 && (
      <Panel title="People">
        <DataTable
          caption="People"
          head={['Name', 'E-mail', 'School']}
          empty=""
          rows={people.map(p => ({
            key: p.id,
            cells: [
              <a key="p" href={hrefs.find(p.token)}>
                {p.name ?? p.email ?? 'No name'}
              </a>,
              p.email ?? 'not told by the LMS',
              p.school,
            ],
          }))}
        />
      </Panel>
    )}
    {courses.length > 0 && (
      <Panel title="Courses">
        <DataTable
          caption="Courses"
          head={['Course', 'School', 'Products', 'In', 'Not in']}
          figures={[3, 4]}
          empty=""
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
      </Panel>
    )}
    {schools.length > 0 && (
      <Panel title="Schools">
        <DataTable
          caption="Schools"
          head={['School', 'Key', 'Courses']}
          figures={[2]}
          empty=""
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
      </Panel>
    )}
  </>
)
