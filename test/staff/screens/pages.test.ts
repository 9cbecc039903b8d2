import t from 'tap'
import { findLtiCourses } from '#src/courses/courses.ts'
import { gradeTargets } from '#src/lti/store/schema.ts'
import { findConsumer } from '#src/schools/consumers.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { enrollmentRow } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../../support/school.ts'
import { postAndConfirm, signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'

/** The back-office without JavaScript (docs/rules/staff.md). */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1', canvasDomain: 'canvas.example' })
  const me = await signedIn(app)
  return { app, school, course, me }
}

const checked = (body: string, name: string) =>
  tagsOf(body, 'input').flatMap(i => (i.name === name && 'checked' in i ? [i.value] : []))

t.test('Check Access Code: uses, links, release and transfer', async t => {
  const { app, school, me } = await scene(t)
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  const ana = await launch(app, school.key)
  await redeem(app, ana.token, 'CODE-A-1')
  const found = await me.open('/access_code/code a1')
  t.match(textOf(found.body), 'CODE-A-1')
  t.match(textOf(found.body), '1/1')
  t.match(found.body, `/token?token=${ana.token}`)
  t.match(await me.open('/access_code?code=NOPE00'), { status: 404, body: 'Access code not found' })

  const ben = await launch(app, school.key, { user_id: 'ben', lis_person_contact_email_primary: 'ben@school.example' })
  const [use = ''] = tagsOf(found.body, 'input').flatMap(i => (i.name === 'use_id' ? [i.value ?? ''] : []))
  const wrong = await me.send('/access_code/CODE-A-1', { use_id: use, token: 'e_unknown0000', intent: 'transfer' })
  t.match(wrong, { status: 422, body: 'No enrollment or membership has this token.' })
  const transfer = { use_id: use, token: ben.token, intent: 'transfer' }
  const asked = textOf((await me.send('/access_code/CODE-A-1', transfer)).body)
  t.match(asked, 'CODE-A-1 (Product A) moves from')
  t.match(asked, /The two email addresses differ: ana-\w+@school\.example and ben@school\.example\./)
  t.match((await me.open('/access_code/CODE-A-1')).body, ana.token, 'nothing is done before it is read')
  t.match(await postAndConfirm(me, '/access_code/CODE-A-1', transfer, ' '), { status: 422, body: 'Enter a reason.' })
  const moved = await postAndConfirm(me, '/access_code/CODE-A-1', transfer)
  t.match(moved, { status: 200, body: 'now counts for the other course' })
  t.match(moved.body, 'ben@school.example')
  const release = { use_id: use, intent: 'release' }
  t.match(textOf((await me.send('/access_code/CODE-A-1', release)).body), 'becomes unused')
  const stale = { ...release, confirmed: 'Something else.', reason: 'lost card' }
  t.match(await me.send('/access_code/CODE-A-1', stale), {
    status: 409,
    body: 'Something changed while you were reading.',
  })
  const released = await postAndConfirm(me, '/access_code/CODE-A-1', release, 'lost card')
  t.match(textOf(released.body), 'CODE-A-1 can be used again.')
  t.match(textOf(released.body), '0/1')
  t.match(textOf(released.body), 'Code released')
  t.match(textOf(released.body), 'lost card')
  t.match(await me.send('/access_code/CODE-A-1', release), { status: 422 }, 'a second release is refused')

  const fields = { coupon_code: 'CODE-A-1', max_usage: '3', expires_at: '2027-06-30', intent: 'change' }
  t.match(textOf((await me.send('/access_code/CODE-A-1', fields)).body), '0/3')
  t.match(await me.send('/access_code/CODE-A-1', { ...fields, max_usage: '0' }), { status: 422 })
})

