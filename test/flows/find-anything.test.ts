import t from 'tap'
import { waitingReasons } from '#src/access/rules/payment.ts'
import { listPeopleCalled } from '#src/access/store/people.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { findRows, searchRecords } from '#src/desk/search.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { makeMembership, makePlatform } from '../support/platform.ts'
import { changeCourse } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, shop } from '../support/shop.ts'
import { limitSchools, type Me, postAndConfirm, signedIn } from '../support/staff.ts'
import { watchStatements } from '../support/statements.ts'

const find = (app: TestApp, me: Me, q: string) => searchRecords(app, q, me.staff)
const why = async (app: TestApp, me: Me, q: string) => (await find(app, me, q)).person?.courses[0]?.status.why

const ana = { user_id: 'ana', lis_person_contact_email_primary: 'ana@school.example' }

const scene = async (app: TestApp, sells = ['A', 'B']) => {
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, sells, { contextId: 'ctx-1', title: 'ASL 1' })
  const { token } = await launch(app, school.key, ana)
  return { school, course, token }
}

t.test('Find knows the beginning of an email or a code, and a domain', async t => {
  const app = await testApp(t)
  const [me, viewer] = [await signedIn(app), await signedIn(app, 'viewer')]
  const { token } = await scene(app)
  const code = await makeCode(app, 'A')
  for (const q of ['ana@sch', 'ana@school.exam', 'school.example', '@school.example'])
    t.equal((await find(app, me, q)).person?.courses[0]?.entitlement.token, token, q)
  const begins = code.slice(0, 6)
  t.match((await find(app, me, begins)).codes, [{ code }])
  t.strictSame((await find(app, viewer, begins)).codes, [], 'who may not read codes cannot try letters')
  t.strictSame((await find(app, me, 'a_a%')).people, [], 'no wildcards')
})

t.test('words find courses by title, products, and batches by their note', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school } = await scene(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'evening', title: 'Evening ASL with Ms. Rivera' })
  await me.send('/codes', {
    product_code: 'A',
    count: '3',
    max_usage: '1',
    expires_at: '',
    note: 'Spring order',
    intent: 'make',
  })
  t.match(await find(app, me, 'rivera eve'), { courses: [{ contextId: 'evening' }], named: { courses: 1 } })
  const contextId = '3f2b8c1e-5d4a-4b6f-9a7e-0c1d2e3f4a5b'
  await makeCourse(app, school.id, ['A'], { contextId, title: 'ASL at a Sakai' })
  t.match(await find(app, me, contextId), { courses: [{ contextId }] }, 'also by a context ID like a payment reference')
  t.match(await find(app, me, 'product a'), { products: [{ productCode: 'A' }] })
  t.match(await find(app, me, 'spring'), { batches: [{ note: 'Spring order', size: 3, productCode: 'A' }] })
  const text = textOf((await me.open('/find?q=spring')).body)
  t.match(text, /Batches of codes .*Spring order A 3/s)
  t.match(textOf((await me.open('/find?q=Rivera')).body), /Courses .*Evening ASL with Ms\. Rivera evening/s)
})

t.test(
  'one search box finds a person by email, token, link, code or payment reference, and courses and schools by name',
  async t => {
    const app = await testApp(t)
    const me = await signedIn(app, 'viewer')
    const { school, token } = await scene(app)
    const code = await makeCode(app, 'A')
    await redeem(app, token, code)
    const byToken = await find(app, me, token)
    t.match(byToken.person?.people, [{ email: 'ana@school.example', school: school.name }])
    for (const q of ['ANA@school.example', `http://localhost:3000/lti/pay?token=${token}`, code.toLowerCase()])
      t.equal((await find(app, me, q)).person?.courses[0]?.entitlement.token, token, q)
    t.match((await find(app, me, code)).codes, [{ code }])
    t.match((await find(app, me, 'ctx-1')).courses, [{ contextId: 'ctx-1', outside: 1, inside: 0 }])
    t.match((await find(app, me, school.key)).schools, [{ name: school.name, courses: 1 }])
    t.match(await find(app, me, 'nothing like it'), { person: null, people: [], codes: [], courses: [], schools: [] })
    const views = (await app.db.orm.select().from(audit)).filter(a => a.action === 'view')
    t.ok(views.length >= 4 && views.every(v => v.subjectKind === 'person'), 'each view of a person is recorded')
  },
)

