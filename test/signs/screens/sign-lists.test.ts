import { sql } from 'drizzle-orm'
import t from 'tap'
import { LIST_SIGNS_MAX, LISTS_MAX } from '#src/signs/rules/sign-lists.ts'
import { signLists } from '#src/signs/store/schema/signs.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { withContent } from '../../support/content.ts'
import { postForm } from '../../support/form.ts'
import { textOf } from '../../support/html.ts'
import { launch, makeConsumer, makeCourse } from '../../support/school.ts'
import { launchTeacher } from '../../support/teacher.ts'
import type { Test } from '../../support/test.ts'

const get = async (app: TestApp, url: string) => {
  const { statusCode, body } = await app.server.inject({ url })
  return { status: statusCode, body, text: textOf(body) }
}

/** Posts a form whose field `sign` repeats. */
const post = async (app: TestApp, url: string, fields: Record<string, string>, signs: string[] = []) => {
  const payload = new URLSearchParams(fields)
  for (const sign of signs) payload.append('sign', sign)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.server.inject({ method: 'POST', url, headers, payload: payload.toString() })
  return { status: answer.statusCode, location: String(answer.headers.location ?? ''), text: textOf(answer.body) }
}

const teacherOf = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  const { location } = await launchTeacher(app, [3, 4])
  const url = location.replace('/lti/teacher', '/lti/lists')
  const create = (name: string) => post(app, url, { intent: 'create', name })
  const linkOf = async () => (await app.db.orm.select().from(signLists))[0]!.link
  return { app, location, url, create, linkOf }
}

t.test('a teacher makes a list, and students open it by its link', async t => {
  const { app, location, url, create, linkOf } = await teacherOf(t)
  t.match((await get(app, location)).body, url.replaceAll('&', '&amp;').split('?')[0]!)
  t.match((await get(app, url)).text, 'You have no lists yet')
  const made = await create('  Quiz   on Friday ')
  t.equal(made.status, 303)
  const page = await get(app, made.location)
  t.match(page.text, 'No signs yet. Check some below and save.')
  t.match(page.text, 'Signs of Unit 3')
  t.notMatch(page.text, 'Link for your students', 'an empty list is not shared')

  const fields = { intent: 'save', name: 'Quiz on Friday', unit: '4' }
  const saved = await post(app, made.location, fields, ['mother', 'home', 'no-such-sign', 'mother'])
  t.equal(saved.status, 303)
  const after = await get(app, saved.location)
  t.match(after.text, 'The list is saved.')
  t.match(after.text, 'Signs of Unit 4')
  const checked = [...after.body.matchAll(/<input type="checkbox"[^>]*checked=""[^>]*value="([\w-]+)"/g)].map(m => m[1])
  t.strictSame(checked, ['mother', 'home'], 'known signs, each once, in order')

  const link = await linkOf()
  t.match(after.body, `value="http://localhost:3000/deck?list=${link}"`)
  const deck = await get(app, `/deck?list=${link}`)
  t.match(deck.text, 'Practice signs: Quiz on Friday')
  t.equal([...deck.body.matchAll(/<summary>/g)].length, 2)
  t.match(deck.body, `/vocabulary?list=${link}`)
  const sheet = await get(app, `/vocabulary?list=${link}&paper=a4`)
  t.match(sheet.text, /Quiz on Friday.*MOTHER.*HOME/)
  t.equal([...sheet.body.matchAll(/class="vocabulary-row"/g)].length, 2)

  const removed = await post(app, saved.location, { intent: 'delete' })
  t.equal(removed.location, url)
  for (const path of ['/deck', '/vocabulary']) {
    const gone = await get(app, `${path}?list=${link}`)
    t.equal(gone.status, 404)
    t.match(gone.text, 'This list is no longer there. Ask your teacher for a new link.')
  }
})

