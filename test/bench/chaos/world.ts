import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { systemClock } from '#src/core/clock.ts'
import { mintToken } from '#src/core/crypto.ts'
import { openDatabase } from '#src/core/db/db.ts'
import { CANVAS_ACCOUNT, CANVAS_TOKEN } from '#src/practice/emulators/canvas.ts'
import { root, SECRET, type TestApp } from '../../support/app.ts'
import { cuttable } from '../../support/cuttable.ts'
import { makeLimitedCanvas } from '../../support/emulators/canvas-limits.ts'
import { freePort } from '../../support/port.ts'
import { startPostgres } from '../../support/postgres.ts'
import { makeCode, makeConsumer, makeCourse } from '../../support/school.ts'
import { mailServer } from '../../support/smtp.ts'
import { signedIn } from '../../support/staff.ts'
import { STRIPE_KEY, testStripe, WEBHOOK_SECRET } from '../../support/stripe.ts'
import { makeTemplate, withName } from '../../support/template.ts'
import type { Test } from '../../support/test.ts'

const CODE_USES = 300

/** PostgreSQL behind a cuttable proxy, emulators of mail, Stripe and Canvas, and a school with two courses. */
export const makeWorld = async (t: Test) => {
  const postgres = await startPostgres()
  t.teardown(() => postgres.stop())
  const direct = withName(postgres.url, await makeTemplate(postgres.url, resolve(root, 'migrations')))
  const database = await cuttable(t, direct)
  const db = await openDatabase({ databaseUrl: direct, dataDir: '' })
  t.teardown(() => db.close())
  const ports = [await freePort(), await freePort()]
  const bases = ports.map(port => `http://127.0.0.1:${port}`)
  let turn = 0
  const stripe = await testStripe(t, { now: systemClock.now, webhookUrl: () => `${bases[turn++ % 2]}/webhooks/stripe` })
  stripe.world.prices.set('price_A', {
    ...stripe.world.prices.get('price_demo_spare')!,
    id: 'price_A',
    product: 'prod_A',
  })
  const canvas = makeLimitedCanvas(systemClock)
  const canvasUrl = await canvas.server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => canvas.server.close())
  const mail = await mailServer(t)

  // The helpers of the tests use the database of an app only.
  const app = { db, clock: systemClock } as unknown as TestApp
  const school = await makeConsumer(app, { key: 'twa_chaos', isHosted: true })
  const place = { contextId: 'ctx-code', canvasCourseId: '101', canvasDomain: new URL(canvasUrl).host }
  const hosted = await makeCourse(app, school.id, ['A'], place)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-card' })
  const code = await makeCode(app, 'A', { maxUsage: CODE_USES })
  const manager = await signedIn(app)
  /** A person who signed up for the hosted course. */
  const signedUp = async (name: string): Promise<string> => {
    const token = mintToken('e')
    await db.client.query(
      `with p as (insert into people (email, name, email_verified_at) values ($1, 'Ana Lee', now()) returning id)
       insert into entitlements (kind, course_id, person_id, token, session_id, created_via)
       select 'enrollment', $2, id, $3, $4, 'sign_up' from p`,
      [`${name}@school.example`, hosted.id, token, randomUUID()],
    )
    return token
  }
  const env = {
    DATABASE_URL: database.url,
    DEMO: 'off',
    APP_SECRET: SECRET,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: '/tmp/signbook-chaos',
    CAPTCHA_PROVIDER: 'altcha',
    DRAIN_SECONDS: '1',
    STAFF_EMAILS: 'boss@company.example',
    // Each person of the load comes from a network of their own.
    TRUST_PROXY: 'on',
    MAIL_FROM: 'no-reply@signbook.example',
    SMTP_URL: mail.url,
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.base,
    CANVAS_API_URL: canvasUrl,
    CANVAS_API_TOKEN: CANVAS_TOKEN,
    CANVAS_ACCOUNT_ID: CANVAS_ACCOUNT,
  }
  const { joinToken } = hosted
  return { postgres, database, db, stripe, canvas, mail, school, joinToken, code, signedUp, manager, bases, ports, env }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
