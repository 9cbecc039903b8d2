import t from 'tap'
import { staffSessions } from '#src/accounts/store/schema/staff.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import { paths } from '#views/paths.ts'
import { startOffice } from '../support/office.ts'

/** Pages of staff that update themselves while they are open. The clock is stopped; the test moves it. */
t.test('Today shows what newly waits, without a reload', async t => {
  const { db, colleague } = await startOffice()
  const { page, open, complaints } = await colleague(true, 'watches@example.com')
  await page.clock.install()
  const ask = (text: string) => db.orm.insert(helpRequests).values({ email: 'ana@school.example', text, facts: {} })
  let fetches = 0
  page.on('response', answer => {
    if (answer.request().resourceType() === 'fetch' && new URL(answer.url()).pathname === paths.today) fetches++
  })
  /** Lets the page poll once, and waits for its answer. */
  const poll = async () => {
    const answer = page.waitForResponse(r => r.request().resourceType() === 'fetch')
    await page.clock.runFor(10_000)
    await (await answer).finished()
  }
  const asked = page.locator('#today').getByText(/^(One|Two|Three)$/)
  await open(paths.today)
  await page.evaluate(() => document.body.setAttribute('data-kept', 'yes'))

  await ask('One')
  await poll()
  await asked.getByText('One').waitFor()
  t.match(await page.locator('#rail').innerText(), 'waiting: 1 help request', 'the menu counts it')

  await db.orm.update(helpRequests).set({ answeredAt: new Date() })
  await ask('Two')
  await poll()
  await asked.getByText('Two').waitFor()
  t.equal(await asked.count(), 1, 'an item that replaces another is shown, too')

  await page.locator('#today a').first().focus()
  await ask('Three')
  await poll()
  t.equal(await asked.count(), 1, 'the part with the focus stays')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await poll()
  await asked.getByText('Three').waitFor()

  const hide = (hidden: boolean) =>
    page.evaluate(hidden => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  const before = fetches
  await page.clock.runFor(60_000)
  t.equal(fetches, before, 'a hidden page asks nothing')
  const shown = page.waitForResponse(r => r.request().resourceType() === 'fetch')
  await hide(false)
  await shown

  t.equal(await page.evaluate(() => document.body.dataset.kept), 'yes', 'without a reload')
  await db.orm.delete(staffSessions)
  await poll()
  const ended = fetches
  await page.clock.runFor(60_000)
  t.equal(fetches, ended, 'it ends with the session')
  t.match(page.url(), paths.today)
  t.strictSame(complaints, [])
})
