import t from 'tap'
import { courseTeachers } from '#src/courses/store/schema/courses.ts'
import { findTexts } from '#src/desk/rules/search.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { headingOf, tagsOf, textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { countOf } from '../../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../../support/school.ts'
import { limitSchools, type Me, signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'

/** A person without an enrollment has a page like everybody, and nothing leads to erasing them first. */

const EMAIL = 'tess@school.example'

const scene = async (t: Test) => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { name: 'Birch College' })
  await makeProduct(app, 'ASL1', { unitsForTeacher: [1, 2, 3, 4, 5, 6] })
  await makeCourse(app, school.id, ['ASL1'], { contextId: 'ready', title: 'Evening Signs', allowsWts: true })
  await makeCourse(app, school.id, [], { contextId: 'waits', title: 'Morning Signs' })
  const teach = (context_id: string, context_title: string) =>
    launch(app, school.key, {
      ...{ context_id, context_title, user_id: 'tess', roles: 'Instructor' },
      ...{ lis_person_name_full: 'Tess Teacher', lis_person_contact_email_primary: EMAIL },
    })
  await teach('ready', 'Evening Signs')
  await teach('waits', 'Morning Signs')
  return { app, school, id: await personOf(app, EMAIL) }
}

const personOf = async (app: TestApp, email: string): Promise<number> => {
  const { rows } = await app.db.client.query('select id from people where email = $1 order by id desc', [email])
  return rows[0].id
}

/** Links of the page, without those to other pages of its section. */
const linksOf = (body: string): string[] =>
  tagsOf(body.slice(body.indexOf('<main')).replace(/<nav.*?<\/nav>/s, ''), 'a').flatMap(a => a.href ?? [])
/** Addresses of the page that erases a person. */
const erasing = (body: string): string[] => linksOf(body).filter(href => href.startsWith('/person/'))

t.test('the first result of a search for a teacher is their page, for each role', async t => {
  const { app, id } = await scene(t)
  for (const role of ['manager', 'support', 'viewer'] as const) {
    const me = await signedIn(app, role)
    for (const q of ['tess', 'Teacher Tess', EMAIL, EMAIL.toUpperCase()]) {
      const { status, body } = await me.open(`/find?q=${encodeURIComponent(q)}`)
      t.equal(status, 200)
      t.equal(linksOf(body)[0], `/people/${id}`, `${role} looks for ${q}`)
      t.strictSame(erasing(body), [])
    }
    const page = await me.open(`/people/${id}`)
    t.equal(page.status, 200)
    t.notMatch(page.body, 'value="erase"')
    t.strictSame(erasing(page.body), role === 'manager' ? [`/person/${id}`] : [], role)
  }
  t.ok((await countOf(app, `audit where action = 'view' and subject_id = ${id}`)) >= 3, 'each view is recorded')
})

t.test('the page of a teacher says who they are, what they teach, see and may do', async t => {
  const { app, school, id } = await scene(t)
  const me = await signedIn(app)
  const { body } = await me.open(`/people/${id}`)
  t.equal(headingOf(body), 'Tess Teacher')
  const text = textOf(body)
  t.match(text, `Email ${EMAIL} Schools Birch College`)
  t.match(text, /Evening Signs ready Birch College Units 1 to 6 ASL1 on/)
  t.match(text, /Morning Signs waits Birch College Unit 1 the course has no product yet off/)
  t.match(text, 'They see who has access')
  t.notMatch(text, 'They place links')
  t.notMatch(text, findTexts.noCourse)
  const courses = await app.db.client.query('select id from courses order by id')
  for (const { id: course } of courses.rows) {
    t.ok(linksOf(body).includes(`/courses/${course}`))
    const page = await me.open(`/courses/${course}`)
    t.ok(linksOf(page.body).includes(`/people/${id}`), 'and the course names its teacher with a link')
  }
  t.match(textOf((await me.open(`/courses/${courses.rows[0].id}`)).body), 'Teachers see Units 1 to 6')
  t.ok(linksOf(body).includes(`/schools/${school.schoolId}`))
  const erase = await me.open(`/person/${id}`)
  t.match(erase.body, 'value="erase"', 'erasing is the next step of a manager')
  t.ok(linksOf(erase.body).includes(`/people/${id}`), 'which leads back')
})