t.test('other words match the beginnings of names of people and schools', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { school, token } = await scene(app)
  const other = await makeConsumer(app, { name: "O'Brien-Núñez High School" })
  await makeCourse(app, other.id, ['A'], { contextId: 'ctx-2', title: 'ASL 2' })
  const named = (user_id: string, name: string, key: string, context_id: string) =>
    launch(app, key, { user_id, lis_person_name_full: name, context_id })
  await named('1', 'Íñigo Montoya', school.key, 'ctx-1')
  await named('2', 'Montoya, María-José', other.key, 'ctx-2')
  await named('2', 'Montoya, María-José', other.key, 'ctx-3')
  const only = await find(app, me, 'inig mont')
  t.match(only.person?.people, [{ name: 'Íñigo Montoya', course: 'ASL 1' }], 'a single match is shown in full')
  t.match((await find(app, me, 'JOSÉ')).person?.people, [{ name: 'Montoya, María-José' }])
  const both = await find(app, me, 'montoya')
  t.equal(both.person, null)
  t.match(both.people, [
    { name: 'Montoya, María-José', school: other.name, courses: 2 },
    { name: 'Íñigo Montoya', school: school.name, course: 'ASL 1', courses: 1 },
  ])
  t.match((await find(app, me, 'obrien h')).schools, [{ name: other.name, keys: [other.key], courses: 2 }])
  t.match(await find(app, me, 'ontoya'), { people: [], schools: [] }, 'matches only the beginning of a word')
  t.match((await find(app, me, `Montoya ' | ! & ( <-> :*`)).named.people, 2, 'punctuation is never a search operator')
  t.equal((await me.open('/find?q=%21%3F')).status, 404)
  const views = (await app.db.orm.select().from(audit)).filter(a => a.action === 'view')
  t.equal(views.length, 1 + 1 + 2 + 2, 'every person shown is recorded')
  t.equal((await find(app, me, token)).person?.people.length, 1)
})

t.test('lists find a name by its plain letters, and nobody by a search without a letter or digit', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'manager')
  const school = await makeConsumer(app, { name: 'Łódź Æsir College' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'Język 1' })
  await makeCode(app, 'A')
  await launch(app, school.key, {
    context_id: 'ctx-1',
    context_title: 'Język 1',
    lis_person_name_full: 'Łukasz Wałęsa',
  })
  const count = async (path: string, q: string) => {
    const { body } = await me.open(`${path}?q=${encodeURIComponent(q)}`)
    return { count: body.match(/([\d,]+) match/)?.[1], says: /no letter or digit/.test(body) }
  }
  const found: [path: string, q: string][] = [
    ...['Luk', 'luk', 'Łuk', 'łukasz', 'walesa', 'Lukasz Wal', 'WAŁĘSA'].map((q): [string, string] => ['/token', q]),
    ...['lodz', 'Łódź', 'aesir', 'LODZ'].map((q): [string, string] => ['/manage_consumer', q]),
    ['/course', 'jezyk'],
  ]
  for (const [path, q] of found) t.match(await count(path, q), { count: '1', says: false }, `${path} ${q}`)
  t.match((await find(app, me, 'luk')).person?.people, [{ name: 'Łukasz Wałęsa' }])
  const lists = ['/token', '/payments', '/manage_consumer', '/course', '/access_code', '/codes', '/platforms']
  for (const path of [...lists, '/deployments', '/help_requests', '/launches', '/audit', '/signs'])
    for (const q of ['%', '_', "'", '😀', '’ %', '\\', '--'])
      t.match(await count(path, q), { count: '0', says: true }, `${path} ${q}`)
})

