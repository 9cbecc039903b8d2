import t from 'tap'
import { together } from '#src/store/together.ts'

/** A question that is answered when the test says so, with how many were asked before it. */
const slow = () => {
  const open: { key: string; answer(): void; fail(): void }[] = []
  let asked = 0
  const ask = together((key: string) => {
    const number = asked++
    return new Promise<string>((resolve, reject) => {
      open.push({ key, answer: () => resolve(`${key}${number}`), fail: () => reject(new Error(`${key}${number}`)) })
    })
  })
  return { ask, open }
}

const turn = () => new Promise(setImmediate)

t.test(
  'who comes while a question is under way shares the next, and never an answer older than the question',
  async t => {
    const { ask, open } = slow()
    const first = ask('a')
    const [second, third] = [ask('a'), ask('a')]
    t.equal(open.length, 1, 'one is under way')
    open.shift()?.answer()
    t.equal(await first, 'a0')
    await turn()
    t.equal(open.length, 1, 'the others ask together')
    const fourth = ask('a')
    open.shift()?.answer()
    t.strictSame(await Promise.all([second, third]), ['a1', 'a1'])
    await turn()
    open.shift()?.answer()
    t.equal(await fourth, 'a2', 'who came later asks again')
    const fifth = ask('a')
    open.shift()?.answer()
    t.equal(await fifth, 'a3', 'nothing is kept')
  },
)

t.test('other things are asked at once', async t => {
  const { ask, open } = slow()
  const both = Promise.all([ask('a'), ask('b')])
  t.strictSame(
    open.map(o => o.key),
    ['a', 'b'],
  )
  for (const question of open) question.answer()
  t.strictSame(await both, ['a0', 'b1'])
})

t.test('a question that fails fails for who asked it, and not for who comes after', async t => {
  const { ask, open } = slow()
  const first = ask('a')
  const [second, third] = [ask('a'), ask('a')]
  open.shift()?.fail()
  await t.rejects(first, { message: 'a0' })
  await turn()
  open.shift()?.fail()
  await t.rejects(second, { message: 'a1' })
  await t.rejects(third, { message: 'a1' })
  const fourth = ask('a')
  open.shift()?.answer()
  t.equal(await fourth, 'a2')
})
