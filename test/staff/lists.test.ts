import t from 'tap'
import { testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { makePlatform } from '../support/platform.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { limitSchools, signedIn } from '../support/staff.ts'

const linksOf = (html: string) => tagsOf(html, 'a').map(a => (a.href ?? '').replaceAll('&amp;', '&'))

t.test('schools: searched, filtered, sorted, paged by key, and saved as they are shown', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const art = await makeConsumer(app, { key: 'art', name: 'Institute of Art' })
  await makeConsumer(app, { key: 'formula', name: '=SUM(A1)', isK12: true })
  await makeCourse(app, art.id, [])
  const rows = async (url: string) => textOf((await me.open(url)).body)

  const all = await rows('/manage_consumer')
  t.match(all, '2 matches')
  t.match(all, 'Institute of Art art 1.1 1 on on none any no')
  t.notMatch(await rows('/manage_consumer?q=inst+ART'), '=SUM')
  t.match(await rows('/manage_consumer?q=100%25'), 'No school matches')
  t.match(await rows('/manage_consumer?state=k12'), '1 match')
  t.match(await rows('/manage_consumer?state=constructor&sort=constructor&after=x'), '2 matches')
  t.match(await rows('/manage_consumer?sort=name&after=0.'), 'Institute of Art', 'begins after any text')
  t.match(await rows('/manage_consumer?sort=newest&after=0.no+time'), '2 matches')

  const saved = await me.open('/manage_consumer?q=sum&as=csv')
  const head = 'Name,Key or domain,LTI,Courses,Card,Code,Default products,Email domain,K-12'
  t.equal(saved.body, `${head}\r\n'=SUM(A1),formula,1.1,0,on,on,none,any,yes\r\n`)
})

t.test('the pages of a list are complete and have no row twice', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const ids: number[] = []
  for (let n = 0; n < 120; n++)
    ids.push((await makeConsumer(app, { key: `k${n}`, name: `School ${'ab'[n % 2]}${n}` })).schoolId)
  for (const sort of ['name', 'newest']) {
    const seen: string[] = []
    for (let url: string | undefined = `/manage_consumer?sort=${sort}`; url; ) {
      const { body } = await me.open(url)
      seen.push(...linksOf(body).flatMap(href => href.match(/^\/schools\/(\d+)$/)?.[1] ?? []))
      url = linksOf(body).find(href => href.includes('after='))
    }
    t.equal(seen.length, 120)
    t.equal(seen[0], String(sort === 'name' ? ids[0] : ids[119]))
    t.equal(new Set(seen).size, 120)
  }
  t.equal((await me.open('/manage_consumer?as=csv')).body.split('\r\n').length, 122)
})

t.test('courses: found by words, school, term, state and product; only those of the schools of the role', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const [here, there] = [await makeConsumer(app), await makeConsumer(app)]
  const fall = new Date('2026-07-20')
  await makeCourse(app, here.id, ['A'], { title: 'Evening ASL with Ms. Rivera', createdAt: fall })
  await makeCourse(app, there.id, [], { title: 'Morning ASL', contextId: 'm1', createdAt: new Date('2026-05-20') })
  const titles = async (url: string, by = me) => {
    const { body } = await by.open(url)
    return ['Evening', 'Morning'].filter(title => body.includes(`>${title} ASL`)).join()
  }
  t.equal(await titles('/course'), 'Evening,Morning')
  t.equal(await titles('/course?q=rivera+asl'), 'Evening')
  t.equal(await titles('/course?q=M1'), 'Morning')
  t.equal(await titles('/course?q=riv+eve'), 'Evening', 'the beginnings of words')
  t.equal(await titles('/course?q=vera'), '', 'not from their middle')
  t.equal(await titles('/course?q=%25'), '', 'a sign is no word')
  t.equal(await titles(`/course?school=${there.schoolId}`), 'Morning')
  t.equal(await titles('/course?term=2026-fall'), 'Evening')
  t.equal(await titles('/course?term=2026-summer'), 'Morning')
  t.equal(await titles('/course?state=active'), 'Evening')
  t.equal(await titles('/course?state=waiting'), 'Morning')
  t.equal(await titles('/course?product=A'), 'Evening')
  t.equal(await titles('/course?version=1.3'), '', 'LTI 1.3 only')
  t.match(
    (await me.open('/course?q=evening&as=csv')).body,
    /Evening ASL with Ms. Rivera,ctx_\w+,.*,1.1,Fall 2026,A,0,0/,
  )

  await limitSchools(app.db, { email: me.staff.email, schoolIds: [here.schoolId] })
  t.equal(await titles('/course'), 'Evening')
  t.notMatch((await me.open('/course')).body, there.name, 'not even among the schools to choose')
  t.notMatch((await me.open('/course?as=csv')).body, 'Morning')
})

