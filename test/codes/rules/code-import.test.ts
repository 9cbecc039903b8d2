import t from 'tap'
import { countRows, futureDays } from '#src/codes/rules/code-import.ts'

t.test('counts rows without the header and empty lines', async t => {
  for (const [text, rows] of [
    ['', 0],
    ['code,product', 0],
    ['code,product\r\n', 0],
    ['code,product\r\nA,B\r\n\r\nC,D', 2],
    ['code,product\nA,B\nC,D\n', 2],
    ['code,product\rA,B\r', 1],
  ] as const)
    t.equal(countRows(text), rows, JSON.stringify(text))
})

t.test('a day counts in full in its zone; yesterday is over', async t => {
  const endOf = futureDays('America/Chicago', new Date('2026-11-21T03:00:00Z'))
  t.equal(endOf('2026-11-19'), null)
  t.equal(endOf('2026-11-20')?.toISOString(), '2026-11-21T05:59:59.999Z', 'in Chicago it is still the 20th')
  t.equal(endOf('2026-11-20'), endOf('2026-11-20'), 'cached')
})
