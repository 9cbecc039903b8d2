import t from 'tap'
import { makeConcurrencyLimit } from '#src/core/concurrency-limit.ts'
import { makeGate } from '../support/gate.ts'

/** Work that the test ends, and the names of what has begun. */
const scene = (options: Parameters<typeof makeConcurrencyLimit>[0]) => {
  const inTurn = makeConcurrencyLimit(options)
  const begun: string[] = []
  const work = (key: string, name = key) => {
    const gate = makeGate()
    const done = inTurn(key, async () => {
      begun.push(name)
      await gate.opened
      return name
    })
    const end = () => {
      gate.open()
      return done
    }
    return { done, end }
  }
  return { begun, work, inTurn }
}

t.test('at most two of a key run at a time, in order, and other keys do not wait', async t => {
  const { begun, work } = scene({ perKey: 2, inAll: 10, mostWaiting: 10 })
  const [one, two, three, four] = ['1', '2', '3', '4'].map(name => work('a', name)) as ReturnType<typeof work>[]
  work('b')
  t.strictSame(begun, ['1', '2', 'b'])
  await two!.end()
  t.strictSame(begun, ['1', '2', 'b', '3'])
  await one!.end()
  t.strictSame(begun, ['1', '2', 'b', '3', '4'])
  t.equal(await three!.end(), '3')
  t.equal(await four!.end(), '4')
})

t.test('all keys together have a limit', async t => {
  const { begun, work } = scene({ perKey: 2, inAll: 2, mostWaiting: 10 })
  const first = work('a')
  work('b')
  const third = work('c')
  t.strictSame(begun, ['a', 'b'])
  await first.end()
  t.strictSame(begun, ['a', 'b', 'c'])
  await third.end()
})

t.test('work that fails gives its turn to the next', async t => {
  const { inTurn } = scene({ perKey: 1, inAll: 1, mostWaiting: 10 })
  const failed = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = inTurn('a', async () => 'next')
  await t.rejects(failed, { message: 'broken' })
  t.equal(await next, 'next')
})

t.test('when too many wait, the next is refused', async t => {
  const { begun, work } = scene({ perKey: 1, inAll: 5, mostWaiting: 1 })
  const first = work('a', '1')
  const second = work('a', '2')
  await t.rejects(work('a', '3').done, { message: '1 wait already' })
  await first.end()
  await second.end()
  t.strictSame(begun, ['1', '2'])
})
