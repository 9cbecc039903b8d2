import type { Page } from 'playwright-core'
import t from 'tap'
import { captchaRefusals } from '#src/accounts/rules/captcha.ts'
import signUpTexts from '#src/texts/en/pages/join.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { makeRecaptchaEmulator } from '../support/emulators/recaptcha.ts'
import { good } from '../support/form-rules.ts'
import { startServer } from '../support/running.ts'
import { answerOf } from '../support/solve.ts'
import type { Test } from '../support/test.ts'

/** The captcha of the join form: a captcha response is never sent twice (docs/rules/sign-up.md). */
const recaptcha = makeRecaptchaEmulator({ siteKey: 'site', secret: 'secret' })
const google = await recaptcha.listen({ port: 0, host: '127.0.0.1' })
t.teardown(async () => {
  recaptcha.server.closeAllConnections()
  await recaptcha.close()
})
const own = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t), CAPTCHA_PROVIDER: 'altcha' } })
const theirs = await startServer(t, {
  env: {
    DATABASE_URL: await freshDatabaseUrl(t),
    CAPTCHA_PROVIDER: 'recaptcha',
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET: 'secret',
    RECAPTCHA_API_BASE: google,
  },
})
const browser = await startBrowser(t)

/** Opens the join form and records each captcha response it sends. */
const join = async (t: Test, base: string, before: (page: Page) => Promise<unknown> = async () => {}) => {
  const { page } = await openPage(browser, base)
  t.teardown(() => page.context().close())
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST')
      sent.push(new URLSearchParams(request.postData() ?? '').get('recaptcha_response') ?? '')
  })
  await before(page)
  await page.goto(`${base}/verify?course=c_demo-asl1-join-link`)
  const fill = async (email: string) => {
    for (const [name, value] of Object.entries({ ...good.join, email }))
      await page.locator(`section.card input[name="${name}"]`).fill(value)
  }
  const button = page.getByRole('button', { name: 'Verify Email' })
  const arrived = (email: string) => page.getByText(signUpTexts.sentPin(email)).waitFor()
  return { page, sent, fill, button, arrived }
}

/** Makes the next form fail. */
const breakOnce = (page: Page, how: 'answers 500' | 'is away') =>
  page.route(
    url => url.pathname === '/verify',
    route => (how === 'is away' ? route.abort() : route.fulfill({ status: 500, json: { error: 'Out of order.' } })),
    { times: 1 },
  )

const passed = (page: Page) => page.getByText('Check passed.').waitFor()

t.test('ALTCHA: solves again after a failed send', async t => {
  const { page, sent, fill, button, arrived } = await join(t, own.base)
  await fill('one@home.example')
  await passed(page)
  await breakOnce(page, 'answers 500')
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'Out of order.' }).waitFor()
  await passed(page)
  await button.click()
  await arrived('one@home.example')
  t.equal(new Set(sent).size, 2, 'each response is sent once')
})

t.test('ALTCHA: solves again after Back; typed values stay, except the password', async t => {
  const { page, sent, fill, button, arrived } = await join(t, own.base)
  await fill('two@home.example')
  await button.click()
  await arrived('two@home.example')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByLabel('First name').waitFor()
  t.equal(await page.getByLabel('First name').inputValue(), 'Ana')
  t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'two@home.example')
  t.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '')
  await passed(page)
  await fill('three@home.example')
  await button.click()
  await arrived('three@home.example')
  t.equal(new Set(sent).size, 2)
})

t.test('ALTCHA: one press of Try again resends the same form after no answer', async t => {
  const { page, fill, button, arrived } = await join(t, own.base)
  await fill('four@home.example')
  await breakOnce(page, 'is away')
  await button.click()
  await page.getByText(ui.away).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await arrived('four@home.example')
})

t.test('ALTCHA: shows the question when the worker fails, and a new one after each wrong answer', async t => {
  const { page, fill, button, arrived } = await join(t, own.base, page =>
    page.route('**/*worker*', route => route.abort()),
  )
  await fill('five@home.example')
  const question = page.getByLabel(/What is \w+ plus \w+\?/)
  await question.fill('0')
  const token = () => page.locator('input[name=captcha_question]').inputValue()
  const first = await token()
  await button.click()
  await page.getByText(captchaRefusals.captcha_failed.message).first().waitFor()
  await page.waitForFunction(before => {
    const now = document.querySelector<HTMLInputElement>('input[name=captcha_question]')?.value
    return now && now !== before
  }, first)
  const text = await page.getByText(/What is \w+ plus \w+\?/).textContent()
  await question.fill(answerOf(text?.match(/What is .*\?/)?.[0] ?? ''))
  await button.click()
  await arrived('five@home.example')
})