t.test('a name is found however its apostrophe is typed or stored', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const names: [typed: string[], stored: string[], others: string[]][] = [
    [
      ["O'Neil", 'O’Neil', 'ONeil', 'oneil', 'Oʻneil', 'O`Neil', 'O´Neil', 'O‘Neil', 'O＇Neil', 'Oʼneil', "O'Ne"],
      [
        "O'Neil",
        'O’Neil',
        'O‘Neil',
        'ONeil',
        'Oʻneil',
        'Oʼneil',
        'O`Neil',
        'O´Neil',
        'O′Neil',
        'O‛Neil',
        'Oʹneil',
        'Oʾneil',
        'Oꞌneil',
        'O＇Neil',
      ],
      ['Neil', 'Orneil', 'O Brien Neil'],
    ],
    [
      ['Kaʻahumanu', "Ka'ahumanu", 'Ka‘ahumanu', 'Kaahumanu', 'KA`AHU'],
      ['Kaʻahumanu', 'Kaahumanu', 'Ka‘ahumanu'],
      ['Kahumanu', 'Ahumanu'],
    ],
    [['ʻŌhiʻa', "'Ohi'a", 'Ohia', 'ohi'], ['ʻŌhiʻa', 'Ohia', '‘Ōhi‘a'], ['Oahia']],
    [['Hawaiʻi', 'Hawaii', "Hawai'i", 'Hawai`i'], ['Hawaiʻi', 'Hawaii', 'Hawai`i'], ['Hawk']],
    [["N'Diaye", 'NDiaye', 'n’diaye'], ['N’Diaye', 'Nʼdiaye'], ['Diaye']],
  ]
  for (const [typed, stored, others] of names) {
    await app.db.client.query('delete from consumers')
    await app.db.client.query('delete from schools')
    const schools: string[] = []
    for (const name of [...stored, ...others]) {
      await makeConsumer(app, { name: `Sal ${name} School` })
      if (stored.includes(name)) schools.push(`Sal ${name} School`)
    }
    for (const text of typed) {
      const found = (await find(app, me, text)).schools.map(school => school.name)
      t.strictSame(found.sort(), schools.sort(), `schools: ${text}`)
    }
  }
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  for (const [typed, stored, others] of names) {
    for (const name of [...stored, ...others])
      await launch(app, school.key, { user_id: name, lis_person_name_full: `Ana ${name}` })
    const people = stored.map(name => `Ana ${name}`).sort()
    for (const text of typed) {
      const { people: list, person } = await find(app, me, text)
      const found = [...list, ...(person?.people ?? [])].map(one => one.name)
      t.strictSame(found.sort(), people, `people: ${text}`)
      t.strictSame((await listPeopleCalled(app.db, text))?.length, people.length, `list of people: ${text}`)
    }
  }
})

t.test('a school on LTI 1.3 has one name everywhere; a deployment without a school is named by its host', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token, deployment, platform } = await makeMembership(app, ['A'], 'noe@school.example')
  const second = await makeMembership(app, ['A'], 'noe.2@school.example')
  const waiting = await makePlatform(app, { deployment: { status: 'waiting' } })
  const other = second.platform.domain
  for (const called of ['Noé High School', platform.domain]) {
    await app.db.client.query('update schools set name = $2 where id = $1', [deployment.schoolId, called])
    const named = (await find(app, me, 'noe diaz')).people
    t.strictSame(named.map((p: { school: string }) => p.school).sort(), [called, other].sort(), 'in a list of several')
    t.match((await find(app, me, token)).person?.people, [{ school: called }], 'and for one person')
    t.match((await find(app, me, 'ctx-13')).courses, [{ school: other }, { school: called }])
    for (const path of [`/find?q=${token}`, `/token/${token}`, `/email/noe@school.example`, '/deployments'])
      t.match(textOf((await me.open(path)).body), called, path)
  }
  t.match(textOf((await me.open('/deployments')).body), `${waiting.platform.domain}, deployment 1`)
  t.equal((await find(app, me, second.token)).person?.people.length, 1)
})