t.test('codes: viewers see used-up ones, others all after a fresh sign-in; exports are audited', async t => {
  const app = await testApp(t)
  const [viewer, support] = [await signedIn(app, 'viewer'), await signedIn(app, 'support')]
  await makeCode(app, 'A', { couponCode: 'SPENT-0001', used: 1 })
  await makeCode(app, 'A', { couponCode: 'OPEN-0001' })
  await makeCode(app, 'B', { couponCode: 'CLASS-0001', used: 1, maxUsage: 30 })
  const codes = async (url: string, by = support) => {
    const { body } = await by.open(url)
    return ['SPENT', 'OPEN', 'CLASS'].filter(code => body.includes(`>${code}-0001<`)).join()
  }
  t.equal(await codes('/access_code'), 'SPENT,OPEN,CLASS')
  t.equal(await codes('/access_code?q=open-00'), 'OPEN')
  t.equal(await codes('/access_code?q=0001'), '', 'by the beginning')
  t.equal(await codes('/access_code?state=unused'), 'OPEN')
  t.equal(await codes('/access_code?state=started'), 'CLASS')
  t.equal(await codes('/access_code?product=B'), 'CLASS')

  t.equal(await codes('/access_code', viewer), 'SPENT')
  t.equal(await codes('/access_code?q=OPEN', viewer), '', 'nor can they be guessed by their beginning')
  t.equal((await viewer.open('/access_code?as=csv')).status, 403)
  t.notMatch((await viewer.open('/access_code')).body, 'Save list as CSV')

  const saved = await support.open('/access_code?as=csv&state=unused')
  t.match(saved.body, /^Code,Product,Used,Uses,.*\r\nOPEN-0001,A,0,1,/)
  t.equal(await countOf(app, "audit where action = 'export-list'"), 1)
  app.clock.advance(11 * 60_000)
  t.equal(await codes('/access_code'), 'SPENT', 'not without a fresh sign-in')
  t.match((await support.open('/access_code?as=csv')).location, '/confirm_sign_in')
})

t.test('people: found by name and address in the schools of the role; who looked is recorded', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [here, there] = [await makeConsumer(app), await makeConsumer(app)]
  const course = await makeCourse(app, here.id, ['A'], { contextId: 'here', title: 'Evening signs' })
  await makeCourse(app, there.id, ['B'], { contextId: 'there' })
  const come = (key: string, context_id: string, user_id: string, name: string) =>
    launch(app, key, {
      ...{ context_id, user_id, lis_person_name_full: name },
      lis_person_contact_email_primary: `${user_id}@school.example`,
    })
  const { token } = await come(here.key, 'here', 'lena', 'Lena Okonkwo')
  await come(there.key, 'there', 'bo_b', 'Bo Ångström')
  await redeem(app, token, await makeCode(app, 'A'))
  const people = async (url: string, by = me) => {
    const { body } = await by.open(url)
    return ['lena', 'bo_b'].filter(name => body.includes(`>${name}@school.example<`)).join()
  }
  for (const path of ['/token', '/email']) {
    t.equal(await people(path), 'lena,bo_b')
    t.equal(await people(`${path}?q=angs+bo`), 'bo_b')
    t.equal(await people(`${path}?q=LENA@sch`), 'lena')
    t.equal(await people(`${path}?q=bo%25x`), '', 'a sign is only itself')
    t.equal(await people(`${path}?course=${course.id}`), 'lena')
    t.equal(await people(`${path}?state=in`), 'lena')
    t.equal(await people(`${path}?state=waiting`), 'bo_b')
    t.equal(await people(`${path}?product=B`), 'bo_b')
    t.equal(await people(`${path}?product=none`), '')
    t.equal(await people(`${path}?school=${here.schoolId}`), 'lena')
  }
  t.ok(await countOf(app, "audit where action = 'view' and subject_kind = 'list'"))

  const support = await signedIn(app, 'support')
  t.equal((await support.open('/token?as=csv')).status, 403)
  t.match((await me.open('/token?as=csv&q=lena')).body, `Lena Okonkwo,lena@school.example,`)
  await limitSchools(app.db, { email: support.staff.email, schoolIds: [here.schoolId] })
  t.equal(await people('/token', support), 'lena')
  const coursePage = await me.open(`/courses/${course.id}`)
  t.ok(linksOf(coursePage.body).includes(`/token?course=${course.id}`), 'the course leads to its people')
  t.match(textOf((await me.open(`/token?course=${course.id}`)).body), 'Course All ASL 1')
  t.notMatch(textOf((await me.open('/token')).body), 'Course All', 'the filter is shown only if it is set')
})

