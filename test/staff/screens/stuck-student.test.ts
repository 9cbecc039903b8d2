import t from 'tap'
import { launchDiary } from '#src/lti/store/schema/launches.ts'
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
    t.match(await found(word), 'value="let-in"', `${word} leads to the form at once`)
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
