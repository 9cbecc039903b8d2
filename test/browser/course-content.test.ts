import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { signedInAt } from '../support/staff.ts'

/** A mark on the page, which a reload would remove. */
declare global {
  var untouched: boolean | undefined
}

t.test('progress bars and new copies appear without a reload', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL, MIGRATION_POLL_SECONDS: '1' } })
  const staff = await signedInAt(await openAt(t, DATABASE_URL))
  const browser = await startBrowser(t)
  const { page, complaints } = await openPage(browser, server.base)
  await page.context().addCookies([{ ...staff, url: server.base }])
  // The practice Canvas is polled as soon as the job queue runs.
  await page.goto(`${server.base}/course_content`)
  const course = page.locator('[data-course="103"]')
  await course.waitFor()
  await page.evaluate(() => {
    globalThis.untouched = true
  })
  await page.locator('[data-course="102"] [data-state="copying"]').waitFor()
  const copying = () => page.locator('[data-course="102"] progress').first().getAttribute('value')
  const before = await copying()
  await page.waitForFunction(
    value => document.querySelector('[data-course="102"] progress')?.getAttribute('value') !== value,
    before,
  )
  t.equal(await page.evaluate(() => globalThis.untouched), true, 'without a reload')

  const copy = course.getByRole('button', { name: 'Copy into this course' })
  await copy.click()
  await course.locator('select:focus:invalid').waitFor()
  await course.getByRole('combobox').selectOption({ label: 'ASL 2 Blueprint' })
  await copy.click()
  await page.getByText('The copy has started.').waitFor()
  await page.locator('[data-course="103"] [data-state="copying"]').waitFor()
  await course.getByRole('combobox').selectOption({ label: 'ASL 2 Blueprint' })
  await copy.click()
  await page.locator('.notice:focus', { hasText: 'A copy from ASL 2 Blueprint is already running.' }).waitFor()
  await page.locator('[data-course="103"] [data-state="ready"]').waitFor({ timeout: 90_000 })
  t.strictSame(complaints, [])
  await page.context().close()
})

t.test('without a script the page has a Refresh link', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL, MIGRATION_POLL_SECONDS: '1' } })
  const staff = await signedInAt(await openAt(t, DATABASE_URL))
  const browser = await startBrowser(t)
  const { page } = await openPage(browser, server.base, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  })
  await page.context().addCookies([{ ...staff, url: server.base }])
  await page.goto(`${server.base}/course_content`)
  for (;;) {
    if ((await page.locator('[data-course="104"] [data-state="stuck"]').count()) === 1) break
    await page.getByRole('link', { name: 'Refresh' }).click()
  }
  t.match(await page.locator('[data-course="104"]').innerText(), 'Canvas needs to know what to copy.')
  const course = page.locator('[data-course="103"]')
  const begun = page.getByText('The copy has started.')
  for (const says of ['The copy has started.', 'A copy from ASL 2 Blueprint is already running.']) {
    await course.getByRole('combobox').selectOption({ label: 'ASL 2 Blueprint' })
    await course.getByRole('button', { name: 'Copy into this course' }).click()
    const words = page.getByText(says)
    await words.waitFor()
    const at = await words.boundingBox()
    t.ok(at && at.y > 0 && at.y < page.viewportSize()!.height, `${says}: it is on the screen`)
    if (says === 'The copy has started.') await page.reload()
    t.equal(await begun.count(), 0, 'a reload does not show it again')
    await course.locator('.content-source').getByText('ASL 2 Blueprint').waitFor()
  }
  await page.context().close()
})
