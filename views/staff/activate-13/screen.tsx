import { roleLetter } from '#src/access/rules/entitlement.ts'
import { activationMessages } from '#src/courses/rules/activation.ts'
import { viewEntitlement } from '#src/desk/person-records.ts'
import { hrefs, paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { page, redirect } from '../../screen.ts'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { CoursePanel, courseActions, showCourse, TestCoupon } from '../course/course-panel.tsx'
import { Lookup } from '../lookup.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

type View = NonNullable<Awaited<ReturnType<typeof viewEntitlement>>>

const load = async (context: StaffContext) => {
  const { app, staff, query } = context
  const token = urlParam(context, 'token')
  const found = token ? await viewEntitlement(app, token, staff) : null
  const view = found?.entitlement.kind === 'membership' ? found : null
  // An enrollment's page links here by path, so redirect. A token typed in the form gets 'Membership not found'.
  if (found && !view && !query.token) return redirect(hrefs.course(found.course.contextId, found.course.id))
  const blank = token === '' && query.token !== undefined
  const data = {
    token,
    problem: blank ? activationMessages.token : token && !view ? activationMessages.membership : null,
    view,
    shown: view && (await showCourse(context, view.course, hrefs.activateCourse(token))),
  }
  return page(data, { title: 'Activate 1.3 Course', status: blank ? 422 : token && !view ? 404 : 200 })
}

/** Activate 1.3 Course: finds a course by the token of any member and sets its product. */
export const activateScreen = staffScreen({
  path: [paths.activateCourse, `${paths.activateCourse}/:token`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Activate 1.3 Course' },
  load,
  submit: courseActions,
  View: ({ data }) => (
    <OfficePage title="Activate 1.3 Course" lead="Find a course by the token of anyone in it.">
      <TestCoupon />
      <Lookup
        action={paths.activateCourse}
        label="Token"
        name="token"
        defaultValue={data.token}
        problem={data.problem}
        button="Find"
      />
      {data.shown && <CoursePanel data={data.shown} />}
      {data.view && <Members members={data.view.members} token={data.token} />}
      {data.token === '' && (
        <p>
          <a href={withQuery(paths.course, { version: '1.3' })}>List of LTI 1.3 courses</a>
        </p>
      )}
    </OfficePage>
  ),
})

const Members = ({ members, token }: { members: View['members']; token: string }) => (
  <Panel title="Memberships">
    <DataTable
      caption="Memberships of this course"
      head={['Email', 'Role']}
      empty="No one is in this course yet."
      rows={members.map(m => ({
        key: m.token,
        marked: m.token === token,
        cells: [
          <a key="m" href={hrefs.token(m.token)}>
            {m.email ?? m.token}
            {m.token === token && ' *'}
          </a>,
          roleLetter[m.role],
        ],
      }))}
    />
    {members.length > 0 && <p className="soft">* This is the token above.</p>}
  </Panel>
)
