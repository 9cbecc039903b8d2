import t from 'tap'
import { addOverviews, type SchoolOverview } from '#src/reports/rules/school-overview.ts'

const course = (id: number, day: number): SchoolOverview['newest'][number] => ({
  id,
  title: '',
  products: [],
  inside: 0,
  createdAt: new Date(Date.UTC(2026, 8, day)),
  version: '1.1',
})
const batch = (id: number) => ({ id, product: 'A', note: '', createdAt: new Date(0), seats: 1, used: 0 })
const overview = (over: Partial<SchoolOverview>): SchoolOverview => ({
  courses: 0,
  waiting: 0,
  inside: 0,
  codesUsed: 0,
  newest: [],
  defaults: [],
  batches: [],
  launches: [],
  ...over,
})

t.test('adds up the records of a school', async t => {
  const one = overview({
    courses: 8,
    waiting: 1,
    inside: 20,
    codesUsed: 3,
    newest: [1, 2, 3, 4, 5, 6, 7, 8].map(id => course(id, 20 - id)),
    batches: [batch(5), batch(2)],
    launches: [
      { outcome: 'pay', count: 3 },
      { outcome: 'nonce', count: 2 },
    ],
  })
  const other = overview({
    courses: 3,
    inside: 5,
    newest: [course(9, 25), course(10, 15), course(11, 1)],
    batches: [batch(3)],
    launches: [{ outcome: 'nonce', count: 4 }],
  })
  const both = addOverviews([one, other])
  t.match(both, { courses: 11, waiting: 1, inside: 25, codesUsed: 3 })
  t.strictSame(
    both.newest.map(c => c.id),
    [9, 1, 2, 3, 4, 10, 5, 6, 7, 8],
  )
  t.strictSame(
    both.batches.map(b => b.id),
    [5, 3, 2],
  )
  t.strictSame(both.launches, [
    { outcome: 'nonce', count: 6 },
    { outcome: 'pay', count: 3 },
  ])
})
