import t from 'tap'
import { breakPart } from '#test/support/app.ts'
import { screens } from '#views/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { press } from '../support/press.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, postLaunch } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

/** Each page that a student, a parent or a teacher can see, in its states. {…} is replaced by a value from `scene`. */
const pages: Record<string, string[]> = {
  '/home': ['/home'],
  '/code': ['/code'],
  '/dictionary': ['/dictionary', '/dictionary?term=Unit+1.1', '/dictionary?term=zzzz', '/dictionary?sign=hello'],
  '/fingerspelling': ['/fingerspelling', '/fingerspelling?word=Ana'],
  '/fingerspelling/drill': ['/fingerspelling/drill'],
  '/vocabulary': ['/vocabulary?unit=1.1', '/vocabulary?list=gone'],
  '/deck': ['/deck?unit=1.1', '/deck?list=gone'],
  '/glosses': ['/glosses'],
  '/credits': ['/credits'],
  '/lti/wts': ['{wts}', '/lti/wts?token=x&state=y'],
  '/lti/pay': ['{student}', '{student}&step=coupons', '{closed}', '/lti/pay', '/lti/pay?token=e_nobody00000'],
  '/pay': ['/pay?token={join}', '/pay?token=e_nobody00000', '/pay'],
  '/verify': ['/verify?course={join}', '/verify?course=c_unknown', '/verify'],
  '/lti/teacher': [
    '{teacher}',
    '{teacher}&tab=units&unit=1',
    '{teacher}&tab=units&view=map',
    '{teacher}&tab=resources',
    '{teacher}&tab=how-to',
    '{teacher}&tab=faqs',
    '/lti/teacher?token=x&state=y',
  ],
  '/lti_teacher': ['/lti_teacher'],
  '/teacher': ['/teacher'],
  '/lti/roster': ['{roster}', '/lti/roster?token=x&state=y'],
  '/lti/projector': ['{projector}&unit=1&lesson=1.1', '{projector}&unit=1&view=print'],
  '/lti/activities': ['{activities}&unit=1'],
  '/lti/practice': ['{practice}&unit=1'],
  '/lti/lesson': ['{lesson}&unit=1&lesson=1.1'],
  '/lti/lists': ['{lists}', '/lti/lists?token=x&state=y'],
  '/lti/observer': ['/lti/observer'],
  '/lti/refused': ['/lti/refused?reason=nonce&reference=7KQ2M-9M4XT'],
  '/lti/deep_link': ['/lti/deep_link'],
  '/success': ['/success', '/success?course_id=101&live=false'],
  '/lti_success': ['/lti_success?token={token}', '/lti_success'],
  '/enroll': ['/enroll?token={token}', '/enroll'],
  '/help': ['/help', '/help?token={token}', '/help?sent=yes'],
  '/parents': ['/parents', '/parents?token={token}'],
  '/watch/:slot': ['/watch/agree'],
  '/seats/:link': ['{seats}', '/seats/x'],
  '/cards/:link': ['{cards}', '/cards/x'],
  '/terms': ['/terms'],
  '/privacy': ['/privacy'],
}

/** Pages outside the list of screens: of launches and registrations. */
const more = ['/lti/launch', '/lti/continue', '/lti/login', '/lti/register', '/lti/register?invite=x']

/** Pages for staff only, which are in English. */
const FOR_STAFF = ['/login']

