import t from 'tap'
import { violations } from '../support/browser.ts'
import { startOffice, walk } from '../support/office.ts'
import { makeConsumer } from '../support/school.ts'

/** Lists of staff: searched as one types and moved through by keyboard, or by a form without JavaScript. */
const { app, hands } = await startOffice()
for (const name of ['Ash', 'Birch', 'Birch Hill', 'Cedar'])
  await makeConsumer(app, { key: name, name: `${name} College` })

walk(hands, {
  'A list is searched, and its address can be shared': async hand => {
    await hand.open('/manage_consumer')
    await hand.reads('All schools')
    await hand.type('Name or key', 'birch')
    if (!hand.script) await hand.press('Show')
    await hand.reads('2 matches')
    await hand.page.waitForURL(/q=birch/)
    await hand.page.reload()
    await hand.reads('2 matches')
    if (!hand.script) return
    t.strictSame(await violations(hand.page), [])
    const { keyboard } = hand.page
    const focused = () => hand.page.evaluate(() => document.activeElement?.textContent)
    await hand.page.locator('body').evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await keyboard.press('j')
    t.equal(await focused(), 'Birch College')
    await keyboard.press('j')
    t.equal(await focused(), 'Birch Hill College')
    await keyboard.press('j')
    t.equal(await focused(), 'Birch Hill College', 'stays at the end')
    await keyboard.press('k')
    t.equal(await focused(), 'Birch College')
    await keyboard.press('/')
    t.equal(await hand.page.evaluate(() => document.activeElement?.getAttribute('name')), 'q')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await hand.page.waitForURL(/\/schools\/consumer\/\d+$/)
  },
})