t.test('a code is transferred to a person who is picked, without a token', async t => {
  const { app, school, me } = await scene(t)
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  const [first, second] = ['ctx-1', 'ctx-2']
  await makeCourse(app, school.id, ['A'], { contextId: second })
  const come = (name: string, context_id = first) =>
    launch(app, school.key, {
      context_id,
      user_id: name,
      lis_person_name_full: `${name} Hill`,
      lis_person_contact_email_primary: `${name}@school.example`,
    })
  const [ana, ben] = [await come('ana'), await come('ben')]
  await redeem(app, ana.token, 'CODE-A-1')
  const page = (await me.open('/access_code/CODE-A-1')).body
  const [use_id = ''] = tagsOf(page, 'input').flatMap(i => (i.name === 'use_id' ? [i.value ?? ''] : []))
  t.notMatch(page, 'People to whom', 'Ana has no other course')
  const find = (who: string) => me.send('/access_code/CODE-A-1', { use_id, who, intent: 'transfer' })
  t.match(await find(' '), { status: 422, body: 'Type the name or email of the person to get the code.' })
  t.match(await find('nobody'), { status: 422, body: 'We found no one.' })
  t.match(textOf((await find('ben')).body), 'moves from ana Hill', 'one row can have it, so its effects are shown')
  const elsewhere = await come('ben', second)
  const found = await find('hill')
  t.equal(found.status, 200)
  t.match(textOf(found.body), `ASL 1 (${second})`)
  const tokens = tagsOf(found.body, 'input').flatMap(i => (i.name === 'token' ? [i.value] : []))
  t.strictSame(tokens, [elsewhere.token, ben.token], 'both rows of Ben')
  const own = await come('ana', second)
  t.match((await me.open('/access_code/CODE-A-1')).body, own.token, "the person's other course is offered at once")
  const from = (await me.open(`/find?q=${ana.token}`)).body
  t.match(textOf(from), 'Transfer or release CODE-A-1', 'Find leads here')
})

t.test("releasing the code that gave access takes it away and keeps the person's other code", async t => {
  const { app, school, me } = await scene(t)
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  await makeCode(app, 'B', { couponCode: 'CODE-B-1' })
  const { token } = await launch(app, school.key)
  await redeem(app, token, 'CODE-A-1')
  await redeem(app, token, 'CODE-B-1')
  const page = await me.open('/access_code/CODE-A-1')
  const [use = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'use_id' ? [i.value ?? ''] : []))
  const release = { use_id: use, intent: 'release' }
  t.match(
    textOf((await me.send('/access_code/CODE-A-1', release)).body),
    'loses access, because nothing else covers it.',
  )
  await postAndConfirm(me, '/access_code/CODE-A-1', release)
  const after = textOf((await me.open(`/token?token=${token}`)).body)
  t.match(after, 'no access')
  t.match(after, '1 of 2')
  t.match(await redeem(app, token, 'CODE-A-1'), { status: 'PROCESSED' }, 'the released code works again')
})

