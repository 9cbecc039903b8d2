import t from 'tap'
import { makePoller, type Poller } from '#src/core/jobs/poller.ts'
import { makeLog } from '#src/core/log.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const HOUR = 3600_000

/** A loop that would sleep for an hour, with adjustable work. */
const scene = (t: Test) => {
  const state = { looks: 0, left: 0, done: 0, during: (): void | Promise<void> => {} }
  const now = () => new Date(0)
  const loop: Poller = makePoller(
    {
      now,
      longestMs: HOUR,
      next: async () => {
        state.looks++
        return state.left > 0 ? now() : null
      },
      work: async () => {
        if (state.left === 0) return false
        state.left--
        state.done++
        await state.during()
        return true
      },
    },
    makeLog('silent'),
  )
  t.teardown(() => loop.stop(0))
  return { state, loop }
}

t.test('waking ends the sleep at once', async t => {
  const { state, loop } = scene(t)
  loop.start()
  await until('it sleeps', () => state.looks === 1)
  state.left = 2
  loop.wake()
  await until('the work is done', () => state.done === 2)
})

t.test('waking during work starts another round right after', async t => {
  const { state, loop } = scene(t)
  state.left = 1
  state.during = () => {
    state.during = () => {}
    loop.wake()
  }
  loop.start()
  await until('it looked again', () => state.looks >= 3)
})

t.test('logs a failed iteration and continues, and does not wake after a stop', async t => {
  const { state, loop } = scene(t)
  state.left = 1
  state.during = () => {
    throw new Error('expected failure')
  }
  loop.start()
  await until('it failed', () => state.done === 1)
  state.during = () => {}
  state.left = 1
  loop.wake()
  await until('it continues', () => state.done === 2)
  await loop.stop(HOUR)
  const { looks } = state
  loop.wake()
  t.equal(state.looks, looks)
})

t.test('a stop waits for work in progress, up to its timeout', async t => {
  const { state, loop } = scene(t)
  let letGo = () => {}
  state.left = 2
  state.during = () =>
    new Promise<void>(done => {
      letGo = done
    })
  loop.start()
  await until('it works', () => state.done === 1)
  await loop.stop(1)
  const ended = loop.stop(HOUR)
  letGo()
  await ended
  t.equal(state.done, 1, 'no further work starts')
})
