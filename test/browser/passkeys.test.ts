import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import t from 'tap'
import { passkeyChallenges, staffPasskeys, staffSessions, staffUsers } from '#src/accounts/store/schema/staff.ts'
import { FRESH_MS } from '#src/core/rules/staff.ts'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { codeTo } from '../support/outbox.ts'
import { startServer } from '../support/running.ts'

const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL, CAPTCHA_PROVIDER: 'off' } })
const db = await openAt(t, DATABASE_URL)
const browser = await startBrowser(t)

/** Adds a virtual authenticator with a PIN that is always right (WebDriver, WebAuthn Level 3 §11). */
const addAuthenticator = async (page: Page, isUserVerified = true) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  const verify = (is: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is })
  return { verify }
}

/** Makes a staff user and signs in by an e-mailed code. */
const logInByCode = async (page: Page, email: string) => {
  await db.orm.insert(staffUsers).values({ email, firstName: 'Pat', lastName: 'Lee', role: 'manager' })
  await page.goto(`${server.base}/login?redirect=/account`)
  await page
    .getByLabel(/^Email/)
    .last()
    .fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByLabel('Code').fill(await codeTo(server.dataDir, email))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
}
const ownPasskeys = async (email: string) => {
  const [staff] = await db.orm.select().from(staffUsers).where(eq(staffUsers.email, email))
  return db.orm
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staff?.id ?? 0))
}
const ageSessions = () => db.orm.update(staffSessions).set({ confirmedAt: new Date(Date.now() - FRESH_MS - 1000) })

t.test('adds a passkey, signs in with it, and confirms a session with it', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  const { verify } = await addAuthenticator(page)
  await logInByCode(page, 'pat@example.com')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Remove Chrome on/ }).waitFor()
  const [saved] = await db.orm.select().from(staffPasskeys)
  t.match(saved, { lastUsedAt: null })

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.goto(`${server.base}/login?redirect=/account`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  const [used] = await db.orm.select().from(staffPasskeys)
  t.ok(used?.lastUsedAt)
  t.ok((used?.counter ?? 0) > (saved?.counter ?? 0), 'the counter went up')
  t.strictSame(await db.orm.select().from(passkeyChallenges), [], 'challenges are used up')

  await ageSessions()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText("You won't see them again.").waitFor()
  t.equal(await page.locator('.recovery-codes li').count(), 10, 'the kept form was sent')

  await ageSessions()
  await page.goto(`${server.base}/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL(/confirm_sign_in\?redirect=%2Faccount/)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await verify(false)
  await page.goto(`${server.base}/login`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('No passkey was used. Try again, or use a code.').waitFor()
  t.strictSame(
    complaints.filter(c => !/40[13]|422/.test(c)),
    [],
    'no console messages',
  )
  await page.context().close()
})

t.test('removes a passkey, which then signs in no more', async t => {
  const { page } = await openPage(browser, server.base)
  await addAuthenticator(page)
  await logInByCode(page, 'kim@example.com')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Remove Chrome on/ }).click()
  await page.getByText('You have no passkey yet.').waitFor()
  t.strictSame(await ownPasskeys('kim@example.com'), [])
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.goto(`${server.base}/login`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('This passkey did not work. Try again, or use a code.').waitFor()
  await page.context().close()
})