t.test('the LMS ID tells people with the same name and address apart, in the list and on each card', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { school, token } = await scene(app)
  const words = async (q: string) => textOf((await me.open(`/find?q=${encodeURIComponent(q)}`)).body)
  t.notMatch(await words(token), 'LMS ID', 'nobody else has this name')
  const other = await makeConsumer(app, { name: 'Other School' })
  await makeCourse(app, other.id, ['A'], { contextId: 'ctx-2', title: 'ASL 2' })
  const kim = (key: string, user_id: string, email: string, context_id = 'ctx-1') =>
    launch(app, key, { user_id, lis_person_name_full: 'Kim Lee', lis_person_contact_email_primary: email, context_id })
  await kim(school.key, 'user-kim-0017', 'kim@school.example')
  await kim(school.key, 'user-kim-0042', 'kim@school.example')
  const cards = await words('kim@school.example')
  t.match(cards, `LMS ID ends in 0017 · ${school.name} · ctx-1`)
  t.match(cards, `LMS ID ends in 0042 · ${school.name} · ctx-1`)
  await kim(other.key, 'z-9', 'kim.lee@other.example', 'ctx-2')
  const list = await words('kim lee')
  t.match(list, /Kim Lee LMS ID ends in 0042\s+kim@school.example/)
  t.match(list, /Kim Lee\s+kim.lee@other.example/, 'the address is enough')
})

t.test('a teacher without an enrollment is found by name and email, with the courses they opened', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { school, course } = await scene(app)
  const opens = (user_id: string, name: string, over: Record<string, string> = {}) =>
    launch(app, school.key, { user_id, lis_person_name_full: name, roles: 'Instructor', ...over })
  const email = { lis_person_contact_email_primary: 'lee@school.example' }
  await opens('lee', 'Kim Lee', email)
  const later = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-2', title: 'ASL 2' })
  await opens('lee', 'Kim Lee', { context_id: 'ctx-2', context_title: 'ASL 2', ...email })
  const lee = {
    people: [{ name: 'Kim Lee', email: 'lee@school.example', school: school.name, course: 'ASL 2', courses: 2 }],
    teaches: [{ id: later.id, title: 'ASL 2' }, { title: 'ASL 1' }],
  }
  for (const q of ['lee k', 'LEE@school.example']) t.match(await find(app, me, q), { person: lee, people: [] }, q)
  await launch(app, school.key, { user_id: 'lea', lis_person_name_full: 'Kim Lea' })
  const both = await find(app, me, 'kim')
  t.match(
    both,
    { person: null, named: { people: 2 }, people: [{ name: 'Kim Lee' }, { name: 'Kim Lea' }] },
    'the teacher first',
  )
  const page = await me.open('/find?q=kim')
  t.equal(page.status, 200)
  t.match(textOf(page.body), `Kim Lee lee@school.example teaches ASL 2 and 1 more ${school.name}`)
  const views = (await app.db.orm.select().from(audit)).filter(a => a.action === 'view')
  t.equal(views.length, 6, 'each view is recorded')

  await launch(app, school.key, {
    user_id: 'lee',
    lis_person_name_full: 'Kim Lee',
    context_id: course.contextId,
    ...email,
  })
  t.match(
    await find(app, me, 'lee'),
    { person: { people: [{ name: 'Kim Lee', course: 'ASL 1', isTeacher: false }] } },
    'a teacher who also learns is one person',
  )
})

t.test('shows the newest 20 people of one name, and how many more there are', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { school, course } = await scene(app)
  const add = (from: number, to: number) =>
    app.db.client.query(
      `with p as (insert into people (consumer_id, lti_user_id, name) select $1, 'u' || n, 'Kim Lee ' || n from generate_series($3::int, $4::int) n returning id)
       insert into entitlements (kind, course_id, person_id, token, session_id) select 'enrollment', $2, id, 'e_' || id, gen_random_uuid() from p`,
      [school.id, course.id, from, to],
    )
  await add(1, 25)
  const { people, named } = await find(app, me, 'lee k')
  t.match([people.length, people[0]?.name, named.people], [20, 'Kim Lee 25', 25])
  const page = textOf((await me.open('/find?q=kim')).body)
  t.match(page, 'And 5 more. Type more of the name.')
  t.match(page, 'Kim Lee 25 not shared by the LMS ASL 1')
  await add(26, 1100)
  t.match(textOf((await me.open('/find?q=kim')).body), 'And many more. Type more of the name.')
  t.equal(tagsOf((await me.open('/find?q=kim+lee+77')).body, 'tr').length, 1 + 11, 'the head, 77 and 770 to 779')
})

