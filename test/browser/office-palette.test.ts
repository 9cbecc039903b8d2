import t from 'tap'
import { testApp } from '../support/app.ts'
import { violations } from '../support/browser.ts'
import { launchPath } from '../support/launched.ts'
import { startOffice } from '../support/office.ts'
import { makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

t.test('the palette offers what the role may do', async t => {
  const app = await testApp(t)
  const offered = async (role: 'viewer' | 'support' | 'manager') =>
    (await (await signedIn(app, role)).open('/about')).body
  t.notMatch(await offered('viewer'), 'Refund a payment')
  t.match(await offered('support'), 'Refund a payment')
  t.notMatch(await offered('support'), 'Add a product')
  t.match(await offered('manager'), 'Add a product')
})

t.test('the palette opens pages, actions and records by keyboard', async t => {
  const { app, hands, server } = await startOffice()
  const school = await makeConsumer(app, { name: 'Birch College' })
  await makeCourse(app, school.id, ['A'], { title: 'Evening Signs' })
  const hand = hands[1]!
  const { page } = hand
  const { keyboard } = page
  await hand.open('/about')
  await keyboard.press('Control+k')
  const box = page.getByRole('combobox')
  await box.waitFor()
  t.ok(await box.evaluate(input => input === document.activeElement))
  const chosen = () => page.getByRole('option', { selected: true }).innerText()
  t.equal(await chosen(), 'Today')
  t.equal(
    await box.getAttribute('aria-activedescendant'),
    await page.getByRole('option', { selected: true }).getAttribute('id'),
  )
  t.strictSame(await violations(page), [])
  await keyboard.press('ArrowUp')
  t.equal(await chosen(), 'Export or erase a person', 'the list is a ring')
  await keyboard.type('refund')
  t.equal(await chosen(), 'Refund a payment')
  await keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await keyboard.press('Control+k')
  await keyboard.type('evening')
  await page
    .getByRole('option', { name: /Evening Signs/ })
    .first()
    .waitFor()
  t.match(await chosen(), 'Evening Signs')
  await keyboard.press('Enter')
  await page.waitForURL(/\/courses\/\d+$/)
  await hand.open('/find?q=evening')
  t.equal(
    await page.evaluate(() => document.activeElement?.textContent),
    'Evening Signs',
    'Enter opens the first result',
  )
  const tess = { lis_person_name_full: 'Tess Teacher', lis_person_contact_email_primary: 'tess@school.example' }
  await launchPath(server.base, 'demo-asl1', { roles: 'Instructor', ...tess })
  for (const typed of ['tess teach', 'tess@school.example']) {
    await hand.open('/about')
    await keyboard.press('Control+k')
    await box.waitFor()
    await box.fill(typed)
    await page
      .getByRole('option', { name: /Tess Teacher/ })
      .first()
      .waitFor()
    await keyboard.press('Enter')
    await page.waitForURL(/\/people\/\d+$/)
    await page.getByText('Teaches 1 course').waitFor()
    t.equal(await page.getByRole('button', { name: /Erase/ }).count(), 0, `${typed}: erasing is another step`)
    await hand.open(`/find?q=${typed}`)
    await page.getByText('Teaches 1 course').waitFor()
    t.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'Tess Teacher',
      'Find shows one person at once, also a teacher',
    )
    await page.getByRole('link', { name: 'Page of this person' }).waitFor()
    t.equal(await page.getByRole('button', { name: /Erase/ }).count(), 0)
  }
  t.strictSame(await violations(page), [])
  t.strictSame(hand.complaints, [])
})