t.test('Activate 1.1 Course: products, flags, date and history', async t => {
  const { app, school, me } = await scene(t)
  await makeProduct(app, 'C')
  const page = await me.open('/course/ctx-1')
  t.match(textOf(page.body), 'Basic', 'the domain has its label')
  t.notMatch(page.body, 'zfree')
  const [id = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'lti_course_id' ? [i.value ?? ''] : []))
  const products = checked(page.body, 'product_ids')
  t.equal(products.length, 2)
  const all = tagsOf(page.body, 'input').flatMap(i => (i.name === 'product_ids' ? [i.value ?? ''] : []))
  const third = all.find(p => !products.includes(p)) ?? ''
  const shown = { shown_accepts_payment: 'yes', shown_accepts_access_code: 'yes' }
  const same = {
    ...{ lti_course_id: id, seen: '0', intent: 'change' },
    ...{ ...shown, accepts_payment: 'yes', accepts_access_code: 'yes' },
  }
  const good = { ...same, product_ids: [third], allows_wts: 'yes', expires_at: '2026-12-24' }
  t.match(await me.send('/course/ctx-1', { ...good, expires_at: '2026-11-20' }), {
    status: 422,
    body: 'The date must be today or later.',
  })
  t.match(await me.send('/course/ctx-1', { ...good, expires_at: 'soon' }), { status: 422 })
  const changed = await me.send('/course/ctx-1', good)
  t.match(textOf(changed.body), 'Changed.')
  t.match(textOf(changed.body), /11\/21\/26\s+C\s+Sam S/, 'the activation, with its date and colleague')
  t.match(changed.body, 'value="2026-12-24"')
  t.match(await me.send('/course/ctx-1', good), { status: 200, body: 'Nothing was changed.' })

  const late = await me.send('/course/ctx-1', { ...good, product_ids: products as string[] })
  t.match(
    late,
    { status: 409, body: 'A colleague just changed this course' },
    "a stale form shows the colleague's change",
  )
  t.strictSame(checked(late.body, 'product_ids').sort(), [...products].sort(), 'and keeps the choices')
  const [seen = ''] = tagsOf(late.body, 'input').flatMap(i => (i.name === 'seen' ? [i.value ?? ''] : []))
  t.match(await me.send('/course/ctx-1', { ...good, seen, product_ids: [] }), {
    status: 409,
    body: 'Yes, close this course',
  })
  t.match(await me.send('/course/ctx-1', { ...good, seen, accepts_payment: [], accepts_access_code: [] }), {
    status: 422,
    body: 'At least one of payment and access codes must stay on.',
  })
  t.match(await me.open('/course/nope'), { status: 404, body: 'Course not found' })
  const support = await signedIn(app, 'support')
  const theirs = tagsOf((await support.open('/course/ctx-1')).body, 'input')
  const sent = theirs.flatMap(i => (i.type === 'hidden' && /accepts/.test(i.name ?? '') ? [[i.name ?? '', 'yes']] : []))
  t.equal(sent.length, 4, 'the form of support posts the payment flags unchanged')
  const day = { ...good, ...Object.fromEntries(sent), seen, expires_at: '2026-12-25' }
  t.match(await support.send('/course/ctx-1', day), { status: 200, body: 'Changed.' })
  const asBefore = (await me.open('/course/ctx-1')).body
  const [now = ''] = tagsOf(asBefore, 'input').flatMap(i => (i.name === 'seen' ? [i.value ?? ''] : []))
  await me.call('POST', '/twa/update_consumer', { key: school.key, accepts_payment: false })
  await me.send('/course/ctx-1', { ...good, seen: now, product_ids: products as string[] })
  const { course } = { course: (await findLtiCourses(app, 'ctx-1', me.staff))[0] }
  t.match(course, { school: { acceptsPayment: false } }, "a form older than the school's switch does not change it")
})

t.test('asks for the school when two schools share a context id', async t => {
  const { app, me } = await scene(t)
  const other = await makeConsumer(app, { key: 'other', name: 'Other School' })
  await makeCourse(app, other.id, ['A'], { contextId: 'ctx-1' })
  const page = await me.open('/course/ctx-1')
  t.match(textOf(page.body), 'Choose the school')
  const href = page.body.match(/href="(\/course\/ctx-1\?id=\d+)"/)?.[1] ?? ''
  t.match(textOf((await me.open(href)).body), 'Settings')
})

t.test('courses waiting: most students first, and what the school had before is one click', async t => {
  const { app, school, me } = await scene(t)
  for (const user of ['ana', 'ben'])
    await launch(app, school.key, { context_id: 'new', context_title: 'ASL new', user_id: user })
  await launch(app, school.key, { context_id: 'quiet', context_title: 'ASL quiet', user_id: 'zoe' })
  const page = await me.open('/waiting_courses')
  t.match(textOf(page.body), 'Courses waiting (2)')
  t.ok(page.body.indexOf('ASL new') < page.body.indexOf('ASL quiet'))
  const [only = ''] = tagsOf(page.body, 'button').flatMap(b => (b.name === 'only' ? [b.value ?? ''] : []))
  const [products = ''] = tagsOf(page.body, 'option').flatMap(o => (o.value?.includes(' ') ? [o.value] : []))
  t.match(products, /^\d+ \d+$/, 'the two products of the last course')
  const fields = { only, [`products_${only}`]: products, intent: 'activate' }
  const done = await me.send('/waiting_courses', fields)
  t.match(textOf(done.body), 'ASL new is activated. Students can use it now.')
  t.match(textOf(done.body), 'Courses waiting (1)')
  t.match(await me.send('/waiting_courses', fields), { status: 409 }, 'whoever comes second sees it')
})

