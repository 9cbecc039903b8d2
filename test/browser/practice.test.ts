import t from 'tap'
import { openPage, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)

/** Opens the practice LMS with one kind of launch chosen, and returns its frame. */
const choose = async (kind: string, javaScriptEnabled = true) => {
  const { page, complaints } = await openPage(browser, server.base, { javaScriptEnabled })
  await page.goto(`${server.base}/demo`)
  const kinds = page.getByRole('navigation', { name: 'Kinds of launch' })
  await kinds.getByRole('link', { name: kind, exact: true }).click()
  await kinds.locator('[aria-current]').filter({ hasText: kind }).waitFor()
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Open Signbook in the course' }).click()
  return { page, complaints, tool: page.frameLocator('iframe[name=tool]') }
}

t.test('every kind of launch is one click away', async t => {
  const kinds: [kind: string, heading: string][] = [
    ['Student, LTI 1.1', 'American Sign Language 1 and 2'],
    ['Student, LTI 1.3', 'American Sign Language by LTI 1.3'],
    ['Teacher', 'American Sign Language 1 and 2'],
    ["What's the Sign?", "What's the Sign?"],
    ['Adding links', 'Add links to your course'],
    ['Blocked cookies', 'One more step'],
    ['Checking a launch', 'Launch check'],
    ['Registering the tool', 'Register this tool'],
    ['A refused launch', 'the link failed a security check'],
  ]
  for (const [kind, heading] of kinds) {
    const { page, complaints, tool } = await choose(kind)
    await tool.getByRole('heading', { level: 1, name: heading }).waitFor()
    t.strictSame(complaints, [], kind)
    await page.context().close()
  }
})

t.test('reports options that do not fit, and a teacher link switches the person', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?course=twa_demo%2Fdemo-asl1&fault=deployment`)
  await page.getByText('This needs LTI 1.3. We changed the course to the one that uses it.').waitFor()
  await page
    .frameLocator('iframe[name=tool]')
    .getByRole('heading', { name: "your school's new link is being checked" })
    .waitFor()
  await page.getByRole('link', { name: 'Teacher', exact: true }).click()
  await page.getByLabel('Person').locator('option:checked', { hasText: 'Tess Teacher' }).waitFor({ state: 'attached' })
  t.equal(await page.getByText('This needs LTI 1.3').count(), 0)
})

t.test('blocked cookies: one click opens the course, also without a script, and for adding links', async t => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, tool } = await choose('Blocked cookies', javaScriptEnabled)
    if (!javaScriptEnabled) await tool.getByRole('button', { name: 'Continue', exact: true }).click()
    await tool.getByRole('button', { name: 'Continue as Ana Íñiguez in American Sign Language by LTI 1.3' }).click()
    await tool.getByRole('heading', { level: 1, name: 'American Sign Language by LTI 1.3' }).waitFor()
    await page.context().close()
  }
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?opens=place&fault=no-cookies`)
  const tool = page.frameLocator('iframe[name=tool]')
  await tool.getByRole('button', { name: /^Continue as Tess Teacher/ }).click()
  await tool.getByRole('heading', { level: 1, name: 'Add links to your course' }).waitFor()
  t.pass('opened')
})

t.test('places links and registers the tool, also without a script', async t => {
  for (const javaScriptEnabled of [true, false]) {
    const placing = await choose('Adding links', javaScriptEnabled)
    if (!javaScriptEnabled) await placing.tool.getByRole('button', { name: 'Continue' }).click()
    await placing.tool.getByRole('checkbox').first().check()
    await placing.tool.getByRole('button', { name: 'Add to course' }).click()
    if (!javaScriptEnabled) await placing.tool.getByRole('button', { name: 'Add links to course' }).click()
    await placing.tool.getByRole('heading', { name: 'Placed in the course' }).waitFor()
    await placing.page.context().close()

    const { page, tool } = await choose('Registering the tool', javaScriptEnabled)
    await tool.getByRole('button', { name: 'Register' }).click()
    await tool.getByText('is now registered with Signbook').waitFor()
    await page.context().close()
  }
  t.pass('placed and registered')
})

t.test('shows the grade in the LMS gradebook by LTI 1.1', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?course=twa_demo%2Fdemo-free&person=chloe`)
  await page.getByText('In the gradebook of the LMS: nothing yet').waitFor()
  await page.frameLocator('iframe[name=tool]').getByText('Thank you').first().waitFor()
  // A job sends it, so reload until it shows.
  await until('the grade arrived', async () => {
    await page.reload()
    return (await page.getByText('In the gradebook of the LMS').textContent())?.endsWith('1 of 1')
  })
  t.pass('the grade arrived')
})
