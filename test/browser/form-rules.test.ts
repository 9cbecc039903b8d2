import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { good, type RuledForm, rules } from '../support/form-rules.ts'
import { launchPath } from '../support/launched.ts'
import { codeTo } from '../support/outbox.ts'
import { startServer } from '../support/running.ts'
import type { Test } from '../support/test.ts'

/** Every form rule in the browser: typed, submitted, and reported at its field without a new page. */
const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL } })
const db = await openAt(t, DATABASE_URL)
await db.client.query(
  "update schools set email_domain = 'school.example' where id = (select school_id from consumers where key = 'twa_demo')",
)
const browser = await startBrowser(t)
const LINK = 'c_demo-asl1-join-link'

/** Limited to the card, as the help form also asks for an email. */
const box = (page: Page, name: string) => page.locator(`section.card input[name="${name}"]`)

/** Error messages of a field: under it, or in the list under a password. */
const beside = (page: Page, name: string) =>
  page
    .locator('section.card .field', { has: page.locator(`input[name="${name}"]`) })
    .locator('.problem')
    .or(name === 'password' ? page.locator('.rules .rule-fails') : page.locator('.never'))

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await box(page, name).fill(value)
}

/** Submits each rule's value among valid ones and checks the messages. */
const holds = async (t: Test, page: Page, form: RuledForm, button: string) => {
  await settled(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))
  for (const { typed, field, says, serverOnly } of rules[form]) {
    if (serverOnly) continue
    const name = `${form} ${JSON.stringify(typed)}`
    await page.locator('[aria-busy=true]').waitFor({ state: 'hidden' })
    await fill(page, { ...good[form], ...typed })
    await page.getByRole('button', { name: button, exact: true, disabled: false }).click()
    for (const sentence of says) await beside(page, field).filter({ hasText: sentence }).waitFor()
    const said = await beside(page, field).allInnerTexts()
    t.equal(said.length, says.length, `${name}: no other message`)
    // Focus moves to the first invalid field.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    for (const [kept, value] of Object.entries(typed)) t.equal(await box(page, kept).inputValue(), value, name)
    t.equal(await page.locator('body[data-same-page]').count(), 1, `${name}: no new page`)
  }
}

/** Opens a new page and records its console errors. */
const open = async (t: Test, path: string) => {
  const { page, complaints } = await openPage(browser, server.base)
  t.teardown(() => page.context().close())
  await page.goto(server.base + path)
  return { page, complaints }
}

t.test('/pay: name, email, password, code, access code', async t => {
  const { page, complaints } = await open(t, `/pay?token=${LINK}`)
  await holds(t, page, 'pay', 'Sign Up')
  await fill(page, good.pay)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await box(page, 'code').waitFor()
  await holds(t, page, 'code', 'Verify Email')
  await box(page, 'code').fill(await codeTo(server.dataDir, good.pay.email))
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await page.waitForURL(/\/pay\?token=e_/)
  await settled(page)
  for (const name of ['Enter Code(s)', 'Make Payment'])
    await page.getByRole('button', { name, disabled: true }).waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Make Payment', disabled: false }).waitFor()
  await page.getByRole('button', { name: 'Enter Code(s)', disabled: false }).click()
  await box(page, 'coupon').waitFor()
  await holds(t, page, 'coupon', 'Submit')
  t.strictSame(complaints, [])
})

t.test('/verify: names, email, passwords, pin number', async t => {
  const { page, complaints } = await open(t, `/verify?course=${LINK}`)
  await holds(t, page, 'join', 'Verify Email')
  const email = 'ben@school.example'
  await fill(page, { ...good.join, email })
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await box(page, 'pin_number').waitFor()
  await holds(t, page, 'pin', 'Verify Pin Number')
  t.strictSame(complaints, [])
})

t.test('/verify: password rules are checked while typing, before anything is sent', async t => {
  const { page } = await open(t, `/verify?course=${LINK}`)
  await fill(page, { first_name: 'Ana', last_name: 'Lima' })
  t.equal(await page.locator('.rule-fails, .rule-holds').count(), 0, 'no errors before typing')
  for (const { typed, says } of rules.join.filter(rule => rule.field === 'password')) {
    await box(page, 'password').fill(typed.password ?? '')
    for (const sentence of says) await page.locator('.rule-fails').filter({ hasText: sentence }).waitFor()
    await page.waitForFunction(n => document.querySelectorAll('.rule-fails').length === n, says.length)
  }
  await box(page, 'password').fill(good.join.password)
  await page.waitForFunction(() => document.querySelectorAll('.rule-holds').length === 7)
  await box(page, 'confirm_password').pressSequentially(good.join.password.slice(0, 5))
  t.equal(await beside(page, 'confirm_password').count(), 0, 'equal so far')
  await box(page, 'confirm_password').pressSequentially('x')
  await beside(page, 'confirm_password').filter({ hasText: 'Passwords must match.' }).waitFor()
  await box(page, 'confirm_password').fill(good.join.password)
  await beside(page, 'confirm_password').waitFor({ state: 'detached' })
})

t.test('/lti/pay: access code, and the email for a receipt', async t => {
  const { page, complaints } = await open(t, await launchPath(server.base, 'demo-asl1', { user_id: 'silent' }))
  for (const name of ['Enter Access Code', 'Make Payment'])
    await page.getByRole('button', { name, disabled: true }).waitFor()
  await page.getByRole('checkbox').check()
  await holds(t, page, 'receipt', 'Make Payment')
  await page.getByRole('button', { name: 'Enter Access Code', disabled: false }).click()
  await box(page, 'coupon').waitFor()
  await holds(t, page, 'coupon', 'Submit')
  t.strictSame(complaints, [])
})