t.test('Enter before the check has passed sends the form once it has passed', async t => {
  const { page, sent, fill, arrived } = await join(t, own.base)
  let pass = () => {}
  const passed = new Promise<void>(done => {
    pass = done
  })
  await page.route('**/api/captcha**', async route => {
    await passed
    await route.continue()
  })
  await fill('early@home.example')
  await page.locator('input[name=email]').first().press('Enter')
  await page.getByText(ui.checkRuns).waitFor()
  t.strictSame(sent, [])
  pass()
  await arrived('early@home.example')
  t.equal(sent.length, 1)
})

const robot = (page: Page) => page.getByLabel("I'm not a robot")

t.test(
  'reCAPTCHA: loads its script at the first input, and clears its box after a failed send and after Back',
  async t => {
    const { page, sent, fill, button, arrived } = await join(t, theirs.base)
    t.equal(await page.locator(`script[src^="${google}"]`).count(), 0, 'nothing from Google before')
    await fill('six@home.example')
    await robot(page).check()
    await breakOnce(page, 'answers 500')
    await button.click()
    await page.getByRole('alert').filter({ hasText: 'Out of order.' }).waitFor()
    await page.getByRole('button', { name: 'Verify Email', disabled: true }).waitFor()
    await page.waitForFunction(
      () => !document.querySelector<HTMLInputElement>('.captcha input[type=checkbox]')?.checked,
    )
    await robot(page).check()
    await button.click()
    await arrived('six@home.example')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Verify Email', disabled: true }).waitFor()
    await fill('seven@home.example')
    await robot(page).check()
    await button.click()
    await arrived('seven@home.example')
    t.equal(new Set(sent).size, 3)
  },
)

t.test('reCAPTCHA: its scripts, frame and styles work under the policy of the page', async t => {
  const blocked: string[] = []
  const { page, fill } = await join(t, theirs.base, async page =>
    page.on('console', message => /Content Security Policy/.test(message.text()) && blocked.push(message.text())),
  )
  await fill('eleven@home.example')
  await robot(page).check()
  await page.frameLocator('iframe[title=reCAPTCHA]').locator('title').waitFor({ state: 'attached' })
  t.notOk(await page.locator('.g-recaptcha-response').isVisible())
  t.strictSame(blocked, [])
})

t.test('reCAPTCHA: shows the question when its second script never comes', async t => {
  const { page, fill } = await join(t, theirs.base, async page => {
    await page.clock.install()
    await page.route(`${google}/recaptcha/releases/**`, () => {})
  })
  const asked = page.waitForRequest(`${google}/recaptcha/releases/**`)
  await fill('twelve@home.example')
  await asked
  await page.clock.fastForward('00:11')
  await page.getByLabel(/What is \w+ plus \w+\?/).waitFor()
})

t.test(
  'reCAPTCHA: shows the question when no new challenge loads, and returns to the box after the next send',
  async t => {
    const { page, fill, button, arrived } = await join(t, theirs.base)
    await fill('ten@home.example')
    await robot(page).check()
    await breakOnce(page, 'answers 500')
    await page.route('**/api/captcha', route => route.abort(), { times: 1 })
    await button.click()
    await page.getByLabel(/What is \w+ plus \w+\?/).fill('0')
    await button.click()
    await page.getByText(captchaRefusals.captcha_failed.message).first().waitFor()
    await robot(page).check()
    await button.click()
    await arrived('ten@home.example')
  },
)

t.test('reCAPTCHA: an expired response must be renewed before anything is sent', async t => {
  const { page, sent, fill } = await join(t, theirs.base, page => page.clock.install())
  await fill('eight@home.example')
  await robot(page).check()
  await page.getByRole('button', { name: 'Verify Email', disabled: false }).waitFor()
  await page.clock.fastForward('02:01')
  await page.getByRole('button', { name: 'Verify Email', disabled: true }).waitFor()
  t.strictSame(sent, [])
})

t.test('reCAPTCHA: shows the question when its script is blocked', async t => {
  const { page, fill, button, arrived } = await join(t, theirs.base, page =>
    page.route(`${google}/**`, route => route.abort()),
  )
  await fill('nine@home.example')
  const text = await page.getByText(/What is \w+ plus \w+\?/).textContent()
  await page.getByLabel(/What is/).fill(answerOf(text?.match(/What is .*\?/)?.[0] ?? ''))
  await button.click()
  await arrived('nine@home.example')
})

t.test('reCAPTCHA: our own check takes its place after Google did not answer', async t => {
  const { page, sent, fill, button, arrived } = await join(t, theirs.base)
  const arm = (down: boolean) => recaptcha.inject({ method: 'POST', url: '/__control/fail', payload: { down } })
  await arm(true)
  await fill('thirteen@home.example')
  await robot(page).check()
  await button.click()
  await page.getByText(captchaRefusals.captcha_away.message).first().waitFor()
  await arm(false)
  await passed(page)
  await button.click()
  await arrived('thirteen@home.example')
  t.equal(sent.length, 2)
})
