import { eq } from 'drizzle-orm'
import t from 'tap'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { guardOf } from '#src/http/staff-guard.ts'
import { screens } from '#views/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { headingOf, textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { type Me, signedIn } from '../support/staff.ts'

/** The site map as tables: every route, every guarded path and every link of the menu. */

/** {…} is replaced by a value from `scene`. */
type Row = [path: string, purpose: string, words: string]

const publicRoutes: Row[] = [
  ['/home', 'greeting card: ask the teacher for a link', 'Welcome to your ASL course'],
  ['/code', 'behind the QR code of a card', 'Your access code'],
  ['/dictionary', 'dictionary page', "What's the Sign?"],
  ['{wts}', 'dictionary in a container', "What's the Sign?"],
  ['/vocabulary?unit=3.1', 'sheet to print', 'Vocabulary'],
  ['/deck?unit=3.1', 'practice with cards', 'Practice signs'],
  ['/glosses', 'key to glosses', 'Key to glosses'],
  ['/credits', 'who made the pictures', 'Fluent Emoji by Microsoft'],
  ['/fingerspelling/drill', 'practice in reading', 'Read fingerspelling'],
  ['/fingerspelling?word=Ana', 'a word in the manual alphabet', 'Fingerspelling'],
  ['/lti/pay?token={enrollment}', 'student payment page', 'ASL 1'],
  ['/lti/pay?token={membership}', 'the same by LTI 1.3', 'ASL by 1.3'],
  ['{teacher}', 'teacher page, query state and token', 'ASL 1'],
  ['/pay?token={join}', 'payment page with sign-up', 'Course hosted'],
  ['/teacher', 'teacher page without a launch', 'It looks like the page expired.'],
  ['/lti_success?token={enrollment}', 'LTI success', 'Nothing was paid'],
  ['/enroll?token={enrollment}', 'enrollment complete, or not yet', 'not complete'],
  ['/verify?course={join}', 'join page', 'Course hosted'],
  ['/success?course_id=101&live=false', 'payment success', 'Thank you'],
  ['/parents?token={enrollment}', 'for parents: what the school bought', 'chose Signbook for ASL 1'],
  ['/watch/agree', 'a clip of signed help, for mail', 'Agree, then enter a code or pay'],
  ['/login', 'passwordless login', 'Log in'],
]

const staffRoutes: Row[] = [
  ['/access_code', 'Check Access Code', 'Check Access Code'],
  ['/access_code/CODE-A-1', 'by a code', 'Check Access Code'],
  ['/mail_texts', 'mail that is sent', 'Mail Texts'],
  ['/help_templates', 'replies to begin with', 'Templates'],
  ['/colleagues', 'who can log in', 'Colleagues'],
  ['/service_accounts', 'keys of programs', 'Service accounts'],
  ['/paste_list', 'act on many', 'Paste a List'],
  ['/sales', 'schools and revenue', 'Sales'],
  ['/token', 'Process Enrollment', 'Process Enrollment'],
  ['/token/{enrollment}', 'token as route parameter', 'Process Enrollment'],
  ['/token?token={membership}', 'or as query', 'Process Enrollment'],
  ['/email', 'Check Email', 'Check Email'],
  ['/email/ana%2Bb@school.example', 'by an email', 'Check Email'],
  ['/course', 'Activate 1.1 Course', 'Activate 1.1 Course'],
  ['/course/ctx-1', 'by a context id', 'Activate 1.1 Course'],
  ['/about', 'about', 'About'],
  ['/import_access_codes', 'Import Access Codes', 'Import Access Codes'],
  ['/import_access_codes.csv', 'with a file suffix', 'Import Access Codes'],
  ['/import_access_codes/file.csv', 'with a file suffix', 'Import Access Codes'],
  ['/manage_consumer', 'Manage Consumer', 'Manage Consumer'],
  ['/manage_consumer/school_a', 'key as parameter', 'Manage Consumer'],
  ['/manage_consumer?key=school_a', 'or as query', 'Manage Consumer'],
  ['/create_platform', 'Create LTI 1.3 Credentials', 'Create LTI 1.3 Credentials'],
  ['/activate_course', 'Activate 1.3 Course', 'Activate 1.3 Course'],
  ['/activate_course/{membership}', 'by a token', 'Activate 1.3 Course'],
  ['/manage_sproutvideo', 'video hosting allow-list', 'Manage video hosting'],
  ['/manage_product', 'product manager', 'Manage Product'],
  ['/clips', 'clip studio', 'Clips'],
  ['/signs', 'entries of the dictionary', 'Signs'],
  ['/import_signs', 'changes from a CSV file', 'Import signs'],
  ['/alphabet', 'review of the drawn alphabet', 'Manual alphabet'],
  ['/clips/files', 'many files', 'Files'],
  ['/clips/signers', 'signers and consent', 'Signers and consent'],
  ['/signed_help', 'signed clips that are missing', 'Signed Help'],
]

