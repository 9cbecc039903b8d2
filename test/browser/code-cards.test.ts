import t from 'tap'
import { PAPERS, PER_SHEET } from '#views/cards/code-cards.tsx'
import { startOffice } from '../support/office.ts'

const { server, hands } = await startOffice()
const [, hand] = hands
if (!hand) throw new Error('nobody is signed in')
const { page } = hand

/** As many as fill some sheets of each size, and one more. */
const COUNT = 41
const LONG_NAME = 'The Very Long Name of a School for Sign Language and Arts, NY'

await page.goto(`${server.base}/codes`)
await hand.choose('Product', 'American Sign Language 1 (ASL1)')
await hand.type('How many', String(COUNT))
await hand.type('Uses per code', '1000')
await hand.type('Good until', '09302030')
await hand.press('Make codes')
await hand.reads(`${COUNT} codes`)
const cards = (await page.getByRole('link', { name: 'Print cards' }).first().getAttribute('href')) ?? ''

for (const paper of PAPERS)
  for (const per of PER_SHEET)
    t.test(`${per} cards fit on a sheet of ${paper.label}, with the longest texts`, async t => {
      const query = new URLSearchParams({ per, paper: paper.value, school: LONG_NAME })
      await page.goto(`${server.base}${cards}?${query}`)
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 720, height: 900 })
      const measured = await page.locator('.code-card').evaluateAll(all =>
        all.map(card => {
          const { top, bottom } = card.getBoundingClientRect()
          const parts = [...card.querySelectorAll('p, svg')].map(part => part.getBoundingClientRect())
          return {
            over: card.scrollHeight - card.clientHeight,
            wide: card.scrollWidth - card.clientWidth,
            last: Math.max(...parts.map(part => part.bottom - bottom)),
            first: Math.max(...parts.map(part => top - part.top)),
          }
        }),
      )
      t.equal(measured.length, COUNT)
      for (const { over, wide, last, first } of measured.slice(0, 3)) {
        t.ok(over <= 0 && wide <= 0, `no text is cut off: ${over}, ${wide}`)
        t.ok(last <= 0 && first <= 0, `every line is inside: ${first}, ${last}`)
      }
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      t.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, Math.ceil(COUNT / Number(per)))
      await page.emulateMedia({ media: 'screen' })
    })
