import type { Page } from 'playwright-core'
import t from 'tap'
import { captchaSum } from '#src/domain/captcha.ts'
import { passwordMessages } from '#src/domain/password.ts'
import { emailMessage } from '#src/domain/person.ts'
import { signUpMessages } from '#src/domain/sign-up.ts'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { codeTo } from '../support/outbox.ts'
import { startServer } from '../support/running.ts'

const env = { DATABASE_URL: await freshDatabaseUrl(t), CAPTCHA_PROVIDER: 'altcha' }
const server = await startServer(t, { env })
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

const goOn = async (page: Page, email: string, accessCode: string) => {
  const pin = page.getByLabel('Pin number')
  await pin.fill('12')
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await page.getByText(signUpMessages.pinWrong).waitFor()
  await pin.fill(await codeTo(server.dataDir, email))
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await page.waitForURL(/\/pay\?token=e_/)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Code(s)' }).click()
  await page.getByLabel('Access Code').fill(accessCode)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Thank you. You are in!').waitFor()
  await page.goto(page.url().replace('&step=thank_you', ''))
  await page.getByText('You are already enrolled.').waitFor()
}

t.test('without JavaScript: from the join link to thank you', async t => {
  const { page, complaints } = await openPage(browser, server.base, { javaScriptEnabled: false })
  const email = 'nojs@home.example'
  await page.goto(`${server.base}/verify?course=${LINK}`)
  await fillIn(page, email)
  const question = (await page.getByText(/What is \w+ plus \w+\?/).textContent()) ?? ''
  const sum = Array.from({ length: 100 }, (_, seed) => captchaSum(seed)).find(({ text }) => question.includes(text))
  await page.getByLabel(/What is/).fill(sum?.answer ?? '')
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await page.getByText(signUpMessages.sent(email)).waitFor()
  await goOn(page, email, 'DEMO-ASL1-0015')
  t.strictSame(complaints, [])
})

t.test('with JavaScript: the captcha comes with the first touch, the rules answer as one types', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const email = 'js@home.example'
  await page.goto(`${server.base}/verify?course=${LINK}`)
  const send = page.getByRole('button', { name: 'Verify Email' })
  await page.getByRole('button', { name: 'Verify Email', disabled: true }).waitFor()
  t.notOk(asked.includes('/api/captcha'), 'nothing is asked for before')
  await page.getByLabel('First name').fill('Ana')
  await page.getByText('Checked: you are a person.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('abc')
  const fails = page.locator('.rule-fails')
  await fails.filter({ hasText: passwordMessages.upper }).waitFor()
  for (const text of [passwordMessages.length, passwordMessages.digit, passwordMessages.guessed])
    t.equal(await fails.filter({ hasText: text }).count(), 1, text)
  await send.click()
  await page.getByText(emailMessage).waitFor()
  await fillIn(page, email)
  await send.click()
  await page.getByText(signUpMessages.sent(email)).waitFor()
  await goOn(page, email, 'DEMO-ASL1-0016')
  t.strictSame(complaints, [])
})
