import fc from 'fast-check'
import t from 'tap'
import { progress, rowsLosingAccess } from '#src/access/rules/coverage.ts'
import type { Entitlement, OtherRow, Source } from '#src/access/rules/entitlement.ts'
import { A, aCourse, anEntitlement, B, NOW } from '../../support/facts.ts'

interface Given {
  source?: Source
  /** Minutes after NOW when the row was processed. */
  at?: number
  own?: number[]
  products?: (typeof A)[]
  linkedAt?: Date | null
}

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

/** Rows of one person, all linked to each other. */
const rowsOf = (...given: Given[]): Entitlement[] => {
  const rows = given.map(({ source = 'migrated', at: minutes = 0, own = [], products = [A] }, i) =>
    anEntitlement({ id: i + 1, source, processedAt: at(minutes), paid: own, course: aCourse({ products }) }),
  )
  const tieOf = (row: Entitlement): OtherRow => ({
    id: row.id,
    token: row.token,
    processedAt: row.processedAt,
    accessEndsAt: null,
    linkedAt: given[row.id - 1]?.linkedAt ?? null,
    schoolId: row.schoolId,
    productIds: row.course.products.map(p => p.id),
  })
  return rows.map(row => ({ ...row, others: rows.filter(r => r !== row).map(tieOf) }))
}

/** Returns the rows that lose access when the first no longer counts. */
const withoutFirst = (...given: Given[]): number[] => {
  const [first, ...rows] = rowsOf(...given)
  return rowsLosingAccess(rows, (_, other) => other.id !== first!.id).map(row => row.id)
}

const bought: Given = { source: 'card', own: [A.id] }

t.test('finds rows that lose access with a linked row', async t => {
  t.strictSame(withoutFirst(bought, { at: 1 }), [2], 'access by it alone')
  t.strictSame(withoutFirst(bought, { at: 1 }, { at: 1 }), [2, 3], 'two that depend only on each other')
  t.strictSame(withoutFirst(bought, { at: 1 }, { ...bought, at: 2 }), [], 'a third one covers it')
  t.strictSame(withoutFirst(bought, { ...bought, at: 1 }), [], 'has its own coverage')
  t.strictSame(withoutFirst(bought, { at: 1, source: 'staff' }), [], 'processed by staff')
  t.strictSame(withoutFirst(bought, { at: -1 }), [], 'processed earlier')
  t.strictSame(withoutFirst(bought, {}), [2], 'processed at the same moment')
  const half: Given = { source: 'code', at: 1, own: [B.id], products: [A, B] }
  t.strictSame(withoutFirst(bought, half), [2], 'half of it by that row')
  t.strictSame(withoutFirst(bought, { ...bought, at: 1, products: [A, B] }), [], 'a product that nobody ever covered')
  t.strictSame(withoutFirst({ ...bought, linkedAt: at(5) }, { at: 1 }), [], 'linked later')
  t.strictSame(withoutFirst({ ...bought, linkedAt: at(1) }, { at: 1 }), [2], 'linked at the same moment')
})

t.test('rows with their own coverage keep access, and the remaining rows are stable', async t => {
  const source = fc.constantFrom<Source>('card', 'code', 'migrated', 'staff')
  const own = fc.constantFrom<number[]>([], [A.id], [B.id], [A.id, B.id])
  const products = fc.constantFrom<(typeof A)[]>([A], [B], [A, B])
  const row = fc.record({ source, own, products, at: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), given => {
      const [first, ...rows] = rowsOf(...given)
      const holds = (_: Entitlement, other: OtherRow) => other.id !== first!.id
      const fallen = rowsLosingAccess(rows, holds)
      for (const row of rows) {
        const alone = progress({ ...row, others: [] }).missing
        if (alone.length === 0 || row.source === 'staff') t.notOk(fallen.includes(row))
      }
      const left = rows.filter(row => !fallen.includes(row))
      const still = left.map(row => ({ ...row, others: row.others.filter(o => left.some(r => r.id === o.id)) }))
      t.strictSame(
        rowsLosingAccess(still, () => true),
        [],
        'the remaining rows keep access',
      )
    }),
  )
})
