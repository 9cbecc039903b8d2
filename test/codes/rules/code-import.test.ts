import t from 'tap'
import { futureDays } from '#src/access/rules/code-imports.ts'

t.test('a day counts in full in its zone; yesterday is over', async t => {
  const endOf = futureDays('America/Chicago', new Date('2026-11-21T03:00:00Z'))
  t.equal(endOf('2026-11-19'), null)
  t.equal(endOf('2026-11-20')?.toISOString(), '2026-11-21T05:59:59.999Z', 'in Chicago it is still the 20th')
  t.equal(endOf('2026-11-20'), endOf('2026-11-20'), 'cached')
})
