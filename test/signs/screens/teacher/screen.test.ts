import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import { mintToken } from '#src/core/crypto.ts'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import { teacherTabs } from '#src/signs/rules/lessons.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { testApp } from '../../../support/app.ts'
import { captured13 } from '../../../support/capture-13.ts'
import { sampleContent, withContent } from '../../../support/content.ts'
import { textOf } from '../../../support/html.ts'
import { C, launch13, practicePlatform } from '../../../support/oidc.ts'
import { changeCourse } from '../../../support/rows.ts'
import { makeConsumer, makeCourse, makeProduct, postLaunch } from '../../../support/school.ts'
import { launchTeacher, opener } from '../../../support/teacher.ts'

t.test('opens the page for a teacher launch captured from Moodle', async t => {
  const { secret, url, fields, raw_body } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../../launches/moodle45-lti11-teacher1.json'), 'utf8'),
  )
  const app = await testApp(t, { env: { PUBLIC_URL: new URL(url).origin } })
  app.clock.set(new Date(Number(fields.oauth_timestamp) * 1000))
  await withContent(app.db)
  const school = await makeConsumer(app, { key: fields.oauth_consumer_key, secret })
  await makeProduct(app, 'ONE', { unitsForTeacher: [2, 1] })
  await makeCourse(app, school.id, ['ONE'], { contextId: fields.context_id })
  const { status, location } = await postLaunch(app, raw_body, new URL(url).pathname + new URL(url).search)
  t.equal(status, 303)
  const page = await opener(app, location)()
  t.equal(page.status, 200)
  const text = textOf(page.body)
  t.match(text, fields.context_title)
  t.match(text, `Course ID ${fields.context_id}`)
  t.match(text, /Unit 1 Meeting People Conocer gente 1\.1 Hello .* Unit 2 /)
})

t.test('opens the page for an LTI 1.3 teacher launch captured from Moodle', async t => {
  const { app, init, authentication, claims, post, deployment } = await captured13(t, 'moodle45-lti13-teacher1.json')
  await withContent(app.db)
  const { id } = await makeProduct(app, 'ONE', { unitsForTeacher: [2, 1] })
  const { id: contextId, title } = claims[`${C}context`]
  const [course] = await app.db.orm
    .insert(courses)
    .values({ schoolId: deployment.schoolId!, deploymentId: deployment.id, contextId, joinToken: mintToken('c') })
    .returning()
  await app.db.orm.insert(courseProducts).values({ courseId: course!.id, productId: id })

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(init.fields).toString()
  const login = await app.server.inject({ method: 'POST', url: '/lti/login', headers: form, payload })
  const asked = new URL(String(login.headers.location))
  t.equal(asked.origin + asked.pathname, authentication.origin + authentication.pathname)
  for (const name of [
    'scope',
    'response_type',
    'response_mode',
    'prompt',
    'client_id',
    'login_hint',
    'lti_message_hint',
  ])
    t.equal(
      asked.searchParams.get(name),
      authentication.searchParams.get(name),
      `same ${name} as in Moodle's own request`,
    )

  const { status, location } = await post()
  t.equal(status, 303)
  t.match(location, /^\/lti\/teacher\?state=/)
  const page = await opener(app, location)()
  t.equal(page.status, 200)
  const text = textOf(page.body)
  t.match(text, title)
  t.match(text, `Course ID ${contextId}`)
  t.match(text, /Unit 1 Meeting People Conocer gente 1\.1 Hello .* Unit 2 /)
  t.match(page.csp, 'frame-ancestors')
  t.match(page.csp, 'http://localhost:8095', 'Moodle may frame it')
})

t.test('opens the page for the same teacher claims, signed by a test platform', async t => {
  const { claims } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../../launches/moodle45-lti13-teacher1.json'), 'utf8'),
  )
  const app = await testApp(t)
  await withContent(app.db)
  const platform = await practicePlatform(t, app, { deployment: { deploymentId: claims[`${C}deployment_id`] } })
  const { iss: _, aud: __, iat: ___, exp: ____, nonce: _____, ...rest } = claims
  const { status, location } = await launch13(app, platform, rest)
  t.equal(status, 303)
  const page = await opener(app, location)()
  t.equal(page.status, 200)
  t.match(textOf(page.body), claims[`${C}context`].title)
})

