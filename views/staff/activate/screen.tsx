import { roleLetter } from '#src/access/rules/role.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { accessEndFact } from '../access-end.ts'
import { Activations } from '../activations.tsx'
import { activationList } from '../course/course-list.tsx'
import { History } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { Readiness } from '../readiness.tsx'
import { staffScreen } from '../staff-screen.ts'
import ActivateForm from './activate-form.island.tsx'
import { type ActivatePage, changeProduct, showActivate, undoActivation } from './load.ts'

/** Activate 1.3 Course: finds a course by the token of any member and sets its product. */
export const activateScreen = staffScreen<ActivatePage>({
  path: [paths.activateCourse, `${paths.activateCourse}/:token`],
  knowsSchools: true,
  nav: { group: 'Courses', label: 'Activate 1.3 Course', hint: 'Of a school by LTI 1.3' },
  load: context => csvOf(activationList, context) ?? showActivate(context),
  submit: { change: changeProduct, undo: undoActivation },
  View: ({ data, site }) => (
    <OfficePage title="Activate 1.3 Course" lead="Find a course by the token of anyone in it.">
      <Lookup
        action={paths.activateCourse}
        label="Token"
        name="token"
        defaultValue={data.token}
        problem={data.problem ?? undefined}
        button="Find"
        autoFocus={!data.view}
      />
      {data.enrollmentCourse && (
        <p>
          This token belongs to an LTI 1.1 enrollment.{' '}
          <a href={hrefs.course(data.enrollmentCourse.contextId, data.enrollmentCourse.id)}>Open its course</a>
        </p>
      )}
      <Feedback feedback={data.feedback} />
      {data.coupon && (
        <Notice tone="good">
          <span>
            Test Coupon <Copied>{data.coupon}</Copied>
          </span>
        </Notice>
      )}
      {data.view && <CourseDetails data={data} view={data.view} timezone={site.timezone} />}
      {data.list && <ListPanel list={activationList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})

const CourseDetails = ({
  data,
  view: { course, members },
  timezone,
}: {
  data: ActivatePage
  view: NonNullable<ActivatePage['view']>
  timezone: string
}) => {
  const seen = data.history[0]?.id ?? 0
  return (
    <Beside>
      <div>
        <Panel title={courseName(course)}>
          <Facts
            of={[
              ['Course ID', <Copied key="c">{course.contextId}</Copied>],
              ['Title', course.title],
              ['Issuer', course.school.key],
              ['Current product', course.products.map(p => `${p.name} (${p.productCode})`).join(', ') || 'none'],
              accessEndFact(course, { now: data.now, timezone }),
            ]}
          />
          {data.rights.change && (
            <Island
              of={ActivateForm}
              props={{
                token: data.token,
                before: data.before,
                typed: data.typed,
                today: data.today,
                people: data.people,
                seen,
                choices: data.choices,
              }}
            />
          )}
        </Panel>
        <Panel title="Memberships">
          <DataTable
            caption="Memberships of this course"
            head={['Email', 'Role']}
            empty="No one is in this course yet."
            rows={members.map(m => ({
              key: m.token,
              marked: m.token === data.token,
              cells: [
                <a key="m" href={hrefs.token(m.token)}>
                  {m.email ?? m.token}
                  {m.token === data.token && ' *'}
                </a>,
                roleLetter[m.role],
              ],
            }))}
          />
          {members.length > 0 && <p className="soft">* This is the token above.</p>}
        </Panel>
      </div>
      <div>
        <Readiness lines={data.readiness} rights={data.rights} />
        <Activations activations={course.activations} timezone={timezone} />
        <History entries={data.history} timezone={timezone} />
      </div>
    </Beside>
  )
}