t.test('Process Enrollment: finds by token, gives and takes access with a reason', async t => {
  const { app, school, me } = await scene(t)
  const { token } = await launch(app, school.key)
  t.match(textOf((await me.open(`/token/${token}`)).body), 'no access')
  t.match(await me.open('/token?token=e_nope000000'), { status: 404, body: 'Enrollment nor Membership not found' })
  t.match(await me.send(`/token?token=${token}`, { intent: 'process' }), { status: 422, body: 'Enter a reason.' })
  const done = await me.send(`/token?token=${token}`, { intent: 'process', reason: 'paid by invoice' })
  t.match(textOf(done.body), /Processed: .+ has access\./)
  t.match(textOf(done.body), 'paid by invoice')
  t.match(done.body, `/activate_course/${token}`)
  const out = await me.send(`/token?token=${token}`, { intent: 'unprocess', reason: 'left' })
  t.match(textOf(out.body), /Un-processed: .+ has no access\./)
})

t.test('Activate the course: an enrollment links to its own LTI 1.1 course', async t => {
  const { app, school, me } = await scene(t)
  const context = { context_id: 'in two schools' }
  const other = await makeConsumer(app)
  for (const { id } of [school, other]) await makeCourse(app, id, ['A'], { contextId: context.context_id })
  const { token } = await launch(app, other.key, context)
  const { body } = await me.open(`/token?token=${token}`)
  const link = `/activate_course/${token}`
  t.match(body, `href="${link}"`)
  const { status, location } = await me.open(link)
  t.equal(status, 303)
  const course = await me.open(location)
  t.equal(course.status, 200)
  t.match(textOf(course.body), other.name)
  t.match(course.body, 'Change</button>', 'it can be activated there')
  const typed = await me.open(`/activate_course?token=${token}`)
  t.match(typed, { status: 404, body: 'Membership not found' })
})

t.test('a membership: role letter, course page, and the asterisk at the token', async t => {
  const { app, me } = await scene(t)
  const { token, course } = await makeMembership(app, ['A'])
  await makeProduct(app, 'C')
  const lti_course_id = String(course.id)
  const seenIn = (body: string) => tagsOf(body, 'input').find(i => i.name === 'seen')?.value ?? ''
  t.match(textOf((await me.open(`/token?token=${token}`)).body), 'Membership L')
  const page = await me.open(`/activate_course/${token}`)
  t.match(textOf(page.body), 'ASL by 1.3')
  t.match(textOf(page.body), /example \*/)
  t.match(await me.open('/activate_course?token='), { status: 422, body: 'Token field needs to have a value.' })
  t.match(await me.open('/activate_course/m_nope000000'), { status: 404, body: 'Membership not found' })
  const same = await me.send(`/activate_course/${token}`, { lti_course_id, product_code: 'A', intent: 'change' })
  t.match(textOf(same.body), 'Nothing was changed.')
  const done = await me.send(`/activate_course/${token}`, {
    lti_course_id,
    product_code: 'C',
    create_coupon: 'yes',
    seen: seenIn(page.body),
    intent: 'change',
  })
  t.match(textOf(done.body), /Changed\. Test Coupon TEST[0-9A-Z]{8}/)
  const coupon = { lti_course_id, product_code: 'C', create_coupon: 'yes', seen: seenIn(done.body), intent: 'change' }
  const alone = textOf((await me.send(`/activate_course/${token}`, coupon)).body)
  t.match(alone, /Test coupon created\. Test Coupon TEST[0-9A-Z]{8}/)
  t.notMatch(alone, 'Changed.')
  const next = { ...coupon, seen: seenIn((await me.open(`/activate_course/${token}`)).body) }
  const both = await Promise.all([1, 2].map(() => me.post(`/activate_course/${token}`, next)))
  t.strictSame(both.map(({ status }) => status).sort(), [303, 409], 'pressed twice: one code')
  t.match(textOf(done.body), /11\/21\/26\s+C\s+Sam S/)
  await makeProduct(app, 'FREE', { name: 'zfree' })
  const free = { token, product_code: 'FREE', create_coupon: true }
  t.match(await me.call('POST', '/twa/activate_course', free), {
    status: 422,
    data: { error: 'Free product cannot have codes' },
  })
  const byForm = { lti_course_id, product_code: 'FREE', create_coupon: 'yes', intent: 'change' }
  t.match(await me.send(`/activate_course/${token}`, byForm), { status: 422, body: 'Free product cannot have codes' })
  t.match(textOf((await me.open(`/activate_course/${token}`)).body), /Current product Product C/, 'nothing changes')
})

