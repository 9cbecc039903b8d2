import type { Page } from 'playwright-core'
import t from 'tap'
import { passwordMessages } from '#src/sign-up/rules/password.ts'
import { openPage, settled } from '../support/browser.ts'
import { launchAt } from '../support/browserless.ts'
import { startOffice } from '../support/office.ts'
import type { Test } from '../support/test.ts'

/** Toasts (duration and pausing), and behavior when the server does not answer. */
const { server, browser, hands, colleague } = await startOffice()

/** Stops the page's clock, so that only the test moves time, on a slow machine too. */
const timed = async (page: Page): Promise<(milliseconds: number) => Promise<void>> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  return milliseconds => page.clock.fastForward(milliseconds)
}

const notification = (page: Page) => page.locator('.toast[role=status]').filter({ hasText: 'Notification' })

/** The toast is shown until just before its time and then disappears; the text stays on the page. */
const passes = async (
  t: Test,
  page: Page,
  milliseconds: number,
  forward: (ms: number) => Promise<void>,
  words: string,
) => {
  await notification(page).getByText(words).waitFor()
  await forward(milliseconds - 500)
  t.ok(await notification(page).isVisible(), 'still shown')
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

t.test('no answer on the sign-up pay page shows Uh oh! and Koko', async () => {
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
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[name=code]:focus').waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.locator('[name=name]:focus').waitFor()
  await page.context().close()
})

/** What our server says while its database is away. */
const outage = { status: 503, json: { error: 'The service is not available right now. Try again soon.' } }
/** What a proxy says in place of a server that is away. */
const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
const posted = (path: string) => (url: URL) => url.pathname === path

t.test('no answer while paying shows Uh oh! in each step, and Try again continues there', async t => {
  const { page } = await openPage(browser, server.base)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl12', user_id: 'away' })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  const isAway = async (form: string) => {
    await page.locator('h2:focus', { hasText: 'Uh oh!' }).waitFor()
    await page.locator(form).waitFor({ state: 'hidden' })
  }
  await page.getByRole('checkbox').check()
  await page.route(posted('/lti/pay'), route => route.abort(), { times: 3 })
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await isAway('form.agree')
  const still = page.locator('.offline [role=status]')
  t.equal(await still.textContent(), '', 'no extra text the first time')
  for (const tries of [2, 3]) {
    await tryAgain.click()
    await still
      .getByText(new RegExp(`^Still no answer\\. We tried ${tries} times, last at \\d+:\\d\\d\\s[AP]M\\.$`))
      .waitFor()
  }
  await tryAgain.click()
  await page.locator('[name=coupon]:focus').waitFor()

  await page.route(posted('/api/lti/verify_coupon_code'), route => route.abort(), { times: 1 })
  await page.getByLabel('Access Code').fill('ABCDEF')
  await page.getByRole('button', { name: 'Submit' }).click()
  await isAway('form.code')
  await tryAgain.click()
  await page.getByText('The code given is not right.').waitFor()
  await page.locator('[name=coupon]:focus').waitFor()
  t.equal(await page.getByLabel('Access Code').inputValue(), 'ABCDEF')
  await page.context().close()
})

/** Shown above the button and in a toast; no field is marked, and the connection is not blamed. */
const saysOutage = async (t: Test, page: Page, form: string) => {
  await page.locator(`${form} .notice-problem[role=alert]`, { hasText: outage.json.error }).waitFor()
  await notification(page).getByText(outage.json.error).waitFor()
  t.equal(await page.locator('[aria-invalid], .problem').count(), 0, form)
  t.equal(await page.locator('.offline').count(), 0, form)
}

