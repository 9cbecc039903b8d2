import t from 'tap'
import { violations } from '../support/browser.ts'
import { startOffice, walk } from '../support/office.ts'
import { makeConsumer } from '../support/school.ts'

/** Lists of staff: searched as one types, or by a form without JavaScript. */
const { app, hands } = await startOffice()
for (const name of ['Ash', 'Birch', 'Birch Hill', 'Cedar'])
  await makeConsumer(app, { key: name, name: `${name} College` })

walk(hands, {
  'A list is searched, and its address can be shared': async hand => {
    await hand.open('/manage_consumer')
    await hand.reads('All schools')
    await hand.type('Name, key or domain', 'birch')
    if (!hand.script) await hand.press('Show')
    await hand.reads('2 matches')
    await hand.page.waitForURL(/q=birch/)
    await hand.page.reload()
    await hand.reads('2 matches')
    if (!hand.script) return
    t.strictSame(await violations(hand.page), [])
    await hand.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    for (const key of 'abcdefghijklmnopqrstuvwxyz/?.') {
      await hand.page.keyboard.press(key)
      t.equal(await hand.page.evaluate(() => document.activeElement === document.body), true, `${key} does nothing`)
    }
    t.equal(await hand.page.locator('dialog').count(), 0)
  },
})
