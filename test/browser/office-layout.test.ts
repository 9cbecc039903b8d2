import t from 'tap'
import { makingMessages } from '#src/access/rules/code-batches.ts'
import { openPage } from '../support/browser.ts'
import { startOffice } from '../support/office.ts'
import { signedInAt } from '../support/staff.ts'

/** Layout regressions of the back-office. */
const { server, db, browser } = await startOffice()
const staff = await signedInAt(db)
const { page } = await openPage(browser, server.base)
await page.context().addCookies([{ ...staff, url: server.base }])
const PICTURES = process.env.PICTURES

const at = async (path: string, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(server.base + path)
  if (!PICTURES) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${PICTURES}/${path.replace(/\W/g, '-')}-${width}-${colorScheme}.png` })
  }
}
const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!

t.test('an empty list of failed jobs is a panel', async () => {
  await at('/jobs', 768)
  await page.locator('main .panel').getByText('Nothing failed.').waitFor()
})

t.test('Try now is beside the job', async t => {
  await db.client.query(
    `insert into pgboss.job (name, data, output) values ('dead', '{"name":"mail","attempt":3,"data":{"messageId":0}}', '{"message":"the mail server is away"}')`,
  )
  for (const width of [768, 1024, 1440]) {
    await at('/jobs', width)
    const [title, button] = [await box('.jobs h2'), await box('.jobs .button')]
    t.ok(button.x > title.x + title.width && button.y < title.y + title.height, `at ${width} px`)
  }
  await at('/jobs', 360)
  t.ok((await box('.jobs .button')).y > (await box('.jobs h2')).y, 'below it on a phone')
})

t.test('a search button is below its field on a phone, else beside it, also with an error', async t => {
  for (const path of ['/token', '/token?token=e_unknown0000', '/email', '/access_code']) {
    await at(path, 360)
    const below = await box('main .row .button')
    const input = await box('main .row .input')
    t.ok(below.y >= input.y + input.height, `${path} at 360 px`)
    await at(path, 768)
    const [beside, wide] = [await box('main .row .button'), await box('main .row .input')]
    t.ok(Math.abs(beside.y - wide.y) <= 2, `${path} at 768 px`)
  }
})

t.test('public pages in the back-office have no band behind the text', async t => {
  for (const width of [360, 768, 1440]) {
    await at('/home', width)
    const ground = await page.locator('main .book').evaluate(band => getComputedStyle(band).backgroundColor)
    t.equal(ground, 'rgba(0, 0, 0, 0)', `at ${width} px`)
  }
})

t.test('the whole menu is visible in a window 900 px high', async t => {
  await at('/about', 1440)
  const [hidden, small] = await page.locator('.rail').evaluate(rail => {
    const links = [...rail.querySelectorAll('a')]
    const tooSmall = links.filter(link => link.getBoundingClientRect().height < 24)
    return [rail.scrollHeight - rail.clientHeight, tooSmall.length]
  })
  t.strictSame([hidden, small], [0, 0])
})

t.test('Import Access Codes is highlighted in the menu, also with a file suffix', async () => {
  await at('/import_access_codes.csv', 1440)
  await page.locator('.rail [aria-current=page]').getByText('Import Access Codes').waitFor()
})

t.test('Make Access Codes shows our own message for a missing product', async () => {
  await at('/codes', 768)
  await page.getByRole('button', { name: 'Make codes' }).click()
  await page.locator('main .problem').getByText(makingMessages.product).waitFor()
})