t.test('a student is found, also for a transfer, beside more teachers of the name than are shown', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school } = await scene(app)
  for (const [n, name] of ['Maria Alba', 'Maria Bello'].entries())
    await launch(app, school.key, { user_id: `student${n}`, lis_person_name_full: name })
  await app.db.client.query(
    `with p as (insert into people (consumer_id, lti_user_id, name) select $1, 't' || n, 'Mario Prof ' || n from generate_series(1, 25) n returning id)
     insert into course_teachers (course_id, person_id) select (select min(id) from courses), id from p`,
    [school.id],
  )
  const { people, named } = await find(app, me, 'mari')
  t.match([people.length, named.people], [22, 27])
  t.match(textOf((await me.open('/find?q=mari')).body), 'And 5 more. Type more of the name.')
  t.strictSame(people.map(p => p.isTeacher).lastIndexOf(true), 19, 'teachers first')
  t.strictSame((await findRows(app, 'mari', me.staff)).map(row => row.name).sort(), ['Maria Alba', 'Maria Bello'])
})

t.test('a role for some schools finds its courses of a Sakai, too, whose IDs look like a session', async t => {
  const app = await testApp(t)
  const { school } = await scene(app)
  const other = await makeConsumer(app)
  const me = await signedIn(app, 'support', 'some@example.com')
  await limitSchools(app.db, { email: 'some@example.com', schoolIds: [school.schoolId] })
  const limited = { ...me, staff: { ...me.staff, schools: [school.schoolId] } }
  const [here, there] = ['3f2b8c1e-5d4a-4b6f-9a7e-0c1d2e3f4a5b', '4f2b8c1e-5d4a-4b6f-9a7e-0c1d2e3f4a5b']
  await makeCourse(app, school.id, ['A'], { contextId: here, title: 'ASL at a Sakai' })
  await makeCourse(app, other.id, ['A'], { contextId: there, title: 'ASL elsewhere' })
  t.match(await find(app, limited, here), { courses: [{ contextId: here }] })
  t.strictSame((await find(app, limited, there)).courses, [])
})

t.test('explains why a person has no access, first obstacle first, with a timeline', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { course, token } = await scene(app)
  t.equal(await why(app, me, token), 'They opened the page but have not agreed to the terms yet.')
  await redeem(app, token, 'NOPE-00001', { agreed: true })
  await redeem(app, token, 'NOPE-00001')
  t.equal(await why(app, me, token), 'No code was accepted yet for Product A and Product B.')
  const [code, other] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
  await redeem(app, token, code)
  t.equal(await why(app, me, token), 'They have 1 of 2 products. Still missing: Product B.')
  const { person } = await find(app, me, token)
  t.match(person?.courses[0]?.status.more, ['11/21/26: an unknown code, 2 times: “The code given is not right.”'])
  const titles = person?.timeline.map(m => m.title) ?? []
  for (const title of [
    'Opened the course from the LMS for the first time',
    'Agreed to the terms',
    `Code ${code} accepted`,
    'An unknown code was not accepted, 2 times',
  ])
    t.ok(titles.includes(title), title)
  await changeCourse(app, course.id, { expiresAt: new Date('2026-11-20T00:00:00Z') })
  t.match(await why(app, me, token), /^Sign-up ended on 11\/1\d\/26\.$/)
  await changeCourse(app, course.id, { expiresAt: null })
  await redeem(app, token, other)
  t.equal(await why(app, me, token), 'Has had access since 11/21/26, by access code.')
  await me.call('POST', '/twa/unprocess_enrollment', { token, reason: 'asked to leave' })
  t.equal(
    await why(app, me, token),
    'They were removed on 11/21/26. Their used codes do not count again automatically.',
  )
  const after = (await find(app, me, token)).person?.timeline ?? []
  t.ok(after.some(m => m.title === 'Sam Staff: Removed access' && m.detail === '“asked to leave”'))
  t.notOk(JSON.stringify(after).includes('NOPE'), 'codes unknown to us are not shown')
})

