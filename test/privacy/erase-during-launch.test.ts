import t from 'tap'
import { inTransaction } from '#src/core/db/transactions.ts'
import { eraseRecords } from '#src/desk/erasures.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'
import { countOf, personOf } from '../support/rows.ts'
import { launch, makeConsumer } from '../support/school.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

interface Opened {
  status: number
  token: string
}

/** Launches of one person who is known already, each by another graded link, or by none. */
const versions: Record<string, (t: Test, app: TestApp) => Promise<(link?: string) => Promise<Opened>>> = {
  '1.1': async (_, app) => {
    const { key } = await makeConsumer(app)
    const grade = (link: string) => ({ lis_result_sourcedid: link, lis_outcome_service_url: 'http://localhost:1/o' })
    return link =>
      launch(app, key, {
        user_id: 'zee',
        lis_person_contact_email_primary: 'zee@school.example',
        resource_link_id: link ?? 'plain',
        ...(link ? grade(link) : {}),
      })
  },
  '1.3': async (t, app) => {
    const platform = await practicePlatform(t, app)
    const person = { sub: 'zee', name: 'Zee', email: 'zee@school.example' }
    const endpoint = (link: string) => ({
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
        scope: ['https://purl.imsglobal.org/spec/lti-ags/scope/score'],
        lineitem: `${platform.base}/items/${link}`,
      },
    })
    return link => launch13(app, platform, { ...person, ...(link ? endpoint(link) : {}) })
  },
}

for (const [version, begin] of Object.entries(versions))
  t.test(`${version}: a launch with a new grade column that waits for an erasure makes a new person`, async t => {
    const app = await testApp(t)
    const open = await begin(t, app)
    const old = await personOf(app, (await open()).token)
    let waiting: Promise<Opened> | undefined
    const erased = await inTransaction(app.db, tx =>
      eraseRecords(app, tx, {
        personId: old.id,
        actor: 'staff:1',
        asked: 'person',
        now: app.clock.now(),
        check: async () => {
          waiting = open('column-2')
          await until('the launch waits', () =>
            countOf(app, `pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
          )
          return null
        },
      }),
    )
    t.match(erased, { ok: true })
    const opened = await waiting
    t.equal(opened?.status, 303)
    t.not((await personOf(app, opened!.token)).id, old.id)
    t.equal(await countOf(app, 'people'), 2, 'the pseudonym and the new one')
    const ofPseudonym =
      'grade_targets g join entitlements e on e.id = g.entitlement_id join people p on p.id = e.person_id where p.erased_at is not null'
    t.equal(await countOf(app, ofPseudonym), 0)
    t.equal(await countOf(app, 'grade_targets'), 1)
  })