for (const [who, answer] of [
  ['our server', outage],
  ['a proxy', badGateway],
] as const) {
  t.test(`an outage reported by ${who} is shown above the button of each step, not at a field`, async t => {
    const { page } = await openPage(browser, server.base)
    const once = (path: string) => page.route(posted(path), route => route.fulfill(answer), { times: 1 })
    const { token } = await launchAt(server.base, { context_id: 'demo-asl12', user_id: `broken-${answer.status}` })
    await page.goto(`${server.base}/lti/pay?token=${token}`)
    await settled(page)
    await page.getByRole('checkbox').check()
    await once('/lti/pay')
    await page.getByRole('button', { name: 'Enter Access Code' }).click()
    await saysOutage(t, page, 'form.agree')
    await page.getByRole('button', { name: 'Enter Access Code' }).click()
    await page.locator('[name=coupon]:focus').waitFor()

    await once('/api/lti/verify_coupon_code')
    await page.getByLabel('Access Code').fill('ABCDEF')
    await page.getByRole('button', { name: 'Submit' }).click()
    await saysOutage(t, page, 'form.code')
    t.equal(await page.getByLabel('Access Code').inputValue(), 'ABCDEF')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('The code given is not right.').waitFor()
    t.equal(await page.locator('.notice-problem').count(), 0, 'the outage message is gone')

    await page.goto(`${server.base}/login`)
    await settled(page)
    await page.getByLabel('Email or mobile number').fill('staff@example.com')
    await once('/api/auth/magic')
    await page.getByRole('button', { name: 'Submit' }).click()
    await saysOutage(t, page, 'form.form')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await once('/api/auth/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await saysOutage(t, page, 'form.form')

    await page.goto(`${server.base}/pay?token=c_demo-asl1-join-link`)
    await settled(page)
    await page.getByLabel('Name', { exact: true }).fill('Ana Lima')
    await page.getByLabel('Email', { exact: true }).fill(`broken${answer.status}@home.example`)
    await page.getByLabel('Password', { exact: true }).fill('Zq7!mellow-otter')
    await once('/api/students/send_code')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await saysOutage(t, page, 'form.sign-up')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await once('/api/students/verify_code')
    await page.getByRole('button', { name: 'Verify Email' }).click()
    await saysOutage(t, page, 'form.sign-up')
    await page.context().close()
  })
}

t.test('no answer at Make Payment keeps the page, and pressing twice posts once', async t => {
  const { page } = await openPage(browser, server.base)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl1', user_id: 'away-card' })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  const away = page.locator('h2:focus', { hasText: 'Uh oh!' })
  const posts: (string | null)[] = []
  page.on('request', asked => {
    if (asked.isNavigationRequest() && asked.method() === 'POST') posts.push(asked.postData())
  })
  await page.getByRole('checkbox').check()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await away.waitFor()
  await page.context().setOffline(false)

  await page.route(posted('/healthz'), route => route.fulfill(badGateway), { times: 1 })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await page.getByText('We tried 2 times').waitFor()
  t.strictSame(posts, [], 'nothing left the page')

  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route(posted('/healthz'), async route => {
    await held
    // Any answer, even 403, shows that the server is up.
    await route.fulfill({ status: 403 })
  })
  await tryAgain.click()
  await page.locator('button[aria-busy=true]', { hasText: 'Try again' }).waitFor()
  await tryAgain.click()
  go()
  await page.getByRole('heading', { name: 'Pay Signbook' }).waitFor()
  t.strictSame(posts, ['agreed=yes&intent=checkout'])
  await page.context().close()
})

t.test('a hanging server counts as down while the browser still allows the top window to open', async () => {
  const { page } = await openPage(browser, server.base)
  const forward = await timed(page)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl1', user_id: 'away-slow' })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  await page.getByRole('checkbox').check()
  const asked = page.waitForRequest(request => posted('/healthz')(new URL(request.url())))
  await page.route(posted('/healthz'), () => {})
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await asked
  await forward(4000)
  await page.locator('h2:focus', { hasText: 'Uh oh!' }).waitFor()
  await page.context().close()
})

t.test('dismissing the site notice loads no page and keeps input and focus', async t => {
  const [plain] = hands
  await plain!.open('/notice')
  await plain!.type('Text', 'Canvas is slow today')
  await plain!.press('Show to everyone')
  const { page, complaints } = await openPage(browser, server.base)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl12', user_id: 'notice' })
  const notice = page.locator('.site-alert', { hasText: 'Canvas is slow today' })
  const alive = page.locator('.site-alert[data-live]')
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)

  await page.route(posted('/dismiss'), route => route.abort(), { times: 1 })
  await alive.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await notice.waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.locator('[name=coupon]:focus').waitFor()
  await page.reload()
  await settled(page)
  await notice.and(alive).waitFor()
  t.ok(true, 'the server did not get the dismissal, so it is back')

  await page.getByLabel('Access Code').fill('DEMO-AS')
  const answered = page.waitForResponse(answer => posted('/dismiss')(new URL(answer.url())))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  t.equal((await answered).status(), 303)
  await notice.waitFor({ state: 'detached' })
  await page.locator('[name=coupon]:focus').waitFor()
  t.equal(await page.getByLabel('Access Code').inputValue(), 'DEMO-AS')
  await page.reload()
  await settled(page)
  t.equal(await notice.count(), 0, 'this browser remembers')
  t.strictSame(
    complaints.filter(text => !text.includes('ERR_FAILED')),
    [],
  )
  await page.context().close()
})

t.test("shows the server's page when agreeing gets an unexpected answer", async () => {
  const { page } = await openPage(browser, server.base)
  const { token } = await launchAt(server.base, { context_id: 'demo-asl12', user_id: 'else' })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  await page.getByRole('checkbox').check()
  await page.route(posted('/lti/pay'), route =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Your token can not found. Typo?</h1>' }),
  )
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.getByText('Your token can not found. Typo?').waitFor()
  await page.context().close()
})

