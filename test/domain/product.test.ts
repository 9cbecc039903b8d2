import t from 'tap'
import { onlyFree, sold, unitsOf } from '#src/domain/product.ts'
import { A, aProduct, B, FREE } from '../support/facts.ts'

t.test('what is sold', async t => {
  t.strictSame(sold([A, FREE, B]), [A, B])
  t.strictSame(sold([FREE]), [])
  t.strictSame(sold([]), [])
})

t.test('a course that asks for nothing', async t => {
  t.equal(onlyFree([FREE]), true)
  t.equal(onlyFree([FREE, A]), false)
  t.equal(onlyFree([A]), false)
  t.equal(onlyFree([]), false, 'no product is not a gift')
})

t.test('the units that products open to a teacher', async t => {
  const opening = (...units: number[]) => aProduct({ unitsForTeacher: units })
  t.strictSame(unitsOf([opening(3, 1), opening(10, 2, 3)]), [1, 2, 3, 10], 'each once, in the order of numbers')
  t.strictSame(unitsOf([opening()]), [1], 'none means unit 1')
  t.strictSame(unitsOf([]), [1])
  t.strictSame(unitsOf([opening(19)]), [19])
})