t.test('payments: by person and state, with what was refunded', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'c' })
  const come = { context_id: 'c', user_id: 'lena', lis_person_name_full: 'Lena Okonkwo' }
  const { token } = await launch(app, school.key, come)
  await app.db.client.query(
    `insert into checkouts (stripe_session_id, entitlement_id, course_id, amount, total, currency, livemode, status, payment_intent, expires_at)
     select 'cs_' || n, e.id, e.course_id, 4900, 5000, 'usd', true, case n when 3 then 'expired' else 'paid' end, 'pi_' || n, now()
     from entitlements e, generate_series(1, 3) n where e.token = $1`,
    [token],
  )
  await app.db.client.query(`insert into card_payments (payment_intent, charged, refunded) values ('pi_2', 5000, 1200)`)
  const rows = async (url: string) => textOf((await me.open(url)).body)
  t.match(await rows('/payments'), '3 matches')
  t.match(await rows('/payments?q=oko&state=paid'), '1 match')
  t.match(await rows('/payments?state=refunded'), '$50.00 $12.00 Partly refunded')
  t.match(await rows('/payments?state=unpaid'), 'Not paid')
  t.match(await rows('/payments?q=nobody'), 'No payment matches')
  t.match((await me.open('/payments?as=csv&state=refunded')).body, /Lena Okonkwo,.*,\$50.00,\$12.00,Partly refunded,/)
})

t.test('Find knows a course by words of its title, beside people of the same name', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [here, there] = [await makeConsumer(app), await makeConsumer(app)]
  await makeCourse(app, here.id, ['A'], { title: 'Evening ASL with Ms. Rivera', contextId: 'evening' })
  await launch(app, there.key, { user_id: 'r', lis_person_name_full: 'Jo Rivera' })
  const found = async (by = me) => textOf((await by.open('/find?q=rivera')).body)
  t.match(await found(), 'Evening ASL with Ms. Rivera')
  t.match(await found(), 'Jo Rivera')
  t.match(textOf((await me.open('/find?q=rivera%25')).body), 'Evening', 'signs between words do not matter')
  const support = await signedIn(app, 'support')
  await limitSchools(app.db, { email: support.staff.email, schoolIds: [there.schoolId] })
  t.notMatch(await found(support), 'Evening')
})

t.test('batches: by note, product, and whether codes are left', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  for (const code of ['A', 'B']) {
    await makeProduct(app, code)
    const fields = { product_code: code, count: '2', max_usage: '1', note: `For school ${code}`, intent: 'make' }
    await me.send('/codes', { ...fields, expires_at: '', code: '' })
  }
  await app.db.client.query('update coupons set used = 1 where batch_id = 1')
  const rows = async (url: string) => textOf((await me.open(url)).body)
  t.match(await rows('/codes'), '2 matches')
  t.match(await rows('/codes?q=school+b'), '1 match')
  t.match(await rows('/codes?product=A'), /1 match .*Batch 1 .* A 2 2 2 /)
  t.match(await rows('/codes?state=left'), /1 match .*Batch 2 .* B 2 2 0 /)
  t.match(await rows('/codes'), '2 of 4 seats are used, in 2 batches.')
  t.match(await rows('/codes?product=B'), '0 of 2 seats are used, in 1 batch.')
  t.match(await rows('/codes?state=used&q=none'), 'No codes yet.')
})

t.test('platforms and deployments: by words and state, with the forms of those that wait', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const waiting = await makePlatform(app, {
    ...{ domain: 'lake.example', isActive: false },
    deployment: { status: 'waiting', deploymentId: 'd-1' },
  })
  const approved = await makePlatform(app, { domain: 'river.example', deployment: { name: 'River High' } })
  const rows = async (url: string) => textOf((await me.open(url)).body)
  t.match(await rows('/platforms'), /2 matches .*lake\.example.*river\.example/, 'those that are off come first')
  t.match(await rows('/platforms?q=RIVER'), '1 match')
  t.match(await rows('/platforms?state=off'), /1 match .*lake/)
  t.match((await me.open('/platforms?as=csv&state=off')).body, /^Domain and issuer,.*\r\nlake\.example,/)

  t.match(await rows('/deployments'), /Approve .* 2 matches/)
  t.match(await rows('/deployments?state=approved'), /1 match .*River High/)
  t.match(await rows('/deployments?q=lake'), /1 match .*lake\.example, deployment d-1/)
  const one = (await me.open(`/deployments?id=${approved.deployment.id}`)).body
  t.ok(linksOf(one).includes(`/schools/${approved.deployment.schoolId}`), 'settings are those of its school')
  t.notMatch(one, 'value="approve"', 'only the form of the one that was asked for')
  const { id } = waiting.deployment
  const saved = await me.send('/deployments', {
    id: String(id),
    school: 'new',
    name: 'Lake',
    accepts_payment: 'yes',
    intent: 'approve',
  })
  t.match(textOf(saved.body), /is approved\..* State approved School Lake /)
})
