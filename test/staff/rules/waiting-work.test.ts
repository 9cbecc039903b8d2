import t from 'tap'
import { listWaiting, totalWaiting, type WaitingCounts } from '#src/desk/rules/waiting-work.ts'

const none: WaitingCounts = {
  ...{ moves: 0, courses: 0, help: 0, payments: 0 },
  ...{ deployments: 0, registrations: 0, jobs: 0, signs: 0 },
}

t.test('says in words what waits', async t => {
  const textsOf = (counts: WaitingCounts, kinds?: (keyof WaitingCounts)[]) =>
    listWaiting(counts, kinds).map(line => line.text)
  t.strictSame(textsOf(none), [])
  const counts = { ...none, courses: 1200, jobs: 1 }
  t.strictSame(textsOf(counts), ['1,200 courses without a product', '1 failed job'])
  t.strictSame(textsOf(counts, ['jobs', 'help']), ['1 failed job'])
  t.equal(totalWaiting(counts), 1201)
})
