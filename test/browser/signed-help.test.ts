import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { copyOfContent } from '../support/content-folder.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { launchPath } from '../support/launched.ts'
import { runMain, startServer } from '../support/running.ts'
import { missingRules } from '../support/style-sheets.ts'

// The sample's clip, as if a signer had recorded it.
const content = copyOfContent(t)
content.change('help/agree.md', 'test: yes\n', '')
const env = { DATABASE_URL: await freshDatabaseUrl(t), DEMO: 'on' }
const dataDir = dataFolder(t)
await runMain(t, ['content', 'import', content.folder], { ...env, DATA_DIR: dataDir }).ended
const server = await startServer(t, { env, dataDir })
const browser = await startBrowser(t)

t.test('the clip of a step plays in our player when it is opened, and leaves with the step', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(server.base + (await launchPath(server.base, 'demo-asl1', { user_id: 'watcher' })))
  const clip = page.locator('[data-help=agree]')
  t.equal(await page.locator('.player-bar').count(), 0, 'no player before it is opened')
  await clip.locator('summary').click()
  await clip.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  t.match(await clip.innerText(), 'Signer: ')
  t.strictSame(await missingRules(page), [])

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.getByLabel('Access Code').waitFor()
  await clip.waitFor({ state: 'hidden' })
  t.strictSame(complaints, [])
})