const scene = async (app: TestApp) => {
  await withContent(app.db)
  const school = await makeConsumer(app, { key: 'school_a' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL 1', allowsWts: true })
  await makeCourse(app, school.id, [], { contextId: 'new' })
  const { course } = await joinable(app)
  const of = (over: Record<string, string>) => launch(app, school.key, { context_id: 'ctx-1', ...over })
  const student = await of({})
  const { location: teacher } = await of({ roles: 'Instructor', user_id: 'tea' })
  const me = await signedIn(app)
  const order = await press(app, me, { at: '/codes', intent: 'make', over: { product_code: 'A', count: '2' } })
  await press(app, me, { at: order.location, intent: 'mail', over: { email: 'coordinator@school.example' } })
  const mailed = await app.db.client.query("select data->>'url' as url from messages where kind = 'code-cards'")
  const made: Record<string, string> = {
    student: student.location,
    token: student.token,
    closed: (await of({ context_id: 'new' })).location,
    teacher,
    roster: teacher.replace('/lti/teacher', '/lti/roster'),
    projector: teacher.replace('/lti/teacher', '/lti/projector'),
    activities: teacher.replace('/lti/teacher', '/lti/activities'),
    practice: teacher.replace('/lti/teacher', '/lti/practice'),
    lesson: teacher.replace('/lti/teacher', '/lti/lesson'),
    lists: teacher.replace('/lti/teacher', '/lti/lists'),
    wts: (await of({ roles: 'Instructor', user_id: 'tea', custom_app: 'wts' })).location,
    join: course.joinToken,
    seats: (await me.send(`/schools/${school.schoolId}`, { intent: 'link' })).body.match(/\/seats\/[\w.-]+/)?.[0] ?? '',
    cards: new URL(mailed.rows[0].url).pathname,
  }
  return (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => made[name] ?? '')
}

const languageOf = (body: string) => body.match(/<html lang="(\w+)"/)?.[1]

/** Returns the address of the same page in another language. */
const switchTo = (body: string, language: string): string | undefined =>
  tagsOf(body, 'a').find(link => link.hreflang === language && link.lang === language)?.href

t.test('every page for students, parents and teachers is in this list', async t => {
  const open = screens.filter(({ access }) => access === 'public')
  const paths = open.flatMap(({ path }) => path).filter(path => !FOR_STAFF.includes(path))
  t.strictSame(paths.sort(), Object.keys(pages).sort())
  for (const { path, translated } of open)
    t.equal(translated ?? false, !FOR_STAFF.includes(String(path)), `${path} is in every language`)
})

t.test('each of them leads to itself in the other language, without a script, and keeps the choice', async t => {
  const app = await testApp(t)
  const fill = await scene(app)
  const get = async (url: string, cookies = {}) => app.server.inject({ url, cookies })
  for (const path of [...Object.values(pages).flat(), ...more]) {
    const url = fill(path)
    const english = await get(url)
    t.equal(languageOf(english.body), 'en', path)
    const to = switchTo(english.body, 'es')
    if (!to) {
      t.fail(`${path} has no language switch`)
      continue
    }
    const spanish = await get(to)
    t.equal(languageOf(spanish.body), 'es', `${path} in Spanish: ${to}`)
    t.equal(spanish.statusCode, english.statusCode, `${path} is the same page`)
    const chosen = Object.fromEntries(spanish.cookies.map(({ name, value }) => [name, value]))
    t.equal(languageOf((await get(url, chosen)).body), 'es', `${path} keeps the choice`)
    const back = switchTo(spanish.body, 'en')
    t.ok(back, `${path} leads back`)
    if (back) await get(back)
  }
})

t.test('a refused launch can be read in the other language, with its reference and cause', async t => {
  const app = await testApp(t)
  const refused = await postLaunch(app, new URLSearchParams({ oauth_consumer_key: 'nobody' }).toString())
  const [, reference = ''] = refused.body.match(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/) ?? []
  await until('the diary is written', async () => (await countOf(app, 'launch_diary')) > 0)
  const again = await app.server.inject({ url: switchTo(refused.body, 'es') ?? '' })
  t.ok(reference)
  const cause = (body: string) => body.match(/<code class="detail">[^<]*/)?.[0]
  t.equal(cause(again.body), cause(refused.body))
  t.match(again.body, `<code>${reference}</code>`)
  t.match(again.body, 'No pudimos abrir el curso')
  for (const wrong of ['?reason=nonce&reference=x', '?reason=none&reference=7KQ2M-9M4XT'])
    t.match(await app.server.inject({ url: `/lti/refused${wrong}` }), { headers: { location: '/lti/launch' } }, wrong)
})

t.test('an error page leads to the page in the other language', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { location } = await launch(app, school.key, { context_id: 'ctx-1' })
  const mend = breakPart(app, 'card')
  const failed = await app.server.inject(location)
  t.equal(failed.statusCode, 500)
  mend()
  const again = await app.server.inject(switchTo(failed.body, 'es') ?? '')
  t.equal(again.statusCode, 200)
  t.equal(languageOf(again.body), 'es')
  const staff = await app.server.inject('/find?q=')
  t.equal(switchTo(staff.body, 'es'), undefined, 'pages of staff are in English')
})

t.test('an answer that cannot be opened again says the same in the other language', async t => {
  const app = await testApp(t)
  const folded = (body: string) =>
    textOf(body.match(/<details class="in-other-language" lang="es">[\s\S]*<\/details>/)?.[0] ?? '')
  const school = await makeConsumer(app)
  const check = await launch(app, school.key, { roles: 'Instructor', custom_check: '1' })
  t.match(textOf(check.body), 'This launch is good.')
  t.match(folded(check.body), /Español Este enlace funciona\..* Su plataforma no envió .* Cómo lo entendimos/)
  t.notMatch(folded(check.body), /Your LMS|not sent/)
  breakPart(app, 'schoolSecrets')
  const failed = await launch(app, school.key)
  t.equal(failed.status, 500)
  t.match(folded(failed.body), /Español Algo salió mal de nuestro lado\. Vuelve a tu curso/)
})