t.test('Check Email: both lists, and one sentence when both are empty', async t => {
  const { app, school, me } = await scene(t)
  const { token } = await launch(app, school.key, { lis_person_contact_email_primary: 'a+b@school.example' })
  const page = await me.open('/email/A%2BB@school.example')
  t.match(page.body, `/token?token=${token}`)
  t.match(textOf(page.body), 'Memberships not found')
  t.match(await me.open('/email?email=nobody@x.example'), {
    status: 404,
    body: 'No enrollments and memberships associated with the email found',
  })
})

t.test('Manage Consumer: finds, creates, updates, and shows a secret once', async t => {
  const { app, me } = await scene(t)
  t.match(await me.open('/manage_consumer?key='), { status: 422, body: 'Key field cannot be blank' })
  t.match(textOf((await me.open('/manage_consumer?key=new_school')).body), 'Consumer not found')
  t.match(await me.send('/manage_consumer', { key: 'new_school', name: ' ', intent: 'create' }), {
    status: 422,
    body: 'Name field cannot be blank',
  })
  const made = await me.send('/manage_consumer', { key: 'new_school', name: 'New School', intent: 'create' })
  t.match(textOf(made.body), 'Shared secret')
  t.notMatch((await me.open('/manage_consumer?key=new_school')).body, 'Shared secret')
  const taken = await me.send('/manage_consumer', { key: 'another', name: 'new school', intent: 'create' })
  t.match(taken, { status: 409, body: 'Choose a different name' })
  const school = `/schools/${(await findConsumer(app, 'new_school')).byKey?.schoolId}`
  t.match((await me.open('/manage_consumer?key=new_school')).body, `action="${school}"`)
  const update = { intent: 'update' }
  t.match(await me.send(school, update), { status: 422, body: 'At least one of payment and access codes' })
  const bad = await me.send(school, { ...update, accepts_payment: 'yes', email_domain: 'no domain' })
  t.match(bad, { status: 422, body: 'This email domain is not valid' })
  const done = await me.send(school, {
    ...update,
    accepts_payment: 'yes',
    email_domain: '@New.edu',
    is_k12: 'yes',
    name: 'New School of Signs',
  })
  t.match(done.body, 'value="new.edu"')
  t.match(textOf(done.body), 'Name: New School New School of Signs')
  t.match(textOf(done.body), 'Access codes: yes no')
  const rotate = { key: 'new_school', intent: 'rotate' }
  const asked = await me.send(school, rotate)
  t.notMatch(textOf(asked.body), 'Shared secret', 'asks first')
  t.match(textOf(asked.body), 'Launched from there so far: 0 courses, 0 people')
  t.match(asked.body, /button-danger[^>]*value="rotate"|value="rotate"[^>]*button-danger/)
  t.match(await postAndConfirm(me, school, rotate, ' '), { status: 422, body: 'Enter a reason.' })
  const rotated = textOf((await postAndConfirm(me, school, rotate, 'it was mailed around')).body)
  t.match(rotated, 'Shared secret')
  t.match(rotated, 'it was mailed around')
})

t.test('the question before a new secret counts teachers, too', async t => {
  const { app, school, me } = await scene(t)
  await launch(app, school.key, { user_id: 'lee', roles: 'Instructor' })
  await launch(app, school.key, { user_id: 'ana' })
  const asked = await me.send(`/schools/${school.schoolId}`, { key: school.key, intent: 'rotate' })
  t.match(textOf(asked.body), 'Launched from there so far: 1 course, 2 people')
})

