import t from 'tap'
import { onlyFree, openedUnits, productFinder, sold } from '#src/domain/product.ts'
import { A, B, FREE } from '../support/facts.ts'

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

t.test('the product that a code as typed names, and never one of twins by a guess', async t => {
  const of = (codes: string[], typed: string) =>
    productFinder(codes.map(productCode => ({ productCode })))(typed)?.productCode
  t.equal(of(['ASL1', 'ASL2'], 'ASL1'), 'ASL1')
  t.equal(of(['ASL1', 'ASL2'], 'asl1'), 'ASL1')
  t.equal(of(['ASL1', 'asl1'], 'ASL1'), 'ASL1', 'exactly this one first')
  t.equal(of(['asl1', 'ASL1'], 'asl1'), 'asl1')
  t.equal(of(['ASL1', 'asl1'], 'Asl1'), undefined)
  t.equal(of(['ASL1'], 'ASL'), undefined)
})

t.test('the units that products open to a teacher', async t => {
  t.strictSame(openedUnits([3, 1, 10, 2, 3]), [1, 2, 3, 10], 'each once, in the order of numbers')
  t.strictSame(openedUnits([]), [1], 'none means unit 1')
  t.strictSame(openedUnits([19]), [19])
})
