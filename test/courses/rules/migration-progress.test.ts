import fc from 'fast-check'
import t from 'tap'
import {
  type ContentMigration,
  courseCompletion,
  hasEnded,
  isMoving,
  migrationCompletion,
  stopReason,
  withListed,
  withProgress,
} from '#src/courses/rules/migration-progress.ts'
import { holds } from '../../support/property.ts'

const migration = (over: Partial<ContentMigration> = {}): ContentMigration => ({
  id: '1',
  progressUrl: 'https://canvas.example/api/v1/progress/1',
  workflowState: 'running',
  sourceCourseName: 'Blueprint',
  completion: 20,
  ...over,
})

t.test('the completion of a course is the mean, rounded down', async t => {
  const of = (...given: Partial<ContentMigration>[]) => courseCompletion(given.map(g => migration(g)))
  t.equal(of(), 100, 'no copies count as 100')
  t.equal(of({ workflowState: 'completed', completion: 0 }), 100, 'completed counts as 100')
  t.equal(of({ workflowState: 'completed', completion: 0 }, { completion: 20 }), 60)
  t.equal(of({ completion: 100 }, { completion: 100 }, { completion: 99 }), 99, 'never 100 too early')
  t.equal(of({ workflowState: 'failed', completion: 40 }), 40)
  t.equal(of({ completion: Number.NaN }), 0)
  t.equal(of({ completion: 250 }, { completion: -5 }), 50)
})

t.test('knows which states are polled again, and why others stopped', async t => {
  const states = [
    'pre_processing',
    'pre_processed',
    'running',
    'waiting_for_select',
    'completed',
    'failed',
    'a new word',
  ]
  const moving = states.filter(workflowState => isMoving(migration({ workflowState })))
  t.strictSame(moving, ['pre_processing', 'pre_processed', 'running', 'a new word'])
  t.notOk(isMoving(migration({ completion: 100 })), 'not at 100')
  const stopped = states.filter(workflowState => stopReason(migration({ workflowState })) !== null)
  t.strictSame(stopped, ['waiting_for_select', 'failed'])
})

t.test('merges list and progress answers', async t => {
  t.equal(withListed(migration({ completion: 0 }), migration({ completion: 30 })).completion, 30)
  t.equal(withListed(migration({ completion: 0 }), undefined).completion, 0)
  t.equal(withListed(migration({ workflowState: 'completed' }), migration()).completion, 100)
  t.equal(
    withProgress(migration(), { completion: null, workflowState: 'running' }).completion,
    20,
    'a null completion changes nothing',
  )
  t.equal(withProgress(migration(), { completion: 55.5, workflowState: 'running' }).completion, 55)
  t.equal(withProgress(migration(), { completion: 40, workflowState: 'failed' }).workflowState, 'failed')
  t.notOk(hasEnded({ completion: 99, workflowState: 'running' }))
  for (const p of [
    { completion: 100, workflowState: 'running' },
    { completion: null, workflowState: 'completed' },
    { completion: 3, workflowState: 'failed' },
  ])
    t.ok(hasEnded(p))
})

t.test('completion is always an integer from 0 to 100, and 100 only if all are done', async t => {
  const any = fc.record({
    workflowState: fc.constantFrom('running', 'completed', 'failed', 'x'),
    completion: fc.double(),
  })
  holds(t, 'the mean, rounded down', [fc.array(any, { maxLength: 12 })], given => {
    const all = given.map(g => migration(g))
    const whole = courseCompletion(all)
    return (
      Number.isInteger(whole) &&
      whole >= 0 &&
      whole <= 100 &&
      (whole === 100) === all.every(m => migrationCompletion(m) === 100)
    )
  })
})