t.test('a 1.3 course with the free product keeps it when its dates change', async t => {
  const { app, me } = await scene(t)
  await makeProduct(app, 'FREE', { name: 'zfree' })
  const { course } = await makeMembership(app, ['FREE'])
  const address = `/courses/${course!.id}`
  const page = await me.open(address)
  t.match(page.body, /<option[^>]*value="FREE"[^>]*selected|<option[^>]*selected[^>]*value="FREE"/)
  const [seen = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'seen' ? [i.value ?? ''] : []))
  const change = { lti_course_id: String(course!.id), product_code: 'FREE', seen, intent: 'change' }
  const changed = textOf((await me.send(address, { ...change, access_until: '2027-12-24' })).body)
  t.match(changed, /Current product zfree \(FREE\) .*Access ends 12\/24\/27/s)
})

t.test('Create LTI 1.3 Credentials, and the inbox of deployments', async t => {
  const { app, me } = await scene(t)
  const blank = await me.send('/create_platform', { domain: '', client_id: '' })
  t.equal(blank.status, 422)
  t.equal(
    textOf(blank.body).split('Both domain and client ID fields must have values.').length,
    2,
    'once, at its field',
  )
  const made = await me.send('/create_platform', { domain: 'school.brightspace.com', client_id: 'abc', d2l: 'yes' })
  t.match(made.body, 'https://school.brightspace.com/d2l/lti/authenticate')
  t.match(made.body, 'https://auth.brightspace.com/core/connect/token')
  t.match(await me.send('/create_platform', { domain: 'school.brightspace.com', client_id: 'abc', d2l: 'yes' }), {
    status: 409,
    body: 'Platform already exists',
  })
  const { platform } = await makeMembership(app, ['A'])
  const page = await me.open('/deployments')
  const [, id = ''] = page.body.match(/deployments\?id=(\d+)/) ?? []
  const refusal = { id, intent: 'refuse' }
  const asked = textOf((await me.send('/deployments', refusal)).body)
  t.match(asked, /Launched from there so far: 1 course, 1 person/)
  t.match(textOf((await me.open(`/deployments?id=${id}`)).body), 'approved', 'the preview changes nothing')
  t.match(await postAndConfirm(me, '/deployments', refusal, ' '), { status: 422, body: 'Enter a reason.' })
  const refused = await postAndConfirm(me, '/deployments', refusal)
  t.match(textOf(refused.body), `The deployment 1 of ${platform.domain} is refused.`)
})

t.test('Manage Product: not found, created, changed, with a fixed code', async t => {
  const { me } = await scene(t)
  t.match(textOf((await me.open('/manage_product?product_code=NEW')).body), 'Product not found')
  const blank = await me.send('/manage_product', {
    product_code: 'NEW',
    name: '',
    stripe_price_id: '',
    intent: 'create',
  })
  t.match(blank, { status: 422, body: 'Product Code, Stripe Price ID, and Name fields cannot be blank' })
  const fields = { product_code: 'NEW', name: 'New', stripe_price_id: 'price_1', units: ['9', '3'] }
  t.match(textOf((await me.send('/manage_product', { ...fields, intent: 'create' })).body), 'Units for teacher 3, 9')
  const form = await me.open('/manage_product?product_code=NEW&mode=update')
  t.ok(tagsOf(form.body, 'input').some(i => i.name === 'product_code' && 'readonly' in i))
  const changed = await me.send('/manage_product', { ...fields, name: 'Newer', intent: 'update' })
  t.match(textOf(changed.body), 'Name: New Newer')
})

