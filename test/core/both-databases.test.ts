import t from 'tap'
import type { Database } from '#src/core/db/db.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { testApp } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'
import { dataFolder, openFolder } from '../support/folder.ts'
import { agree, openPay, postCode } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { countOf, courseRow, enrollmentRow, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, postLaunch, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** Runs the same steps on PostgreSQL and on the embedded database, with one driver and the same statements. */
const databases: Record<string, (t: Test) => Promise<Database>> = {
  postgres: freshDatabase,
  embedded: async t => {
    const db = await openFolder(dataFolder(t))
    t.teardown(() => db.close())
    return db
  },
}

for (const [kind, open] of Object.entries(databases)) {
  t.test(`${kind}: goes from a launch to a message`, async t => {
    const app = await testApp(t, { db: await open(t) })
    t.equal(app.db.kind, kind)
    const school = await makeConsumer(app)
    await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
    const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
    const ana = { user_id: 'ana', lis_person_contact_email_primary: 'ana@school.example' }
    const facts = { custom_canvas_term_end_at: '2026-12-20T06:00:00.123Z', context_title: 'ASL — 🤟' }

    const { status, token, posted } = await launch(app, school.key, { ...ana, ...facts })
    t.equal(status, 303)
    t.equal((await postLaunch(app, posted)).status, 401, 'a replay')
    t.hasStrict(await courseRow(app, 'ctx-1'), {
      title: 'ASL — 🤟',
      termEndsAt: new Date('2026-12-20T06:00:00.123Z'),
    })
    t.equal((await agree(app, token)).status, 303)
    t.match(textOf((await openPay(app, token, 'coupons')).body), 'Enter your access code')
    t.hasStrict(await redeem(app, token, 'WRONG-1'), { http: 404 })
    t.hasStrict(await redeem(app, token, a.replace('-', ' ').toLowerCase()), {
      status: 'OK',
      products: [{ coupon_code: a }, { coupon_code: null }],
    })
    t.equal((await postCode(app, token, b)).status, 303)
    t.hasStrict(await enrollmentRow(app, token), {
      source: 'code',
      processedAt: app.clock.now(),
      accessEndsAt: new Date('2026-12-20T06:00:00.123Z'),
    })
    t.equal((await usesOf(app, a)).length, 1)
    const teacher = await launch(app, school.key, { roles: 'Instructor' })
    t.match(teacher.location, /^\/lti\/teacher\?/)

    const many = await Promise.all(
      Array.from({ length: 30 }, (_, i) => launch(app, school.key, { user_id: `u${i % 10}` })),
    )
    t.ok(
      many.every(m => m.status === 303),
      'in parallel',
    )
    t.equal(new Set(many.map(m => m.token)).size, 10)
    const last = await makeCode(app, 'A', { maxUsage: 3 })
    const answers = await Promise.all(many.slice(0, 10).map(m => redeem(app, m.token, last)))
    t.equal(answers.filter(x => x.status === 'OK').length, 3)
    t.equal(answers.filter(x => x.status === 'MAX').length, 7)

    await app.startJobs()
    await until('the mail is sent', () => app.mails.length === 1)
    t.equal(app.mails[0]?.to, 'ana@school.example')
    await until('the diary is written', async () => (await countOf(app, 'launch_diary')) === 33)
    t.equal((await app.server.inject({ url: '/readyz' })).statusCode, 200)
    await deleteExpired(app)
  })
}
