import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, settled } from '../support/browser.ts'
import { launchAt } from '../support/browserless.ts'
import { startOffice } from '../support/office.ts'
import type { Test } from '../support/test.ts'

/** Spec §8 where it needs a browser: what passes by itself, when, and what holds it; and no answer from the server. */
const { server, browser, hands, colleague } = await startOffice()

/** A page whose clock the test moves on. */
const timed = async (page: Page): Promise<(milliseconds: number) => Promise<void>> => {
  await page.clock.install()
  return milliseconds => page.clock.fastForward(milliseconds)
}

const notification = (page: Page) => page.locator('.toast[role=status]').filter({ hasText: 'Notification' })

/** Just before its time it stands there; at its time it goes, and the words stay in the page. */
const passes = async (
  t: Test,
  page: Page,
  milliseconds: number,
  forward: (ms: number) => Promise<void>,
  words: string,
) => {
  await notification(page).getByText(words).waitFor()
  await forward(milliseconds - 500)
  t.ok(await notification(page).isVisible(), 'it stands there')
  await page.mouse.move(1, 1)
  await forward(500)
  await notification(page).waitFor({ state: 'detached' })
  await page.locator('main').getByText(words).first().waitFor()
}

t.test('login: a red toast for 5 seconds', async t => {
  const { page } = await openPage(browser, server.base)
  const forward = await timed(page)
  await page.goto(`${server.base}/login`)
  await settled(page)
  await page.getByLabel('Email or mobile number').fill('staff@example.com')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByLabel('Code', { exact: true }).fill('000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await passes(t, page, 5000, forward, 'The code given is not right.')
  await page.context().close()
})

t.test('pay pages: a red toast for 2.5 seconds', async t => {
  const { page } = await openPage(browser, server.base)
  const forward = await timed(page)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl1', user_id: 'toast' })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.route('**/api/lti/verify_coupon_code', route =>
    route.fulfill({ status: 418, json: { error: 'A teapot.' } }),
  )
  await page.getByLabel('Access Code').fill('ABCDEF')
  await page.getByRole('button', { name: 'Submit' }).click()
  await passes(t, page, 2500, forward, 'A teapot.')
  await page.context().close()
})

t.test('no answer on the pay page with sign-up: Uh oh!, and Koko', async () => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/pay?token=c_demo-asl1-join-link`)
  await settled(page)
  await page.getByLabel('Name', { exact: true }).fill('Ana Lima')
  await page.getByLabel('Email', { exact: true }).fill('ana@home.example')
  await page.getByLabel('Password', { exact: true }).fill('Zq7!mellow-otter')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Uh oh!').waitFor()
  await page.getByText('Koko has been playing with the cables again...').waitFor()
  await page.context().close()
})

t.test('the back-office: what was done passes after 5 seconds, but not from under who reads it', async t => {
  const { page, open } = await colleague(true, 'mouse@example.com')
  const forward = await timed(page)
  const said = page.getByText('Everybody sees this now.')
  const show = async () => {
    await open('/notice')
    await page.getByLabel('Text').fill('Canvas is down')
  }
  await show()
  await page.getByRole('button', { name: 'Show to everybody' }).click()
  await said.waitFor()
  await said.hover()
  await forward(5000)
  t.ok(await said.isVisible(), 'pointed at, it stays')
  await page.mouse.move(1, 1)
  await forward(5000)
  await said.waitFor({ state: 'detached' })

  await show()
  await page.getByLabel('Text').press('Enter')
  await said.waitFor()
  await forward(5000)
  t.ok(await said.isVisible(), 'with the focus that a key brought, it stays')
  await page.keyboard.press('Tab')
  await forward(5000)
  await said.waitFor({ state: 'detached' })
  await page.context().close()
})

t.test('what is ticked before the script comes counts', async () => {
  const { page } = await colleague(true, 'early@example.com')
  let come = () => {}
  const script = new Promise<void>(done => {
    come = done
  })
  await page.route('**/assets/*.js', async route => {
    await script
    await route.continue()
  })
  await page.goto(`${server.base}/course/demo-asl1`, { waitUntil: 'commit' })
  await page.getByLabel('American Sign Language 3 (ASL3)').check()
  come()
  await settled(page)
  await page.locator('[data-island="staff/course/course-form"][data-live]').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true, disabled: false }).waitFor()
  await page.context().close()
})

t.test('without JavaScript what was done is a line of the page', async t => {
  const [plain] = hands
  await plain!.open('/notice')
  await plain!.press('Take it away')
  await plain!.reads('The notice is gone.')
  t.ok(true)
})