t.test('Import Access Codes by a plain form', async t => {
  const { app, me } = await scene(t)
  const send = async (csv: string | null) => {
    const body = new FormData()
    if (csv !== null) body.append('csvfile', new Blob([csv], { type: 'text/csv' }), 'codes.csv')
    const request = new Request('http://localhost:3000/import_access_codes', { method: 'POST', body })
    const answer = await app.server.inject({
      method: 'POST',
      url: '/import_access_codes',
      headers: {
        cookie: me.cookie,
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return answer.statusCode === 303
      ? me.open(String(answer.headers.location))
      : { status: answer.statusCode, body: answer.body }
  }
  const all = await send('coupon_code,product_code\nGOOD-CODE-0,A\n')
  t.match(textOf(all.body), '1 of 1 rows can be imported.')
  const done = await send('coupon_code,product_code\nGOOD-CODE-1,A\nAB,A\n')
  t.match(textOf(done.body), '1 of 2 rows can be imported.')
  t.match(textOf(done.body), 'Line Access code Product Reason 3 AB A Shorter than 6 characters')
  await makeCode(app, 'A', { couponCode: 'GOOD-CODE-1' })
  t.match(textOf((await send('coupon_code,product_code\nGOOD-CODE-1,A\n')).body), 'Already exists')
  const many = await send(`coupon_code,product_code\n${'=A,A\n'.repeat(501)}"A,B",X\n`)
  t.match(textOf(many.body), '2 more are in the CSV file.')
  const file = tagsOf(many.body, 'a').find(a => a.download === 'not-imported.csv')?.href ?? ''
  const lines = decodeURIComponent(file.replace('data:text/csv;charset=utf-8,', '')).split('\r\n')
  t.equal(lines.length, 1 + 502 + 1, 'includes rows that the page does not show')
  t.strictSame(lines.slice(0, 2), ['Line,Access code,Product,Reason', `2,'=A,A,"A spreadsheet error, not a code"`])
  t.equal(lines.at(-2), '503,"A,B",X,"Shorter than 6 characters; Unknown product"')
  t.equal((await send(null)).status, 400)
  t.equal((await send('what is this')).status, 400)
})

t.test('a viewer sees no buttons for changes', async t => {
  const { app, school } = await scene(t)
  const viewer = await signedIn(app, 'viewer')
  const { token } = await launch(app, school.key)
  for (const path of [
    '/course/ctx-1',
    `/token?token=${token}`,
    '/manage_consumer?key=x',
    '/manage_product',
    '/import_access_codes',
    '/create_platform',
  ]) {
    const page = await viewer.open(path)
    t.equal(page.status, 200, path)
    t.notMatch(page.body.replace(/action="\/logout"/, ''), /<form method="post"/, path)
  }
  t.equal(
    (await viewer.send('/manage_product', { intent: 'create', product_code: 'X', name: 'x', stripe_price_id: 'x' }))
      .status,
    403,
  )
})

t.test('Process Enrollment shows why the LMS refused a grade', async t => {
  const { app, school, me } = await scene(t)
  const { token } = await launch(app, school.key)
  const { id: entitlementId } = await enrollmentRow(app, token)
  const target = { entitlementId, sourcedId: 's', outcomeServiceUrl: 'x', problem: 'This grade is not wanted' }
  await app.db.orm.insert(gradeTargets).values(target)
  t.match(textOf((await me.open(`/token?token=${token}`)).body), 'rejected a grade: This grade is not wanted')
})

t.test('About ends every session on every device', async t => {
  const { me } = await scene(t)
  const { body } = await me.open('/about')
  const asked = tagsOf(body, 'input').filter(i => i.name === 'where')
  t.match(asked, [{ value: 'everywhere' }])
  t.equal((await me.post('/logout', { where: 'everywhere' })).status, 303)
  t.match(await me.open('/about'), { status: 302, location: '/' })
})

t.test('an empty look-up says what to type', async t => {
  const { me } = await scene(t)
  const pages = {
    '/find?q=': 'Type a code, email, name, link,',
    '/access_code?code=+': 'Type an access code.',
    '/email?email=': 'Type an email address.',
    '/token?token=': 'Type the token of an enrollment or membership.',
    '/course?context_id=': 'Type the context ID of a course.',
    '/manage_sproutvideo?domain=': 'Type a domain, like canvas.school.edu.',
    '/manage_product?product_code=': 'Enter a product code.',
    '/manage_consumer?key=': 'Key field cannot be blank',
    '/activate_course?token=': 'Token field needs to have a value.',
  }
  for (const [url, says] of Object.entries(pages)) {
    const { status, body } = await me.open(url)
    t.equal(status, 422, url)
    t.match(
      body.match(/<p[^>]*class="[^"]*problem[^"]*"[^>]*>.*?<\/p>|role="alert".*?<\//gs)?.join(' ') ?? body,
      says,
      url,
    )
    const { status: fresh } = await me.open(url.split('?')[0] ?? '')
    t.equal(fresh, 200, 'a page just opened blames nobody')
  }
})
