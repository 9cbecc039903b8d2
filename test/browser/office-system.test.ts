import { readFile } from 'node:fs/promises'
import t from 'tap'
import { launchDiary } from '#src/lti/store/schema.ts'
import { type Hand, startOffice, walk } from '../support/office.ts'
import { until } from '../support/until.ts'

/** Staff tasks with the whole system, once by keyboard and once without JavaScript. */
const { server, db, hands, colleague } = await startOffice()

/** Clears the session cookies; the returned function restores them. */
const sessionEnds = async ({ page }: Hand) => {
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map(cookie => ({ ...cookie, value: 'ended' })))
  return () => page.context().addCookies(cookies)
}

const unauthorized = async (hand: Hand, words: string) =>
  hand.page.getByRole('alert').getByText(words, { exact: true }).waitFor()

walk(hands, {
  'the notice at the top of every page': async hand => {
    await hand.open('/notice')
    await hand.type('Text', `Canvas is down, says ${hand.name}`)
    await hand.press('Show to everyone')
    await hand.reads('Shown now')
    const alert = hand.page.locator('.site-alert')
    await alert.getByText(`Canvas is down, says ${hand.name}`).waitFor()
    const spoken = hand.page.getByRole('alert').filter({ hasText: 'Canvas is down' })
    t.equal(await spoken.getByRole('button').count(), 0, 'the alert is the text, not the form')
    const [top, page] = [await alert.boundingBox(), await hand.page.locator('main').boundingBox()]
    t.ok(top && page && top.y + top.height <= page.y, 'above the page')
    await hand.press('Remove notice')
    await hand.reads('There is no notice.')
  },
  'Audit, and its CSV': async hand => {
    await hand.open('/audit')
    await hand.choose('About', 'Notice')
    await hand.choose('Entries', 'Changes and views')
    if (!hand.script) await hand.press('Show')
    // The previous page shows this line too, so wait for the address.
    await hand.page.waitForURL(url => url.searchParams.get('looks') === 'yes')
    await hand.reads(`Canvas is down, says ${hand.name}`)
    const saved = hand.page.waitForEvent('download')
    await hand.take('Save list as CSV')
    const csv = await readFile(await (await saved).path(), 'utf8')
    t.match(csv, /^When,Who,What,About,Before,After,Reason\r\n/)
    t.match(csv, `Canvas is down, says ${hand.name}`)
  },
  'finds a launch in the diary by its reference': async hand => {
    const reference = hand.script ? '7K4MQ-2XNRT' : '7K4MQ-2XNRS'
    await db.orm
      .insert(launchDiary)
      .values({ reference, version: '1.1', outcome: 'signature', parameters: ['user_id'] })
    await hand.open('/launches')
    await hand.type('Reference', reference)
    await hand.press('Show')
    await hand.reads('The link could not be verified')
    await hand.reads('Enter the shared secret again')
  },
  'retries a failed job': async hand => {
    await db.client.query(
      `insert into pgboss.job (name, data, output) values ('dead', '{"name":"mail","attempt":3,"data":{"messageId":0}}', '{"message":"the mail server is away"}')`,
    )
    await hand.open('/jobs')
    await hand.reads('the mail server is away')
    await hand.reads('Given up')
    await hand.press('Try now')
    await hand.reads('We are trying it again now: Send a message.')
    await hand.page.reload()
    t.equal(
      await hand.page.getByText('We are trying it again now: Send a message.').count(),
      0,
      'a reload does not repeat it',
    )
  },
  'the menu shows the current page, and nothing scrolls sideways on a phone': async ({ page, open }) => {
    const asBefore = page.viewportSize()!
    await page.setViewportSize({ width: 1360, height: 500 })
    await open('/audit')
    await until('the current page is visible in the menu', async () => {
      const box = await page.locator('.rail [aria-current]').boundingBox()
      return box && box.y > 0 && box.y + box.height <= 500
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.rail-small summary').getByText('Audit').waitFor()
    await until('every row fits', () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.table-frame')].every(
          e => e.scrollWidth <= e.clientWidth,
        ),
      ),
    )
    await page.setViewportSize(asBefore)
  },
  About: async hand => {
    await hand.open('/course')
    await hand.follow('System')
    await hand.follow('About')
    await hand.reads('Version')
    await hand.reads('America/Chicago')
  },
  'Log out everywhere': async hand => {
    const other = await colleague(hand.script, `leaves-${hand.name}@example.com`)
    await other.open('/about')
    await other.press('Log out everywhere')
    await other.page.waitForURL(`${server.base}/home`)
    await other.reads('Welcome to your ASL course')
    await other.page.goto(`${server.base}/course`)
    await other.page.waitForURL(/\/login\?redirect=%2Fcourse$/)
    await other.page.context().close()
  },
  'a session that ends before a search': async hand => {
    await hand.open('/email')
    await hand.type('Email', 'ana@school.example')
    const back = await sessionEnds(hand)
    await hand.press('Check')
    await unauthorized(hand, 'Unauthorized. Try refreshing or log out then log back in.')
    await back()
    await hand.page.reload()
    await hand.reads(/associated with the email/)
    await hand.page.locator('main input[name=email][value="ana@school.example"]').waitFor()
  },
  'a session that ends before a file is sent': async hand => {
    await hand.open('/import_access_codes')
    await hand.attach('CSV or Excel file', 'codes.csv', `coupon_code,product_code\nLATE-${hand.name},ASL1\n`)
    const back = await sessionEnds(hand)
    await hand.press('Upload and check')
    await hand.reads('Your file was not imported.')
    await back()
    // The link leads to the address at which the page is.
    await hand.take('Choose the file again')
    await hand.page.getByLabel('CSV or Excel file').waitFor()
    await hand.attach('CSV or Excel file', 'codes.csv', `coupon_code,product_code\nLATE-${hand.name},ASL1\n`)
    await hand.press('Upload and check')
    await hand.press('Import 1 code')
    await hand.reads('Imported 1 of 1 access codes.')
  },
})
