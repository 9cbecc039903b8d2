import t from 'tap'
import { batchStart } from '#src/messages/rules/message.ts'

t.test('batches start five minutes apart, all of them within twelve hours', async t => {
  t.strictSame([0, 1, 2].map(batchStart), [0, 300, 600])
  const many = Array.from({ length: 4000 }, (_, n) => batchStart(n))
  t.ok(many.every(seconds => seconds < 12 * 3600))
  t.equal(new Set(many).size, 144, 'a mailing of two million has many in each slot')
})
