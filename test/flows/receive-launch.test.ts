import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { countOf, courseRow, enrollmentRow, personOf, targetsOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

t.test('a first launch creates course, person and enrollment', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { status, location, token } = await launch(app, school.key, {
    context_id: 'new',
    context_title: 'ASL 1',
    context_label: 'ASL-1',
    custom_canvas_course_id: '101',
    custom_canvas_api_domain: 'Canvas.Example',
    custom_canvas_workflow_state: 'claimed',
    custom_canvas_term_start_at: '2026-08-24T05:00:00Z',
    custom_canvas_term_end_at: '2026-12-20T06:00:00Z',
    launch_presentation_return_url: 'https://lms.example/return?x=1',
    lis_person_name_given: 'Ana',
    lis_person_name_family: 'Íñiguez',
    lis_person_contact_email_primary: ' Ana@School.Example ',
    lis_result_sourcedid: '{"data":{"id":"1"},"hash":"x"}',
    lis_outcome_service_url: 'https://lms.example/service',
  })
  t.equal(status, 303)
  t.match(location, /^\/lti\/pay\?token=e_[\w-]{32}$/)
  t.hasStrict(await courseRow(app, 'new'), {
    consumerId: school.id,
    title: 'ASL 1',
    label: 'ASL-1',
    canvasCourseId: '101',
    canvasDomain: 'canvas.example',
    workflowState: 'claimed',
    lmsOrigins: ['https://lms.example'],
    termStartsAt: new Date('2026-08-24T05:00:00Z'),
    termEndsAt: new Date('2026-12-20T06:00:00Z'),
    expiresAt: null,
    allowsWts: false,
  })
  t.match((await courseRow(app, 'new')).joinToken, /^c_[\w-]{32}$/)
  t.hasStrict(await personOf(app, token), {
    consumerId: school.id,
    email: 'ana@school.example',
    name: 'Ana Íñiguez',
    givenName: 'Ana',
    familyName: 'Íñiguez',
  })
  t.hasStrict(await enrollmentRow(app, token), { processedAt: null, source: null, createdVia: 'launch' })
  t.hasStrict(await targetsOf(app, token), [
    {
      resourceLink: 'link-1',
      sourcedId: '{"data":{"id":"1"},"hash":"x"}',
      outcomeServiceUrl: 'https://lms.example/service',
    },
  ])
})

t.test('courses and people are separate for each school', async t => {
  const app = await testApp(t)
  const [one, two] = [await makeConsumer(app), await makeConsumer(app)]
  const same = { context_id: '2', user_id: '4', lis_person_contact_email_primary: 'ana@school.example' }
  const a = await launch(app, one.key, same)
  const b = await launch(app, two.key, same)
  t.not(a.token, b.token)
  t.equal(await countOf(app, 'courses'), 2)
  t.equal(await countOf(app, 'people'), 2, 'the same email links nobody')
  t.equal((await launch(app, one.key, same)).token, a.token, 'each comes back to their own row')
})

t.test('compares ids exactly, including case and spaces', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const tokens = []
  for (const user_id of ['a', 'A', 'a ', ' a']) tokens.push((await launch(app, school.key, { user_id })).token)
  t.equal(new Set(tokens).size, 4)
})

const FACTS = {
  context_title: 'ASL 1',
  context_label: 'L1',
  custom_canvas_course_id: '101',
  custom_canvas_api_domain: 'canvas.example',
  custom_canvas_workflow_state: 'available',
  custom_canvas_term_end_at: '2026-12-20T06:00:00Z',
  launch_presentation_return_url: 'https://lms.example/return',
  lis_person_name_full: 'Ana',
  lis_person_name_given: 'A',
  lis_person_name_family: 'Í',
  lis_person_contact_email_primary: 'ana@school.example',
  lis_result_sourcedid: 'grade-1',
  lis_outcome_service_url: 'https://lms.example/service',
}
const each = (value: (name: string) => string) =>
  Object.fromEntries(Object.keys(FACTS).map(name => [name, value(name)])) as typeof FACTS

const stored = async (app: Parameters<typeof courseRow>[0], token: string) => {
  const { updatedAt: _c, ...course } = await courseRow(app, 'ctx-1')
  const { updatedAt: _p, ...person } = await personOf(app, token)
  const { updatedAt: _e, ...enrollment } = await enrollmentRow(app, token)
  const targets = (await targetsOf(app, token)).map(({ updatedAt: _t, ...target }) => target)
  return { course, person, enrollment, targets }
}

