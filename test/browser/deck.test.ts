import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { startServer } from '../support/running.ts'

const server = await startServer(t)
const browser = await startBrowser(t)

t.test('cards are asked, checked and kept in boxes in this browser', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}/deck?unit=4.1`)
  const left = page.getByRole('status')
  const total = Number((await left.textContent())?.match(/of (\d+) to practice/)?.[1])
  const box = (name: string) => page.locator('.deck-levels div').filter({ hasText: name }).locator('dd')
  const check = page.getByRole('button', { name: 'Check' })

  t.match(await page.locator('.deck-stage').textContent(), /home/)
  await page.getByText('HOME', { exact: true }).waitFor({ state: 'hidden' })
  await check.press('Enter')
  await page.getByText('HOME', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'I knew it' }).click()
  t.equal(await left.textContent(), `${total - 1} of ${total} to practice now`)
  await check.click()
  await page.getByRole('button', { name: 'Not yet' }).click()
  t.equal(await left.textContent(), `${total - 1} of ${total} to practice now`, 'a missed card stays')
  t.strictSame(await Promise.all([box('Learning').textContent(), box('Almost').textContent()]), ['1', '1'])

  await page.reload()
  await box('Almost').getByText('1').waitFor()
  t.equal(await left.textContent(), `${total - 1} of ${total} to practice now`, 'also after a reload')

  await page.getByRole('radio', { name: /The sign/ }).check()
  await page.getByRole('img', { name: 'A', exact: true }).waitFor()
  await check.click()
  await page.getByText('apartment, apt').waitFor()
  await page.getByRole('button', { name: 'I knew it' }).click()
  await page.getByText('You knew every card. Come back tomorrow.').waitFor()
  await page.locator('.deck-stage .picture').waitFor()

  await page.getByRole('button', { name: 'Start over' }).click()
  await check.waitFor()
  await page.getByRole('radio', { name: 'The meaning' }).check()
  t.equal(await box('Almost').textContent(), '1', 'the other way keeps its boxes')
  t.strictSame(complaints, [])
})
