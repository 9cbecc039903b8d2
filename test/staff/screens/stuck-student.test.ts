import t from 'tap'
import { launchDiary } from '#src/lti/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

/** A student who cannot get in is found by any word they can say. */
t.test('any word leads to the form that lets the student in', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'Birch College' })
  const course = await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx', title: 'Evening Signs' })
  const { token } = await launch(app, school.key, {
    context_id: 'ctx',
    context_title: 'Evening Signs',
    lis_person_name_full: 'Lena Okonkwo',
    lis_person_contact_email_primary: 'lena@school.example',
  })
  const code = await makeCode(app, 'A')
  await redeem(app, token, code)
  const reference = '7K4MQ-2XNRT'
  await app.db.orm.insert(launchDiary).values({
    ...{ reference, version: '1.1', outcome: 'signature', consumerKey: school.key, contextId: 'ctx' },
    parameters: [],
  })
  /** Opens the first link that matches; returns its page. */
  const follow = async (body: string, pattern: RegExp) => {
    const href = tagsOf(body, 'a').find(a => pattern.test(a.href ?? ''))?.href ?? ''
    t.match(href, pattern)
    return (await me.open(href.replaceAll('&amp;', '&'))).body
  }
  const found = async (word: string) => {
    const answer = await me.open(`/find?q=${encodeURIComponent(word)}`)
    return answer.status === 303 ? (await me.open(answer.location)).body : answer.body
  }
  for (const word of ['okonkwo lena', 'lena@school.example', code, token])
    t.match(await found(word), 'value="process"', `${word} leads to the form at once`)
  const people = new RegExp(`^/token\\?course=${course.id}`)
  const steps = {
    'evening signs': [/^\/courses\/\d+/, people],
    'birch college': [/^\/schools\//, /^\/token\?school=/],
    [reference]: [/^\/courses\/\d+/, people],
  }
  for (const [word, links] of Object.entries(steps)) {
    let body = await found(word)
    for (const link of [...links, /^\/token\?token=/]) body = await follow(body, link)
    t.match(body, 'value="process"', word)
    t.match(textOf(body), 'Lena Okonkwo', word)
  }
})

/** Returns what the first button on a page posts with its form. */
const firstButton = (body: string): Record<string, string> => {
  const main = body.slice(body.indexOf('<main'))
  const form = [...main.matchAll(/<form[^>]*method="post"[\s\S]*?<\/form>/g)][0]?.[0] ?? ''
  const named = [...tagsOf(form, 'input'), ...tagsOf(form, 'button').slice(0, 1)]
  return Object.fromEntries(named.flatMap(({ name, value }) => (name ? [[name, value ?? '']] : [])))
}

t.test('the first button on Find and on the page of a person is the usual fix, and one press does it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'Birch College' })
  await makeCourse(app, school.id, ['A'], { contextId: 'fall', title: 'Evening Signs' })
  const arrive = (user_id: string, name: string, over: Record<string, string> = {}) =>
    launch(app, school.key, {
      ...{ context_id: 'fall', context_title: 'Evening Signs', user_id, lis_person_name_full: name },
      lis_person_contact_email_primary: `${user_id}@school.example`,
      ...over,
    })
  await arrive('lena', 'Lena Okonkwo')
  const url = '/find?q=okonkwo'
  const shown = (await me.open(url)).body
  const fix = firstButton(shown)
  for (const href of [/href="\/courses\/\d+"/, `href="/schools/${school.schoolId}"`]) t.match(shown, href)
  t.match(fix, { intent: 'process', reason: 'paid another way' })
  t.match(textOf((await me.send(url, fix)).body), 'Has had access since')
  t.match(textOf((await me.open(url)).body), '“paid another way”', 'the reason is in the history')

  await arrive('one', 'Max Doe')
  const two = await arrive('two', 'Max Doe')
  const both = (await me.open('/find?q=max+doe')).body
  t.match(textOf(both), /Max Doe, Evening Signs no access two@school\.example.*Max Doe, Evening Signs no access one@/s)
  t.equal(firstButton(both).token, two.token, 'each of few people of one name has the fix beside the name')
  t.match(textOf((await me.send('/find?q=max+doe', firstButton(both))).body), 'Processed: Max Doe has access.')
  t.equal(textOf((await me.open('/find?q=max+doe')).body).match(/Max Doe, Evening Signs no access/g)?.length, 1)

  await arrive('kim', 'Kim Waits', { context_id: 'spring' })
  const waits = (await me.open('/find?q=kim+waits')).body
  t.match(textOf(waits), 'Same as “Evening Signs”')
  t.match(firstButton(waits), { intent: 'activate' })
  const activated = await me.send('/find?q=kim+waits', firstButton(waits))
  t.match(textOf(activated.body), 'Evening Signs is activated.')
  t.match(firstButton(activated.body), { intent: 'process' })
  t.match(await me.send('/find?q=kim+waits', firstButton(waits)), { status: 409 })

  const viewer = await signedIn(app, 'viewer')
  t.strictSame(firstButton((await viewer.open('/find?q=max+doe')).body), {}, 'a viewer sees no button')
})

t.test('a fix that is not usual is folded, such as for a person whom staff removed', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx' })
  const { token } = await launch(app, school.key, { context_id: 'ctx', lis_person_name_full: 'Lena Okonkwo' })
  const folded = '<summary>Let in</summary>'
  t.notMatch((await me.open('/find?q=okonkwo')).body, folded)
  await me.call('POST', '/twa/process_enrollment', { token, reason: 'paid by check' })
  await me.call('POST', '/twa/unprocess_enrollment', { token, reason: 'asked to leave' })
  t.match((await me.open('/find?q=okonkwo')).body, folded)
})
