import t from 'tap'
import { checkCourse } from '#src/desk/reports.ts'
import { testApp } from '../support/app.ts'
import { postCode } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

t.test('follows a course from its first launch to its first student', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const states = async () => Object.fromEntries((await checkCourse(app, course.id))!.map(l => [l.step, l.state]))
  t.match(await states(), { product: 'done', dates: 'done', teacher: 'missing', student: 'later', codes: 'missing' })
  await launch(app, school.key, { context_id: 'ctx-1', roles: 'Instructor' })
  const code = await makeCode(app, 'A', { maxUsage: 2 })
  t.match(await states(), { teacher: 'done', codes: 'done' })
  const { token } = await launch(app, school.key, { context_id: 'ctx-1' })
  await postCode(app, token, code)
  t.match(await states(), { student: 'done' })
  t.match(textOf((await me.open('/course/ctx-1')).body), /Ready for students .*1 student has access\./s)
  t.strictSame(await checkCourse(app, 999), [])
})

t.test('is shown for a course of LTI 1.3 too', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token } = await makeMembership(app, [])
  t.match(textOf((await me.open(`/activate_course/${token}`)).body), /steps left .*no product/s)
})

t.test('links the step of the products to the page that changes them', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, [], { contextId: 'ctx-2' })
  const linkIn = async (role: 'manager' | 'viewer') => {
    const { body } = await (await signedIn(app, role)).open(`/courses/${course.id}`)
    return body.match(/no product[^<]*<a href="([^"]*)"/)?.[1]
  }
  t.equal(await linkIn('manager'), '#settings')
  t.equal(await linkIn('viewer'), undefined, 'viewers cannot change them')
})