t.test('five tabs with their own addresses; the first needs none', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const back = { launch_presentation_return_url: 'https://lms.example/back' }
  const { open } = await launchTeacher(app, [1, 2, 3], back)
  for (const tab of teacherTabs) {
    const name = textsIn('en').teacher.tabs[tab]
    const { status, body, csp } = await open({ tab })
    t.equal(status, 200, tab)
    const here = body.match(/<a href="[^"]*tab=([\w-]+)" aria-current="page">([^<]*)/)
    t.strictSame([here?.[1], textOf(here?.[2] ?? '')], [tab, name])
    t.ok(textOf(body.match(/<title>[^<]*/)?.[0] ?? '').startsWith(`${name} · `), 'the title names the tab')
    t.match(csp, "frame-ancestors 'self' https://lms.example;")
  }
  t.match((await open({ tab: 'nonsense' })).body, /tab=signs" aria-current="page"/)
  const first = await open()
  t.match(textOf(first.body), 'Course ID ctx-1')
  t.match(textOf(first.body), 'Sample signs.')
})

t.test('the first launch opens the course map, the next one where the teacher left', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const { open, again, location } = await launchTeacher(app, [1, 2, 3], { user_id: 'tess' })
  const shown = async (page: typeof open) => (await page()).body.match(/<h4>(.*?)<\/h4>|<ol class="course-map">/)?.[0]
  t.match(await shown(open), 'course-map')
  t.match(await shown(await again()), 'course-map', 'also when nothing was opened')
  await open({ tab: 'units', unit: '2', lesson: '2.3' })
  t.match(textOf((await shown(await again())) ?? ''), '2.3 Yes-or-No Questions')
  const url = `${location}&tab=units&unit=2&lesson=2.4`
  t.equal((await app.server.inject({ method: 'HEAD', url })).statusCode, 200, 'as the script tells of a lesson')
  t.match(textOf((await shown(await again())) ?? ''), '2.4 Wh-Questions')
  await open({ tab: 'faqs' })
  t.match((await (await again())()).body, '<div class="faqs"', 'the tab')
  t.match(
    textOf((await open({ tab: 'units' })).body),
    '2.4 Wh-Questions Show on projector',
    'units stay where they were',
  )
  const other = await again({ user_id: 'other-teacher' })
  t.match(await shown(other), 'course-map', 'each teacher has a place of their own')
})

t.test('a link at the top skips to the lesson, or to the content', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const { open } = await launchTeacher(app, [1])
  const target = async (query: Record<string, string>) => {
    const { body } = await open(query)
    const [, id = ''] = body.match(/<a class="skip" href="#(\w+)">/) ?? []
    return body.includes(` id="${id}"`) && id
  }
  t.equal(await target({ tab: 'units', unit: '1' }), 'lesson')
  t.equal(await target({ tab: 'units', view: 'map' }), 'content')
  t.equal(await target({ tab: 'faqs' }), 'content')
})