const scene = async (app: TestApp) => {
  const school = await makeConsumer(app, { key: 'school_a' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL 1', allowsWts: true })
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  const { course } = await joinable(app, { contextId: 'hosted', canvasCourseId: '101', canvasDomain: 'canvas.example' })
  const of = (over: Record<string, string>) => launch(app, school.key, over)
  const made: Record<string, string> = {
    enrollment: (await of({ lis_person_contact_email_primary: 'ana+b@school.example' })).token,
    membership: (await makeMembership(app, ['A'])).token,
    teacher: (await of({ roles: 'Instructor' })).location,
    wts: (await of({ roles: 'Instructor', custom_app: 'wts' })).location,
    join: course.joinToken,
  }
  return (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => made[name] ?? '')
}

t.test('shows every page of the route table', async t => {
  const app = await testApp(t)
  const fill = await scene(app)
  const me = await signedIn(app)
  t.match(await app.server.inject({ url: '/' }), { statusCode: 302, headers: { location: '/home' } }, '/ goes to /home')
  for (const [path, purpose, words] of publicRoutes) {
    const answer = await app.server.inject({ url: fill(path) })
    t.match(textOf(answer.body), words, `${path}: ${purpose}`)
    t.notOk(answer.headers.location, `${path} needs no login`)
  }
  for (const [path, purpose, words] of staffRoutes) {
    const page = await me.open(fill(path))
    t.equal(page.status, 200, path)
    t.equal(headingOf(page.body), words, `${path}: ${purpose}`)
  }
})

/** Paths that the route guard lets through. */
const PUBLIC =
  '/lti_teacher /lti/wts /lti/pay /lti/teacher /home /verify /enroll /success /lti_success /login /dictionary /pay /teacher'
/** Reserved: public, without a page. */
const CONSUMER = '/consumer'
const TO_LOGIN =
  '/access_code /access_code/ABC /course /course/x /token /token/e_x /email /email/a%2Bb@c.d /manage_consumer /manage_consumer/k /create_platform /activate_course /activate_course/m_x'
const TO_ROOT =
  '/import_access_codes /import_access_codes.csv /manage_sproutvideo /manage_product /about /foo /whatever /loginx /find /audit'

t.test('the route guard lets public paths through and redirects all others', async t => {
  const app = await testApp(t)
  const visit = async (url: string) => {
    const { statusCode, headers } = await app.server.inject({ url })
    return { status: statusCode, location: String(headers.location ?? '') }
  }
  for (const path of [...PUBLIC.split(' '), CONSUMER]) t.equal(guardOf(path), 'open', `${path} is public`)
  for (const path of PUBLIC.split(' ')) t.equal((await visit(path)).location, '', `${path} is public on the server`)
  for (const path of TO_LOGIN.split(' ')) {
    const url = `${path}?a=1&b=c%20d`
    const { status, location } = await visit(url)
    const to = new URL(location, 'http://x')
    t.strictSame([status, to.pathname], [302, '/login'], url)
    t.equal(to.searchParams.get('redirect'), url, 'the redirect query has the original full path')
  }
  for (const path of TO_ROOT.split(' '))
    t.match(await visit(path), { status: 302, location: /^\/$/ }, `${path} goes to /`)
})

t.test('the guard agrees with the access declared by every screen', async t => {
  for (const { path, access } of screens) {
    for (const one of [path].flat()) {
      const sample = one.replace(/\/:\w+\??|\*/g, '')
      t.equal(guardOf(sample) === 'open', access !== 'staff', one)
    }
  }
})

/** Look-ups in the menu, shown only when logged in. */
const links: Record<string, string> = {
  '/access_code': 'Check Access Code',
  '/course': 'Activate 1.1 Course',
  '/token': 'Process Enrollment',
  '/email': 'Check Email',
  '/import_access_codes': 'Import Access Codes',
  '/manage_consumer': 'Manage Consumer',
  '/create_platform': 'Create LTI 1.3 Credentials',
  '/activate_course': 'Activate 1.3 Course',
  '/manage_sproutvideo': 'Manage video hosting',
  '/manage_product': 'Manage Product',
}

const BARE = [
  '/dictionary',
  '/fingerspelling',
  '/fingerspelling/drill',
  '/vocabulary',
  '/glosses',
  '/credits',
  '/deck',
  '/teacher',
  '/lti/pay',
  '/lti/wts',
  '/lti/teacher',
]
const hasBar = (html: string) => html.includes('<header class="bar">')

const withPicture = async (app: TestApp, imageUrl: string) => {
  const me = await signedIn(app, 'manager', 'pia@example.com')
  await app.db.orm.update(staffUsers).set({ imageUrl }).where(eq(staffUsers.id, me.staff.id))
  return me
}

t.test('the menu, bar and footer show on the right pages', async t => {
  const app = await testApp(t)
  const fill = await scene(app)
  const me = await signedIn(app)
  const [inside, outside] = [(await me.open('/home')).body, (await app.server.inject({ url: '/home' })).body]
  for (const [href, label] of Object.entries(links)) {
    t.match(textOf(anchor(inside, href)), label, `${label} leads to ${href}`)
    t.equal(anchor(outside, href), '', `${label} is hidden when logged out`)
  }
  const rail = inside.match(/<nav [^>]*class="rail"[\s\S]*?<\/nav>/)?.[0] ?? ''
  const entries = new Set([...rail.matchAll(/href="([^"]+)"/g)].map(([, href]) => href))
  t.ok(entries.size <= 20, `a menu of ${entries.size} links`)
  t.match(textOf(inside), 'Sam', 'the first name')
  t.match((await (await withPicture(app, 'https://pics.example/pia.png')).open('/home')).body, 'pics.example/pia.png')
  t.match(textOf(inside), 'Log out')
  t.notMatch(textOf(outside), 'Log out')
  t.match(await me.post('/logout', {}), { status: 303, location: '/' }, 'Log out returns to the site root')
  t.match(await me.open('/course'), { status: 302, location: '/' }, 'and the session is over')

  const again = await signedIn(app)
  for (const [path] of [...publicRoutes, ...staffRoutes]) {
    const { body } = await again.open(fill(path))
    const bare = BARE.includes(fill(path).split('?')[0] ?? '')
    if (path === '/login') continue // a logged-in person is redirected from there
    t.equal(hasBar(body), !bare, `${path}: bar`)
    const foot = textOf(body.match(/<footer[\s\S]*<\/footer>/)?.[0] ?? '')
    t.match(foot, /© Signbook.*Terms of Use.*Privacy Policy/, `${path}: footer`)
  }
})

/** Required content of the two dialogs; each is also a page, for use without JavaScript. */
const legal: Record<string, RegExp[]> = {
  '/terms': [/six[- ]month/i, /one person only/, /do not/i, /we own/i, /limited/, /Texas law/],
  '/privacy': [
    /under 13 .*consent of a parent|Children under 13 need a parent's consent/,
    /How the service is used/,
    /An email is enough/,
    /Parents .* can ask to see/,
  ],
}

t.test('the two legal dialogs have the required content', async t => {
  const app = await testApp(t)
  for (const [path, words] of Object.entries(legal)) {
    const { body } = await app.server.inject({ url: path })
    for (const word of words) t.match(textOf(body), word, `${path}: ${word}`)
    const home = await app.server.inject({ url: '/home' })
    t.match(home.body, `href="${path}"`, 'linked in the footer')
  }
})

t.test('opening a staff page renews the session cookie', async t => {
  const app = await testApp(t)
  const me: Me = await signedIn(app)
  for (const [path] of staffRoutes) {
    const answer = await app.server.inject({ url: path.replace(/\{\w+\}/, 'x'), headers: { cookie: me.cookie } })
    t.match(String(answer.headers['set-cookie']), /signbook_staff=.+Max-Age=28800/, path)
  }
})

/** Returns the menu link to an address. */
const anchor = (html: string, href: string): string =>
  html
    .match(/<nav [^>]*class="rail"[\s\S]*?<\/nav>/)?.[0]
    .match(new RegExp(`<a [^>]*href="${href}"[^>]*>.*?</a>`))?.[0] ?? ''