t.test('offers to move a code used elsewhere; a course without products says that first', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school, token } = await scene(app, ['A'])
  const code = await makeCode(app, 'A')
  await redeem(app, token, code)
  const second = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-2' })
  const there = await launch(app, school.key, { ...ana, context_id: second.contextId })
  t.equal((await redeem(app, there.token, code)).status, 'MAX_SAME_EMAIL')
  const both = (await find(app, me, 'ana@school.example')).person?.courses ?? []
  t.match(both.find(({ status }) => !status.isIn)?.status.fixes, [{ do: 'move-code', code }])
  await launch(app, school.key, { ...ana, context_id: 'ctx-3' })
  const third = (await find(app, me, 'ana@school.example')).person?.courses[0]?.status
  t.match(third, {
    why: 'The course has no product yet. Activate it.',
    fixes: [{ do: 'activate' }],
  })
})

t.test('payments show in the timeline and are found by session, payment and receipt id', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const { id, paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  for (const q of [id, paymentIntent, id.slice(-10)]) {
    const { person } = await find(given.app, me, q)
    t.equal(person?.courses[0]?.status.why, 'Has had access since 11/21/26, by card.', q)
    t.ok(person?.timeline.some(m => m.title === 'Paid by card' && m.detail?.includes(id)))
  }
})

t.test('a person who lost access by refunds reads that, and how they had got it', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const me = await signedIn(given.app)
  const { id } = await buy(given)
  await deliver(given, COMPLETED)
  const url = `/payments?token=${given.token}`
  const { rows } = await given.app.db.client.query("select id from products where product_code = 'B'")
  await postAndConfirm(me, url, { session_id: id, product_ids: String(rows[0].id), intent: 'refund' }, 'dropped B')
  const out = 'They were removed on 11/21/26'
  t.equal(
    await why(given.app, me, given.token),
    `${out}: their payment was partly refunded. Still covered: Product A. Still missing: Product B.`,
  )
  t.match(textOf((await me.open(`/token?token=${given.token}`)).body), 'Paid by card Product A')
  await postAndConfirm(me, url, { session_id: id, intent: 'refund' })
  t.equal(await why(given.app, me, given.token), `${out}: their payment was refunded.`)
  const { person } = await find(given.app, me, given.token)
  t.match(
    person?.timeline.filter(m => m.title === 'Got access'),
    [{ detail: 'by card' }],
  )
  const history = textOf((await me.open(`/token?token=${given.token}`)).body)
  t.match(history, 'Payment refunded')
  t.match(history, 'Amount: $49.00')
  t.match(history, 'Products: B')
  t.match(history, 'How: by card none')
})

t.test('a person who lost access by a lost dispute reads that', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const { paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  const { id } = given.stripe.world.dispute(paymentIntent)
  await deliver(given, 'charge.dispute.created')
  given.stripe.world.closeDispute(id, 'lost')
  await deliver(given, 'charge.dispute.closed')
  t.equal(await why(given.app, me, given.token), 'They were removed on 11/21/26: we lost the dispute of their payment.')
})

t.test('Find and Process Enrollment use the same words for a pending payment', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  await buy(given, 'bank')
  await deliver(given, COMPLETED)
  t.equal(await why(given.app, me, given.token), waitingReasons.pending)
  t.match(textOf((await me.open(`/token?token=${given.token}`)).body), waitingReasons.pending)
})