t.test('content of other units is not in the page', async t => {
  const app = await testApp(t)
  const { library } = await sampleContent()
  const real = library.units.map(u => ({
    ...u,
    links: u.links.map(l => ({ ...l, url: l.url.replace('.example', '.org') })),
  }))
  const { units } = await withContent(app.db, { units: real })
  const { open } = await launchTeacher(app, [1, 2, 3])
  const four = units.find(u => u.unit === 4)!
  for (const asked of ['1', '2', '3', '4', '19', '0', '-1', '04', 'x', '4.1']) {
    const { body } = await open({ tab: 'units', unit: asked })
    const chosen = /^[123]$/.test(asked) ? asked : '1'
    t.match(body, new RegExp(`unit=${chosen}" aria-current="true"`), `unit ${asked} shows unit ${chosen}`)
    t.strictSame(body.match(/tab=units&amp;unit=\d+"/g)?.length, 3, 'three tiles')
    const secrets = [four.title, ...four.links.map(l => l.url), ...four.glances.flatMap(g => [`>${g.lesson}`, g.name])]
    for (const secret of secrets) t.notOk(body.includes(secret), `${asked}: without ${secret}`)
  }
  const { body } = await open({ tab: 'units', unit: '2', lesson: '2.3' })
  for (const link of units[1]!.links) t.ok(body.includes(link.url) && body.includes(link.kind), link.label)
  t.match(textOf(body), 'These documents may look different on different devices.')
  t.match(textOf(body), /2\.3 Yes-or-No Questions(?! 2)/, 'shows the lesson from the address')
  t.match((await open({ tab: 'units', unit: '2', lesson: '4.1' })).body, /aria-current="true"[^>]*><span[^>]*>2\.1/)
})

t.test('an allowed unit without content is a disabled tile, not an error', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const { open } = await launchTeacher(app, [18, 19])
  const { status, body } = await open({ tab: 'units', unit: '19' })
  t.equal(status, 200)
  t.match(textOf(body), 'There is nothing for Unit 19 yet.')
  t.match(body, /<span class="unit-tile" aria-disabled="true">Unit (<!-- -->)?19/)
})

t.test('a course without products shows unit 1', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const { open } = await launchTeacher(app, [])
  const { body } = await open({ tab: 'units' })
  t.strictSame(
    [...body.matchAll(/tab=units&amp;unit=(\d+)"/g)].map(m => m[1]),
    ['1'],
  )
})

t.test('resources, guides and FAQs are sorted', async t => {
  const app = await testApp(t)
  const [real, ...others] = (await sampleContent()).library.resources
  const resourcesOf = real && [{ ...real, link: 'https://resources.org/x' }, ...others]
  const library = await withContent(app.db, { resources: resourcesOf ?? [] })
  const { open } = await launchTeacher(app, [1])
  const sorted = (texts: string[]) => texts.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }))

  const resources = (await open({ tab: 'resources' })).body
  const names = [...resources.matchAll(/<li class="resource"><h3 lang="en">([^<]*)/g)].map(m => textOf(m[1]!))
  t.strictSame(names, sorted(library.resources.map(r => r.name)))
  t.match(resources, /href="https:\/\/resources\.org\/x" target="_blank" rel="noopener">Open/)
  t.match(resources, /href="\/glosses" target="_blank" rel="noopener">Open/)
  t.match(resources, '<summary>Read')
  const units = (await open({ tab: 'units', unit: '1' })).body
  for (const page of ['/lti/projector?', '/lti/activities?', '/vocabulary?unit=1', '/lti/practice?'])
    t.ok(units.includes(`href="${page}`), `${page} in place of a missing link`)

  const guides = (await open({ tab: 'how-to' })).body
  for (const group of library.howTo) {
    const [, list = ''] = guides.match(new RegExp(`<h3 lang="en">${group.title}</h3><ul>(.*?)</ul>`)) ?? []
    const titles = [...list.matchAll(/ lang="en">([^<]*)</g)].map(m => textOf(m[1]!))
    t.strictSame(titles, sorted(group.items.map(i => i.title)), group.title)
    const links = list.match(/data-dialog/g)?.length ?? 0
    t.equal(links, group.type === 'modal' ? group.items.length : 0)
  }
  const item = library.howTo.find(g => g.type === 'modal')!.items[0]!
  const alone = await open({ tab: 'how-to', item: item.slug })
  t.ok(alone.body.includes(item.content), 'a guide has its own page')
  t.match(textOf((await open({ tab: 'how-to', item: 'no-such' })).body), 'Get Students In')

  const faqs = (await open({ tab: 'faqs' })).body
  const questions = [...faqs.matchAll(/<details name="faq"( open="")?><summary>([^<]*)/g)]
  t.strictSame(
    questions.map(q => textOf(q[2]!)),
    sorted(library.faqs.map(f => f.question)),
  )
  t.strictSame(
    questions.map(q => Boolean(q[1])),
    library.faqs.map((_, i) => i === 0),
  )
})

t.test('without a valid launch the page is expired and has no content', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const { location, open } = await launchTeacher(app, [1, 2, 3])
  const sentence = textsIn('en').teacher.expired('support@signbook.example')
  const { searchParams } = new URL(location, 'http://x')
  const { token, state } = Object.fromEntries(searchParams) as { token: string; state: string }
  const addresses = ['/teacher', '/lti/teacher', '/lti_teacher', '/lti/teacher?state=x&token=y']
  for (const url of [
    ...addresses,
    `/lti/teacher?token=${token}&state=x`,
    `/lti/teacher?token=${state}&state=${token}`,
  ]) {
    const answer = await app.server.inject({ url })
    t.equal(answer.statusCode, 410, url)
    t.ok(textOf(answer.body).includes(sentence), 'with the sentence')
    t.notMatch(answer.body, 'Meeting People')
  }
  for (const path of ['/teacher', '/lti_teacher'])
    t.equal((await app.server.inject({ url: `${path}?token=${token}&state=${state}` })).statusCode, 200, path)
  app.clock.advance(2 * 60 * 60 * 1000 - 1)
  t.equal((await open()).status, 200)
  app.clock.advance(1)
  t.equal((await open()).status, 410, 'after two hours')
})

t.test('a course keeps its teacher page after sign-up ended', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  await changeCourse(app, course.id, { expiresAt: new Date(app.clock.now().getTime() - 1) })
  const { launch } = await import('../../../support/school.ts')
  const { location } = await launch(app, school.key, { roles: 'Instructor' })
  t.equal((await opener(app, location)({ tab: 'units' })).status, 200)
})
