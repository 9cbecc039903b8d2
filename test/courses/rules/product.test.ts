import t from 'tap'
import { requiredProducts } from '#src/courses/rules/course.ts'
import { onlyFree, openedUnits, productFinder } from '#src/courses/rules/product.ts'
import { A, aCourse, B, FREE } from '../../support/facts.ts'

t.test('requires the products that are sold', async t => {
  t.strictSame(requiredProducts(aCourse({ products: [A, FREE, B] })), [A, B])
  t.strictSame(requiredProducts(aCourse({ products: [FREE] })), [])
  t.strictSame(requiredProducts(aCourse({ products: [] })), [])
})

t.test('recognizes a course with only free products', async t => {
  t.equal(onlyFree([FREE]), true)
  t.equal(onlyFree([FREE, A]), false)
  t.equal(onlyFree([A]), false)
  t.equal(onlyFree([]), false, 'no products is not free')
})

t.test('finds a product by a typed code, without guessing between two', async t => {
  const of = (codes: string[], typed: string) =>
    productFinder(codes.map(productCode => ({ productCode })))(typed)?.productCode
  t.equal(of(['ASL1', 'ASL2'], 'ASL1'), 'ASL1')
  t.equal(of(['ASL1', 'ASL2'], 'asl1'), 'ASL1')
  t.equal(of(['ASL1', 'asl1'], 'ASL1'), 'ASL1', 'an exact match wins')
  t.equal(of(['asl1', 'ASL1'], 'asl1'), 'asl1')
  t.equal(of(['ASL1', 'asl1'], 'Asl1'), undefined)
  t.equal(of(['ASL1'], 'ASL'), undefined)
})

t.test('lists the units open to a teacher', async t => {
  t.strictSame(openedUnits([3, 1, 10, 2, 3]), [1, 2, 3, 10], 'each once, sorted by number')
  t.strictSame(openedUnits([]), [1], 'none means unit 1')
  t.strictSame(openedUnits([19]), [19])
})