t.test('students of the course find it in the dictionary; other courses do not', async t => {
  const { app, create } = await teacherOf(t)
  const made = await create('Quiz')
  await create('Empty')
  await post(app, made.location, { intent: 'save', name: 'Quiz', unit: '3' }, ['mother'])
  const [school] = (await app.db.client.query('select key from consumers')).rows
  const asStudent = async (context: string) =>
    get(app, (await launch(app, school.key, { context_id: context, custom_app: 'wts', user_id: 'ben' })).location)
  const own = await asStudent('ctx-1')
  t.match(own.text, 'Lists from your teacher Quiz')
  t.notMatch(own.text, 'Empty', 'a list without signs is not shown')
  const other = await makeConsumer(app)
  await makeCourse(app, other.id, [], { contextId: 'ctx-2', allowsWts: true })
  const theirs = await launch(app, other.key, { context_id: 'ctx-2', custom_app: 'wts', user_id: 'cleo' })
  t.notMatch((await get(app, theirs.location)).text, 'Lists from your teacher')
})

t.test('names are checked, and limits hold', async t => {
  const { app, url, create } = await teacherOf(t)
  const made = await create('Quiz')
  for (const [name, status, says] of [
    [' ', 422, 'Enter a name for the list.'],
    ['x'.repeat(61), 422, 'Use at most 60 characters.'],
    ['QUIZ', 409, 'Your course has a list with this name.'],
  ] as const) {
    const { status: found, text } = await create(name)
    t.equal(found, status, says)
    t.match(text, says)
  }
  const many = Array.from({ length: LIST_SIGNS_MAX + 1 }, (_, i) => `sign-${i}`)
  const long = await post(app, made.location, { intent: 'save', name: 'Quiz', unit: '3' }, many)
  t.equal(long.status, 422)
  t.match(long.text, 'A list can have 100 signs.')
  const answers = await Promise.all(Array.from({ length: LISTS_MAX + 4 }, (_, i) => create(`List ${i}`)))
  t.equal(answers.filter(({ status }) => status === 303).length, LISTS_MAX - 1, 'also when many are made at once')
  t.match((await create('One more')).text, 'A course can have 20 lists. Delete one first.')
  t.notMatch((await get(app, url)).text, 'Create list')
})

t.test('the database refuses more lists, and longer ones', async t => {
  const { app, create } = await teacherOf(t)
  await create('Quiz')
  const change = (set: string) => app.db.client.query(`update sign_lists set ${set}`)
  await t.rejects(change('place = 21'), /sign_lists_most/)
  await t.rejects(change(`signs = array_fill('x'::text, array[101])`), /sign_lists_signs/)
  await t.rejects(change(`name = repeat('x', 1001)`), /sign_lists_name/)
  await app.db.orm.execute(sql`update sign_lists set signs = array_fill('x'::text, array[100])`)
})

t.test('only a teacher with an open launch of the course may change a list', async t => {
  const { app, location, url, create } = await teacherOf(t)
  const made = await create('Quiz')
  const [school] = (await app.db.client.query('select key from consumers')).rows
  const student = await launch(app, school.key, { custom_app: 'wts', user_id: 'ben', context_id: 'ctx-1' })
  const other = await makeConsumer(app)
  await makeCourse(app, other.id, [], { contextId: 'ctx-2' })
  const elsewhere = await launch(app, other.key, { roles: 'Instructor', context_id: 'ctx-2' })
  const listOf = (launched: string) => {
    const to = new URL(launched.replace(/^\/lti\/\w+/, '/lti/lists'), 'http://localhost:3000')
    to.searchParams.set('list', new URL(made.location, to).searchParams.get('list')!)
    return to.pathname + to.search
  }
  const save = { intent: 'save', name: 'Taken over', unit: '3' }
  t.equal((await post(app, listOf(student.location), save)).status, 410, 'a student')
  t.equal((await post(app, listOf(elsewhere.location), save)).status, 404, 'a teacher of another course')
  t.equal((await post(app, listOf(elsewhere.location), { intent: 'delete' })).status, 404)
  t.match((await get(app, listOf(elsewhere.location))).text, 'You have no lists yet')
  app.clock.advance(3 * 60 * 60 * 1000)
  t.equal((await create('Late')).status, 410, 'an expired launch')
  t.equal((await postForm(app, url, { intent: 'delete' })).statusCode, 410)
  t.equal((await get(app, location)).status, 410)
  t.strictSame(
    (await app.db.orm.select().from(signLists)).map(({ name }) => name),
    ['Quiz'],
  )
})

t.test('the page is in Spanish for teachers who prefer it', async t => {
  const { app, url } = await teacherOf(t)
  const { body } = await app.server.inject({ url, headers: { 'accept-language': 'es' } })
  t.match(textOf(body), 'Todavía no tiene listas.')
})
