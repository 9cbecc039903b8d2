import type { Page } from 'playwright-core'
import t from 'tap'
import { emailMessage } from '#src/core/rules/person.ts'
import signUpTexts from '#src/texts/en/pages/join.ts'
import sentences from '#src/texts/en/sentences.ts'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { codeTo } from '../support/outbox.ts'
import { startServer } from '../support/running.ts'
import { answerOf } from '../support/solve.ts'

const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL, CAPTCHA_PROVIDER: 'altcha' } })
const db = await openAt(t, DATABASE_URL)
const browser = await startBrowser(t)
const LINK = 'c_demo-asl1-join-link'
const PASSWORD = 'Zq7!mellow-otter'

const fillIn = async (page: Page, email: string) => {
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Lima')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
}

/** Answers the question that replaces the captcha without a script. */
const answer = async (page: Page) => {
  const question = (await page.getByText(/What is \w+ plus \w+\?/).textContent()) ?? ''
  await page.getByLabel(/What is/).fill(answerOf(question.match(/What is .*\?/)?.[0] ?? ''))
}

const goOn = async (page: Page, email: string, accessCode: string) => {
  const pin = page.getByLabel('Pin number')
  await pin.fill('12')
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await page.getByText(signUpTexts.faults.pin_wrong).waitFor()
  await pin.fill(await codeTo(server.dataDir, email))
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await page.waitForURL(/\/pay\?token=e_/)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Code(s)' }).click()
  await page.getByLabel('Access Code').fill(accessCode)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Thank you. You are in!').waitFor()
  // The address may change a moment after the text.
  const address = new URL(page.url())
  address.searchParams.delete('step')
  await page.goto(address.href)
  await page.getByText('You are already enrolled.').waitFor()
}

t.test('without JavaScript: goes from the join link to thank you', async t => {
  const { page, complaints } = await openPage(browser, server.base, { javaScriptEnabled: false })
  const email = 'nojs@home.example'
  await page.goto(`${server.base}/verify?course=${LINK}`)
  await fillIn(page, email)
  await answer(page)
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await page.getByText(signUpTexts.sentPin(email)).waitFor()
  await goOn(page, email, 'DEMO-ASL1-0015')
  t.strictSame(complaints, [])
})

t.test('with JavaScript: loads the captcha at the first input and checks rules while typing', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const email = 'js@home.example'
  await page.goto(`${server.base}/verify?course=${LINK}`)
  const send = page.getByRole('button', { name: 'Verify Email' })
  await page.getByRole('button', { name: 'Verify Email', disabled: true }).waitFor()
  t.notOk(asked.includes('/api/captcha'), 'not requested before')
  await page.getByLabel('First name').fill('Ana')
  await page.getByText('Check passed.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('abc')
  const fails = page.locator('.rule-fails')
  await fails.filter({ hasText: signUpTexts.faults.password_upper }).waitFor()
  for (const text of [
    signUpTexts.faults.password_length,
    signUpTexts.faults.password_digit,
    signUpTexts.faults.password_guessed,
  ])
    await fails.filter({ hasText: text }).waitFor()
  await send.click()
  await page.getByText(emailMessage).waitFor()
  await fillIn(page, email)
  await send.click()
  await page.getByText(signUpTexts.sentPin(email)).waitFor()
  t.notMatch(decodeURIComponent(page.url()), email, 'the address does not tell whom')
  await page.reload()
  await page.getByText(signUpTexts.sentPin(email)).waitFor()
  await goOn(page, email, 'DEMO-ASL1-0016')
  t.strictSame(complaints, [])
})

t.test('when sign-up ends while the page is open, each step shows the card that says so', async t => {
  const { page } = await openPage(browser, server.base)
  t.teardown(() => page.context().close())
  const link = 'c_demo-asl12-join-link'
  const end = (at: string | null) =>
    db.client.query('update courses set expires_at = $1 where join_token = $2', [at, link])
  const card = page.getByRole('heading', { name: 'Missed the sign-up window?' })
  await page.goto(`${server.base}/verify?course=${link}`)
  await fillIn(page, 'late@home.example')
  await page.getByRole('button', { name: 'Verify Email', disabled: false }).click()
  await page.getByLabel('Pin number').fill('123456')
  await end('2020-01-01')
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await card.waitFor()
  await end(null)
  await page.goto(`${server.base}/verify?course=${link}`)
  await fillIn(page, 'later@home.example')
  await end('2020-01-01')
  await page.getByRole('button', { name: 'Verify Email', disabled: false }).click()
  await card.waitFor()
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  t.test(
    `${how} JavaScript: refuses superseded and expired pin numbers and a sixth try, and accepts a new one`,
    async t => {
      const { page, complaints } = await openPage(browser, server.base, { javaScriptEnabled })
      t.teardown(() => page.context().close())
      const email = `${how}.script@home.example`
      const pin = page.getByLabel('Pin number')
      const enter = async (code: string) => {
        await pin.fill(code)
        await page.getByRole('button', { name: 'Verify Pin Number' }).click()
      }
      /** Refused at the field, which keeps the number for correction. */
      const refused = async (code: string) => {
        const answered = page.waitForResponse(answer => answer.request().method() === 'POST')
        await enter(code)
        t.equal((await answered).status(), 404)
        // The message may still show from the number before, so wait for the button.
        await page.locator('[aria-busy=true]').waitFor({ state: 'hidden' })
        await page.getByText(signUpTexts.faults.pin_wrong).waitFor()
        t.equal(await pin.inputValue(), code)
      }
      /** Moves time by half a minute and asks for a new pin number. */
      const resend = async (isAway = false) => {
        await db.client.query("update sign_ups set created_at = created_at - interval '31 s' where email = $1", [email])
        if (javaScriptEnabled) {
          await settled(page)
          await page.clock.runFor(31_000)
        }
        if (isAway) await page.route('**/verify?*', route => route.abort(), { times: 1 })
        await page.getByRole('button', { name: 'Send a new pin number', exact: true }).click()
        if (isAway) await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByText(sentences.resent).waitFor()
        t.equal(await pin.inputValue(), '', 'the field is cleared for the new code')
      }
      if (javaScriptEnabled) await page.clock.install()
      await page.goto(`${server.base}/verify?course=${LINK}`)
      await fillIn(page, email)
      if (!javaScriptEnabled) await answer(page)
      await page.getByRole('button', { name: 'Verify Email', disabled: false }).click()
      await page.getByText(signUpTexts.sentPin(email)).waitFor()
      const first = await codeTo(server.dataDir, email)
      await resend()
      const second = await codeTo(server.dataDir, email, 2)
      if (first !== second) await refused(first)
      for (let i = 0; i < 4; i++) await refused(second === '111111' ? '222222' : '111111')
      await refused(second)
      await resend(javaScriptEnabled)
      const third = await codeTo(server.dataDir, email, 3)
      await db.client.query('update sign_ups set code_until = now() where email = $1', [email])
      await refused(third)
      await resend()
      await enter(await codeTo(server.dataDir, email, 4))
      await page.waitForURL(/\/pay\?token=e_/)
      // Chromium logs the one aborted request.
      t.ok(complaints.every(c => javaScriptEnabled && c.includes('net::ERR_FAILED')))
    },
  )
}
