import t from 'tap'
import type { AccessHistory } from '#src/desk/rules/access-status.ts'
import { timelineEvents } from '#src/desk/rules/timeline.ts'
import { aCourse, anEntitlement, NOW } from '../../support/facts.ts'

const aHistory = (over: Partial<AccessHistory>): AccessHistory => ({
  entitlement: anEntitlement(),
  createdAt: NOW,
  uses: [],
  tries: [],
  payments: [],
  jobs: [],
  audit: [],
  activations: [],
  problems: [],
  ...over,
})

t.test('a course change is listed once for several rows of a person', async t => {
  const activations = [
    { userId: 7, userName: 'Sam S', productIds: [1], productCodes: ['A'], activatedAt: NOW },
    { userId: 7, userName: 'Sam S', productIds: [], productCodes: [], activatedAt: NOW },
  ]
  const row = (id: number, courseId: number) =>
    aHistory({ entitlement: anEntitlement({ id, course: aCourse({ id: courseId }) }), activations })
  const events = (courses: AccessHistory[]) =>
    timelineEvents(courses, { mails: [], help: [] }, String)
      .filter(m => m.kind === 'course')
      .map(m => m.title)
  t.strictSame(events([row(1, 1), row(2, 1)]), ['Course set to A', 'Course closed'])
  t.equal(events([row(1, 1), row(1, 2)]).length, 4, 'another course has its own changes')
})