t.test('a teacher who also learns under the same address has one page, and each record can be erased', async t => {
  const { app, school, id } = await scene(t)
  const other = await makeConsumer(app, { name: 'Cedar College' })
  await makeCourse(app, other.id, ['ASL1'], { contextId: 'learns', title: 'ASL for Staff' })
  await launch(app, other.key, {
    ...{ context_id: 'learns', context_title: 'ASL for Staff', lis_person_name_full: 'Tess Teacher' },
    lis_person_contact_email_primary: EMAIL,
  })
  const learner = await personOf(app, EMAIL)
  const me = await signedIn(app)
  for (const one of [id, learner]) {
    const { body } = await me.open(`/people/${one}`)
    t.match(textOf(body), /Teaches 2 courses .*Evening Signs/)
    t.match(textOf(body), 'ASL for Staff')
    t.strictSame(erasing(body).sort(), [`/person/${id}`, `/person/${learner}`].sort())
  }
  const found = await me.open(`/find?q=${EMAIL}`)
  t.match(textOf(found.body), 'Teaches 2 courses')
  t.equal(found.body.match(/<h2[^>]*>Teachers</g), null, 'no second list of them')
  t.strictSame(erasing(found.body), [])
  t.ok((await me.open(`/schools/${school.schoolId}`)).status < 400)
})

t.test('a teacher by LTI 1.3 has both: their membership and what they teach', async t => {
  const app = await testApp(t)
  const { course, person } = await makeMembership(app, ['A'], 'noe@school.example')
  await app.db.client.query("update entitlements set role = 'instructor'")
  await app.db.orm.insert(courseTeachers).values({ courseId: course.id, personId: person.id })
  const me = await signedIn(app)
  const text = textOf((await me.open(`/people/${person.id}`)).body)
  t.match(text, /Teaches 1 course .*ASL by 1.3 ctx-13 .*Units 1 to 3/)
  t.match(text, 'They place links to units in their LMS (LTI 1.3).')
  t.match(text, 'They teach or manage this course.')
})

t.test('a person who opened only the dictionary is found and has a page', async t => {
  const { app, school } = await scene(t)
  await launch(app, school.key, {
    ...{ context_id: 'ready', user_id: 'dee', custom_app: 'wts', lis_person_name_full: 'Dee Only' },
    lis_person_contact_email_primary: 'dee@school.example',
  })
  const id = await personOf(app, 'dee@school.example')
  t.equal(await countOf(app, 'entitlements'), 0)
  const me = await signedIn(app)
  for (const q of ['dee only', 'dee@school.example']) {
    const { status, body } = await me.open(`/find?q=${encodeURIComponent(q)}`)
    t.equal(status, 200, q)
    t.equal(linksOf(body)[0], `/people/${id}`, q)
    t.strictSame(erasing(body), [])
  }
  const { status, body } = await me.open(`/people/${id}`)
  t.equal(status, 200)
  t.match(textOf(body), findTexts.noCourse)
  t.strictSame(erasing(body), [`/person/${id}`])
  t.equal((await me.open('/people/999999')).status, 404)
  const form = await me.open(`/person/${id}`)
  const confirmed = tagsOf(form.body, 'input').find(input => input.name === 'confirmed')?.value ?? ''
  t.equal((await me.post(`/person/${id}`, { intent: 'erase', asked: 'person', confirmed })).status, 303)
  t.equal((await me.open(`/people/${id}`)).status, 404, 'nothing is left to show')
  t.equal((await me.open('/find?q=dee+only')).status, 404)
})

t.test('a role for some schools sees only people without enrollment of these schools', async t => {
  const { app, school, id } = await scene(t)
  const away = await makeConsumer(app, { name: 'Cedar College' })
  await makeCourse(app, away.id, ['ASL1'], { contextId: 'away', title: 'Secret Signs' })
  const come = (user_id: string, roles: string, more: Record<string, string> = {}) =>
    launch(app, away.key, { context_id: 'away', user_id, roles, lis_person_name_full: `Tess ${user_id}`, ...more })
  await app.db.client.query('update courses set allows_wts = true')
  await come('Far', 'Instructor', { lis_person_contact_email_primary: EMAIL })
  await come('Dict', 'Learner', { custom_app: 'wts', lis_person_contact_email_primary: 'dict@school.example' })
  const limit = async (schoolId: number): Promise<Me> => {
    const email = `limited-${schoolId}@example.com`
    const me = await signedIn(app, 'support', email)
    await limitSchools(app.db, { email, schoolIds: [schoolId] })
    return me
  }
  const me = await limit(school.schoolId)
  const page = await me.open(`/people/${id}`)
  t.equal(page.status, 200)
  t.match(textOf(page.body), 'Evening Signs')
  for (const hidden of ['Secret', 'Cedar', 'Tess Far']) t.notMatch(page.body, hidden)
  for (const far of [await personOf(app, EMAIL), await personOf(app, 'dict@school.example')])
    t.equal((await me.open(`/people/${far}`)).status, 404)
  const found = await me.open('/find?q=tess')
  for (const hidden of ['Tess Far', 'Tess Dict', 'Cedar']) t.notMatch(found.body, hidden)
  t.ok(
    linksOf(page.body).every(href => !href.startsWith('/schools/')),
    'no link that the role may not open',
  )
})