t.test('no answer at login keeps the input behind Uh oh!, and Try again sends it once', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/login`)
  await settled(page)
  const box = page.getByLabel('Email or mobile number')
  await box.fill('staff@example.com')
  await page.route(posted('/api/auth/magic'), route => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('h2:focus', { hasText: 'Uh oh!' }).waitFor()
  t.equal(await page.locator('[name=target]').inputValue(), 'staff@example.com')
  let asked = 0
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route(posted('/api/auth/magic'), async route => {
    asked++
    await held
    await route.fulfill({ status: 429, json: { error: 'Wait a while.' } })
  })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await page.locator('button[aria-busy=true]', { hasText: 'Try again' }).waitFor()
  await tryAgain.click()
  go()
  await page.locator('.problem', { hasText: 'Wait a while.' }).waitFor()
  await page.locator('[name=target]:focus').waitFor()
  t.equal(asked, 1)
  t.equal(await box.inputValue(), 'staff@example.com')
  await page.context().close()
})

t.test('in the back-office a toast disappears after 5 seconds, unless hovered or focused', async t => {
  const { page, open } = await colleague(true, 'mouse@example.com')
  const forward = await timed(page)
  const said = page.getByText('Everybody sees this now.')
  await open('/notice')
  await page.getByLabel('Text').fill('Canvas is down')
  await page.getByRole('button', { name: 'Show to everybody' }).click()
  await page.locator('.notice-passing:focus', { has: said }).waitFor()
  await said.hover()
  await forward(5000)
  t.ok(await said.isVisible(), 'stays while hovered')
  await page.mouse.move(1, 1)
  await forward(5000)
  await said.waitFor({ state: 'detached' })

  await page.context().close()
})

t.test('in the back-office Copy confirms, or selects the text where copying is not allowed', async t => {
  const { page, open } = await colleague(true, 'copy@example.com')
  const copy = page.locator('main button.copy').first()
  const made = page.locator('main [data-copy]').first()
  for (const may of [true, false]) {
    await page.addInitScript(may => {
      const writeText = may ? async () => {} : () => Promise.reject(new Error('not allowed'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    }, may)
    await open('/course/demo-asl1')
    const text = (await made.textContent()) ?? ''
    await copy.click()
    if (may) await page.getByRole('button', { name: `Copied ${text}` }).waitFor()
    else await page.waitForFunction(text => String(getSelection()) === text, text)
    t.ok(text)
  }
  await page.context().close()
})

/** Opens a page whose scripts wait until the returned function is called. */
const early = async (page: Page, path: string): Promise<() => void> => {
  let come = () => {}
  const script = new Promise<void>(done => {
    come = done
  })
  await page.route('**/assets/*.js', async route => {
    await script
    await route.continue()
  })
  await page.goto(server.base + path, { waitUntil: 'commit' })
  return come
}

t.test('boxes ticked before the script loads count', async () => {
  const { page } = await colleague(true, 'early@example.com')
  const come = await early(page, '/course/demo-asl1')
  await page.getByLabel('American Sign Language 3 (ASL3)').check()
  for (const way of ['Card payment', 'Access code']) await page.getByLabel(way, { exact: true }).uncheck()
  come()
  await settled(page)
  await page.locator('[data-island="staff/course/course-form"][data-live]').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true, disabled: false }).waitFor()
  await page.locator('[name=accepts_access_code]:checked').waitFor()
  await page.context().close()
})

t.test('passwords typed before the script loads are checked', async t => {
  const { page } = await openPage(browser, server.base)
  const come = await early(page, '/verify?course=c_demo-asl1-join-link')
  await page.getByLabel('First name').fill('Ana')
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill('xAna7!')
  come()
  await settled(page)
  await page.locator('.rule-fails', { hasText: passwordMessages.name }).waitFor()
  await page.getByLabel('Confirm password').press('End')
  await page.getByLabel('Confirm password').press('y')
  await page.getByText(passwordMessages.match).waitFor()
  await page.getByLabel('Confirm password').press('Backspace')
  await page.getByText(passwordMessages.match).waitFor({ state: 'detached' })
  t.equal(await page.getByLabel('Confirm password').inputValue(), 'xAna7!')
  await page.context().close()
})

t.test('without JavaScript what was done is a line of the page', async t => {
  const [plain] = hands
  await plain!.open('/notice')
  await plain!.press('Take it away')
  await plain!.reads('Notice removed.')
  t.ok(true)
})

t.test('without SubmitEvent.submitter the form submits by itself', async () => {
  const { page } = await colleague(true, 'old@example.com')
  await page.addInitScript(() => {
    Reflect.deleteProperty(SubmitEvent.prototype, 'submitter')
  })
  await page.goto(`${server.base}/notice`)
  await settled(page)
  await page.getByLabel('Text').fill('An old tablet was here')
  await page.getByRole('button', { name: 'Show to everyone' }).click()
  await page.locator('.site-alert', { hasText: 'An old tablet was here' }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Remove notice' }).click()
  await page.locator('.site-alert').waitFor({ state: 'detached' })

  const { token } = await launchAt(server.base, {
    context_id: 'demo-asl12',
    user_id: 'old',
    lis_person_contact_email_primary: '',
  })
  await page.goto(`${server.base}/lti/pay?token=${token}`)
  await settled(page)
  await page.getByRole('checkbox').check()
  await page.locator('[name=receipt_email]').fill('not one')
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.waitForURL(/step=coupons/)
  await page.context().close()
})
