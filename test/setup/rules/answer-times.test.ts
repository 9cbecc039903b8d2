import t from 'tap'
import { answerTimesPoint, answerTimeText } from '#src/desk/rules/service-lines.ts'

t.test('writes answer times', t => {
  t.equal(answerTimeText(84.6), '85 ms')
  t.equal(answerTimeText(1240), '1.2 s')
  t.equal(answerTimesPoint([]), 'No service was called in the last 30 days.')
  t.equal(
    answerTimesPoint([
      { service: 'canvas', mean: 1500 },
      { service: 'mail', mean: 3 },
    ]),
    'Slowest on average: Canvas, 1.5 s.',
  )
  t.end()
})
