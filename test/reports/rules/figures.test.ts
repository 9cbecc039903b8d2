import t from 'tap'
import {
  accessFigure,
  type DailyTotal,
  daysUntil,
  durationText,
  isEmpty,
  launchFigure,
  mondayOf,
  salesFigure,
  waitFigure,
} from '#src/desk/rules/figures.ts'

/** The figures of staff, in words and in numbers. */
const today = '2026-11-24'
const total = (measure: DailyTotal['measure'], day: string, key: string, total: number): DailyTotal => ({
  measure,
  day,
  key,
  total,
})
const refusals = { stale: 'This launch is too old', replay: 'This launch was used' }

t.test('weeks begin on Monday, across months and years', t => {
  t.equal(mondayOf('2026-11-24'), '2026-11-23')
  t.equal(mondayOf('2026-11-23'), '2026-11-23')
  t.equal(mondayOf('2027-01-03'), '2026-12-28')
  t.strictSame(daysUntil('2026-03-02', 3), ['2026-02-28', '2026-03-01', '2026-03-02'])
  t.strictSame(daysUntil('2026-01-05', 2, 7), ['2025-12-29', '2026-01-05'])
  t.end()
})

t.test('a figure without a number has nothing to draw', t => {
  const all = (totals: DailyTotal[]) => [
    launchFigure({ today, totals }, refusals),
    ...[accessFigure, salesFigure, waitFigure].map(of => of({ today, totals })),
  ]
  t.strictSame(all([]).map(isEmpty), [true, true, true, true])
  const first = [
    total('launches', today, 'pay', 1),
    total('entered', '2025-11-24', 'code', 1),
    total('minutes', '2026-11-23', 'median', 3),
  ]
  t.strictSame(all(first).map(isEmpty), [false, false, true, false])
  t.end()
})

t.test('launches: the share of refusals and the commonest one', t => {
  const totals = [
    total('launches', '2026-10-25', 'pay', 9),
    total('launches', '2026-11-23', 'pay', 900),
    total('launches', '2026-11-24', 'teacher', 85),
    total('launches', '2026-11-24', 'stale', 14),
    total('launches', '2026-11-24', 'replay', 1),
    total('launches', '2026-11-24', 'asked', 500),
  ]
  const figure = launchFigure({ today, totals }, refusals)
  t.equal(
    figure.point,
    '1,000 launches in the last 30 days. 1.5% were refused, most often with “This launch is too old”.',
  )
  t.strictSame([figure.days.length, figure.days[0], figure.days[29]], [30, '2026-10-26', today])
  t.strictSame(
    figure.parts.map(p => p.values.slice(-2)),
    [
      [900, 85],
      [0, 15],
    ],
  )
  t.equal(launchFigure({ today, totals: [] }, refusals).point, 'No launches in the last 30 days.')
  t.match(launchFigure({ today, totals: totals.slice(1, 2) }, refusals).point, 'None was refused.')
  t.end()
})

t.test('new access: the ways of this half year, and the year before', t => {
  const totals = [
    total('entered', '2025-11-25', 'code', 40),
    total('entered', '2026-11-17', 'code', 30),
    total('entered', '2026-11-22', 'card', 12),
  ]
  const { point, parts, yearBefore, days } = accessFigure({ today, totals })
  t.equal(point, '42 people got access in the last half year, and 40 in the same weeks a year before.')
  t.strictSame(parts, [
    { name: 'Access code', values: days.map(day => (day === '2026-11-16' ? 30 : 0)) },
    { name: 'Card', values: days.map(day => (day === '2026-11-16' ? 12 : 0)) },
  ])
  t.equal(yearBefore?.at(-1), 40, 'the same week of the year before')
  t.equal(accessFigure({ today, totals: totals.slice(1) }).yearBefore, undefined)
  t.end()
})

t.test('sales: the main currency only, and what was refunded', t => {
  const totals = [
    total('sales', '2026-11-23', 'usd', 98_00),
    total('sales', '2026-11-23', 'cad', 10_00),
    total('refunds', '2026-11-24', 'usd', 49_00),
  ]
  t.equal(
    salesFigure({ today, totals }).point,
    '$98.00 sold in the last half year, $49.00 refunded. Other currencies are left out.',
  )
  for (const [given, point] of [
    [[], 'No card sales in the last half year.'],
    [[total('sales', '2026-11-23', 'jpy', 5000)], '¥5,000 sold in the last half year, ¥0 refunded.'],
    [[total('refunds', '2026-11-24', 'jpy', 5000)], '¥0 sold in the last half year, ¥5,000 refunded.'],
    [
      [...totals.slice(2), total('sales', '2026-11-23', 'usd', 1), total('refunds', '2026-11-24', 'jpy', 5000)],
      '$0.01 sold in the last half year, $49.00 refunded. Other currencies are left out.',
    ],
    [
      [total('sales', '2026-11-23', 'usd', 98_00), total('sales', '2025-11-24', 'cad', 500_00)],
      '$98.00 sold in the last half year, $0.00 refunded.',
    ],
  ] as const)
    t.equal(salesFigure({ today, totals: [...given] }).point, point)
  t.end()
})

t.test('waits: the last week with new students', t => {
  const totals = [total('minutes', '2026-11-16', 'median', 4), total('minutes', '2026-11-16', 'slowest', 3000)]
  const { point, parts } = waitFigure({ today, totals })
  t.match(point, 'half had access within 4 minutes. The slowest tenth needed more than 2 days.')
  t.strictSame(parts[0]?.values.slice(-2), [4, Number.NaN], 'a week without students has no value')
  t.strictSame([0.2, 1, 59, 61, 150, 1441].map(durationText), [
    '1 minute',
    '1 minute',
    '59 minutes',
    '1 hour',
    '3 hours',
    '1 day',
  ])
  t.end()
})