t.test('absent, empty and unexpanded values overwrite nothing, except for an empty end date', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key, { user_id: 'ana', ...FACTS })
  const before = await stored(app, token)
  const silent = {
    empty: each(() => ''),
    blank: each(() => '  '),
    variable: each(name => `$${name.replaceAll('_', '.')}`),
  }
  for (const [name, facts] of Object.entries(silent)) {
    t.equal((await launch(app, school.key, { user_id: 'ana', ...facts })).token, token)
    const clears = name !== 'variable'
    const course = { ...before.course, ...(clears ? { termEndsAt: null } : {}) }
    t.strictSame(await stored(app, token), { ...before, course }, name)
    await launch(app, school.key, { user_id: 'ana', ...FACTS })
  }
})

t.test('changed values overwrite the stored ones', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key, { user_id: 'ana', ...FACTS })
  await launch(app, school.key, {
    user_id: 'ana',
    context_title: 'ASL 2',
    custom_canvas_workflow_state: 'completed',
    custom_canvas_term_end_at: '2027-05-20T06:00:00Z',
    launch_presentation_return_url: 'https://new.example/',
    lis_person_name_full: 'Ana B',
    lis_person_contact_email_primary: 'ana.b@school.example',
    lis_result_sourcedid: 'grade-2',
    lis_outcome_service_url: 'https://new.example/service',
  })
  const { course, person, targets } = await stored(app, token)
  t.hasStrict(course, {
    title: 'ASL 2',
    label: 'L1',
    workflowState: 'completed',
    lmsOrigins: ['https://new.example', 'https://lms.example'],
    termEndsAt: new Date('2027-05-20T06:00:00Z'),
  })
  t.hasStrict(person, { name: 'Ana B', givenName: 'A', email: 'ana.b@school.example' })
  t.hasStrict(targets, [{ sourcedId: 'grade-2', outcomeServiceUrl: 'https://new.example/service' }])
})

t.test('stores a grade address only if it is valid and not too long', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const keptOf = async (lis_outcome_service_url: string) => {
    const { token } = await launch(app, school.key, { lis_result_sourcedid: 'g', lis_outcome_service_url })
    return (await stored(app, token)).targets[0]?.outcomeServiceUrl ?? null
  }
  const long = `https://lms.example/service?${'x'.repeat(1900)}`
  t.equal(await keptOf(long), long)
  for (const bad of [`${long}${'x'.repeat(200)}`, 'lms.example/service', 'ftp://lms.example/', 'javascript:alert(1)'])
    t.equal(await keptOf(bad), null, bad.slice(0, 40))
})

t.test('launches keep the settings of staff and the join link', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const expiresAt = new Date('2027-01-01T05:59:59.999Z')
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', expiresAt, allowsWts: true })
  for (const title of ['One', 'Two', 'Two']) {
    await launch(app, school.key, { context_title: title, roles: title === 'One' ? 'Instructor' : 'Learner' })
    t.hasStrict(await courseRow(app, 'ctx-1'), { joinToken: course.joinToken, expiresAt, allowsWts: true, title })
  }
})

t.test('writes nothing when nothing changed', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key, { user_id: 'ana', ...FACTS })
  const versions = async () =>
    (
      await app.db.client.query(
        `select c.xmin::text as course, p.xmin::text as person, e.xmin::text as enrollment, t.xmin::text as target
         from entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id
           join grade_targets t on t.entitlement_id = e.id where e.token = $1`,
        [token],
      )
    ).rows[0]
  const before = await versions()
  await launch(app, school.key, { user_id: 'ana', ...FACTS })
  t.strictSame(await versions(), before, 'after the same launch again')
  await launch(app, school.key, { user_id: 'bo', ...FACTS })
  t.equal((await versions()).course, before.course, 'launches of classmates do not update the course row')
})

t.test('accepts a person without name and email', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const nobody = { lis_person_name_full: '', lis_person_contact_email_primary: '' }
  const { status, token } = await launch(app, school.key, nobody)
  t.equal(status, 303)
  t.hasStrict(await personOf(app, token), { email: null, name: null })
  const page = await app.server.inject({ url: `/lti/pay?token=${token}` })
  t.equal(page.statusCode, 200)
  t.notMatch(textOf(page.body), /null|undefined/)
})
