import type { Page } from 'playwright-core'
import t from 'tap'
import { mintSecret, sha256 } from '#src/crypto.ts'
import { saveSession, saveStaff } from '#src/store/queries/staff.ts'
import { inTransaction } from '#src/store/transaction.ts'
import { openPage, settled, startBrowser, violations } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { startServer } from '../support/process.ts'

const databaseUrl = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL: databaseUrl } })
const browser = await startBrowser(t)
const db = await openAt(t, databaseUrl)

/** A browser of a colleague who is signed in. */
const office = async (javaScriptEnabled: boolean, email = 'pat@example.com') => {
  const staff = await saveStaff(db, { email, role: 'manager', firstName: 'Pat', lastName: 'Manager' })
  const secret = mintSecret()
  const now = new Date()
  const endsAt = new Date(now.getTime() + 60 * 60 * 1000)
  await inTransaction(db, tx => saveSession(tx, { staffId: staff.id, cookieHash: sha256(secret), now, endsAt }))
  const watched = await openPage(browser, server.base, { javaScriptEnabled })
  await watched.page.context().addCookies([{ name: 'signbook_staff', value: secret, url: server.base }])
  const open = async (path: string) => {
    await watched.page.goto(server.base + path)
    if (javaScriptEnabled) await settled(watched.page.mainFrame())
  }
  return { ...watched, open }
}

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click()
const says = (page: Page, text: string | RegExp) => page.locator('main').getByText(text).first().waitFor()

/** An island comes alive when it is seen: then its button waits for a change. */
const waits = async (page: Page, name: string) => {
  const button = page.locator('main').getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  await page.locator('main button:disabled').getByText(name, { exact: true }).waitFor()
}

for (const script of [false, true]) {
  const how = script ? 'with JavaScript' : 'without JavaScript'
  const name = script ? 'Lively' : 'Plain'

  t.test(`${how}: a school is found missing, made, and changed`, async t => {
    const { page, open, complaints } = await office(script)
    await open('/manage_consumer')
    await page.getByLabel('Key', { exact: true }).fill(`school_${name}`)
    await press(page, 'Find')
    await says(page, 'Consumer not found')
    await page.getByLabel('Name', { exact: true }).fill(`${name} School`)
    await press(page, 'Create')
    await says(page, 'Shared secret')
    if (script) {
      await waits(page, 'Update')
      await page.getByLabel('Card payment').uncheck()
      await page.getByLabel('Access code').click()
      await page.locator('main input[name=accepts_access_code]:checked').waitFor()
    } else await page.getByLabel('Card payment').uncheck()
    await press(page, 'Update')
    await says(page, 'Consumer updated.')
    if (script) t.strictSame(await violations(page), [])
    t.strictSame(complaints, [])
  })

  t.test(`${how}: a product is made, and its units change`, async t => {
    const { page, open, complaints } = await office(script)
    await open(`/manage_product?product_code=NEW-${name}`)
    if (script) await waits(page, 'Create Product')
    await page.getByLabel('Stripe Price ID').fill('price_demo_spare')
    await page.getByLabel('Name', { exact: true }).fill(`${name} product`)
    await page.getByLabel('9', { exact: true }).check()
    await press(page, 'Create Product')
    await says(page, 'Product created.')
    t.strictSame(complaints, [])
  })

  t.test(`${how}: a course gets another product`, async t => {
    const { page, open, complaints } = await office(script)
    await open('/course/demo-asl1')
    if (script) await waits(page, 'Change')
    await page.getByLabel(script ? 'American Sign Language 3 (ASL3)' : 'American Sign Language 2 (ASL2)').check()
    await press(page, 'Change')
    await says(page, 'Changed.')
    await says(page, 'Pat M')
    t.strictSame(complaints, [])
  })

  t.test(`${how}: a domain is allowed at the video host, by keyboard alone`, async t => {
    const { page, open, complaints } = await office(script)
    await open(`/manage_sproutvideo?domain=${name.toLowerCase()}.example`)
    await page.getByLabel('sprout7-8').focus()
    await page.keyboard.press('Space')
    await page.locator('main').getByRole('button', { name: 'Add', exact: true }).focus()
    await page.keyboard.press('Enter')
    await says(page, 'Added.')
    t.strictSame(complaints, [])
  })

  t.test(`${how}: codes come in from a file`, async t => {
    const { page, open, complaints } = await office(script)
    await open('/import_access_codes')
    const csv = `coupon_code,product_code\nFILE-${name}-1,ASL1\nAB,ASL1\n`
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await press(page, 'Import')
    await says(page, 'Imported 1 of 2 access codes.')
    await says(page, 'Shorter than 6 characters')
    t.strictSame(complaints, [])
  })
}

t.test('a session that ends in the middle of work loses nothing typed', async t => {
  const { page, open } = await office(true)
  await open('/notice')
  await page.getByLabel('Text').fill('Half a thought')
  await page.context().clearCookies()
  await press(page, 'Show to everybody')
  await page.getByRole('alert').getByText('Unauthorized.').waitFor()
  t.equal(await page.getByLabel('Text').inputValue(), 'Half a thought')
})

t.test('Check Email says its own sentence where the session has ended', async t => {
  const { page, open } = await office(true)
  await open('/email')
  await page.getByLabel('E-mail', { exact: true }).fill('ana@school.example')
  await page.context().clearCookies()
  await press(page, 'Check')
  await page.getByRole('alert').getByText('Unauthorized. Try refreshing or log out then log back in.').waitFor()
  t.equal(await page.getByLabel('E-mail', { exact: true }).inputValue(), 'ana@school.example')
})
