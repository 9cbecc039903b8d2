import t from 'tap'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { signedInAt } from '../support/staff.ts'

const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL } })
const staff = await signedInAt(await openAt(t, DATABASE_URL))
const browser = await startBrowser(t)

t.test('the form of an entry names mistakes before it is sent', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.context().addCookies([{ ...staff, url: server.base }])
  await page.goto(`${server.base}/add_sign`)
  await settled(page)
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST') sent++
  })
  await page.getByRole('button', { name: 'Send for review' }).click()
  for (const said of [
    'Write capitals, with hyphens between words.',
    'Choose a lesson.',
    'At least one meaning is needed.',
    'A part of speech is needed.',
  ])
    await page.getByText(said).waitFor()
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'gloss')
  t.equal(sent, 0)
  await page.getByLabel('Gloss').fill('QUOKKA')
  await page.getByLabel('Lesson').selectOption('1.1')
  await page.getByLabel('Meaning').fill('quokka')
  await page.getByLabel('Part of speech').selectOption('noun')
  await page.getByLabel('Example').fill('The quokka smiles.')
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.waitForURL(/\/signs\/quokka$/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved. The dictionary is up to date.').waitFor()
  await settled(page)
  await page.getByLabel('Meaning').fill('')
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByText('At least one meaning is needed.').waitFor()
  t.strictSame(complaints, [])
})