t.test('the page shows the reason first and the fixes beside it, without a script', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token } = await scene(app, ['A'])
  const page = await me.open(`/find?q=${token}`)
  t.equal(page.status, 200)
  t.match(page.body, 'They opened the page but have not agreed to the terms yet.')
  t.match(page.body, 'What happened')
  const no = await me.send(`/find?q=${token}`, { intent: 'process', token, reason: ' ' })
  t.match([no.status, no.body], [422, 'Enter a reason. Your colleagues can read it in the history.'])
  const yes = await me.send(`/find?q=${token}`, { intent: 'process', token, reason: 'paid by cheque' })
  t.match([yes.status, yes.body], [200, 'Has had access since 11/21/26, by a colleague.'])
  t.match(yes.body, 'paid by cheque')
  t.equal((await me.open('/find?q=nobody%40x.example')).status, 404)
  t.equal((await me.open('/find')).status, 200)
  t.match(await me.open('/find?q=7K4MQ-2XNRT'), { status: 303, location: '/launches?reference=7K4MQ-2XNRT' })
  const viewer = await signedIn(app, 'viewer')
  t.notMatch((await viewer.open(`/find?q=${token}`)).body, 'name="reason"')
  t.equal((await viewer.post(`/find?q=${token}`, { intent: 'process', token, reason: 'me' })).status, 403)
})

t.test('codes are made, saved and printed on a page', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token } = await scene(app, ['A'])
  t.match((await me.open('/codes')).body, 'Make codes')
  const fields = {
    intent: 'make',
    product_code: 'A',
    count: '3',
    max_usage: '1',
    expires_at: '',
    note: 'Ms Lee',
    code: '',
  }
  const bad = await me.send('/codes', { ...fields, count: '0' })
  t.match([bad.status, bad.body], [422, 'Enter a whole number from 1 to 1,000.'])
  t.match(bad.body, 'Ms Lee', 'what was typed stays')
  const { status, location } = await me.post('/codes', fields)
  t.match([status, location], [303, /^\/codes\/\d+$/], 'a reload makes no other codes')
  const made = await me.open(location)
  t.match(made.body, 'Created 3 codes.')
  t.notMatch((await me.open(location)).body, 'Created 3 codes.', 'a reload does not repeat the note')
  const [batch = ''] = location.match(/\/codes\/\d+/) ?? []
  const [code = ''] = made.body.match(/[C-Y3-9]{4}-[C-Y3-9]{4}-[C-Y3-9]{4}/) ?? []
  t.equal((await me.open(batch)).status, 200)
  const cards = await me.open(`${batch}/cards`)
  t.equal(cards.body.match(/class="code-card"/g)?.length, 3)
  t.match(cards.body, code)
  t.match(cards.body, /<path d="M\d+ \d+h\d+v1H\d+z/)
  t.equal((await redeem(app, token, code)).status, 'PROCESSED')
  t.equal((await me.open('/codes/4711')).status, 404)
  t.equal((await me.open('/codes/4711/cards')).status, 404)
})

t.test('a timeline runs as many statements for seven courses as for one', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school, token } = await scene(app, ['A'])
  await redeem(app, token, await makeCode(app, 'A'))
  const seen = watchStatements(t)
  const asked = async (courses: number) => {
    seen.length = 0
    const { person } = await find(app, me, 'ana@school.example')
    t.equal(person?.courses.length, courses)
    return seen.filter(name => !/launch_diary/.test(name))
  }
  const one = await asked(1)
  t.ok(one.length <= 19, `${one.length}: ${one}`)
  for (let i = 2; i <= 7; i++) {
    const contextId = `ctx-${i}`
    await makeCourse(app, school.id, ['A'], { contextId, title: `Course ${i}` })
    const { token } = await launch(app, school.key, { ...ana, context_id: contextId, context_title: `Course ${i}` })
    await redeem(app, token, i % 2 ? await makeCode(app, 'A') : 'NOPE-00001')
  }
  const seven = await asked(7)
  t.equal(seven.length, one.length, `${seven}`)
  const { person } = await find(app, me, 'ana@school.example')
  const inside = person?.courses.flatMap(({ status, entitlement }) => (status.isIn ? [entitlement.course.title] : []))
  t.strictSame(inside?.sort(), ['ASL 1', 'Course 3', 'Course 5', 'Course 7'], 'each course has its own answer')
})
