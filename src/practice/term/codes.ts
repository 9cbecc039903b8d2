import { codeKey } from '#src/codes/rules/access-code.ts'
import { drawCode } from '#src/codes/rules/generate-codes.ts'
import type { TermRow } from '../store/term-tables.ts'
import { dayBefore, daysAfter, type Term } from './calendar.ts'
import type { Maker, TermProduct } from './maker.ts'

interface UsedCode {
  couponId: number
  code: string
}

/** A school's codes for one product in one term, made in batches and given to students one by one. */
export interface CodeStock {
  /** Uses a code once more: one of the student's own, or the class code of the course in a K-12 school. */
  use(courseId: number): UsedCode
  /** Adds the codes that nobody used. */
  finish(): void
}

/** Used codes after which a school ordered the next batch. */
const ORDER = 400
const CLASS_SIZE = 35

type Coupon = TermRow<'coupons'> & { used: number }

interface Batch {
  row: TermRow<'couponBatches'>
  id: number
  coupons: Coupon[]
  expiresAt: Date
  /** Used codes after which the next batch begins. */
  most: number
  maxUsage: number
}

export const makeCodeStock = (maker: Maker, product: TermProduct, term: Term): CodeStock => {
  const { school, schoolId, random, add, now } = maker
  const batches: Batch[] = []
  /** Some schools still have codes of an earlier order, which expire soon. */
  const hasOldOrder = term.endsAt > now && school.index % 9 === 4

  const order = (): Batch => {
    const isOld = hasOldOrder && batches.length === 0
    const at = daysAfter(term.startsAt, isOld ? -200 : batches.length * 21 - random.between(10, 24))
    const createdAt = at < now ? at : daysAfter(now, -1)
    const row: TermRow<'couponBatches'> = {
      consumerId: school.version === '1.1' ? schoolId : null,
      deploymentId: school.version === '1.3' ? schoolId : null,
      productId: product.id,
      staffId: maker.manager().id,
      size: 0,
      note: `${school.name}, ${isOld ? 'spring order' : batches.length > 0 ? 'second order' : 'bookstore, fall'}`,
      createdAt,
    }
    const batch: Batch = {
      row,
      id: add('couponBatches', row),
      coupons: [],
      expiresAt: isOld ? new Date(dayBefore(now, -4 - random.below(9)).getTime() - 1) : daysAfter(term.endsAt, 230),
      most: isOld ? 30 : ORDER,
      maxUsage: school.isK12 ? CLASS_SIZE : 1,
    }
    batches.push(batch)
    return batch
  }

  const addCode = (batch: Batch): Coupon & { id: number } => {
    const couponCode = drawCode(random.below)
    const row = {
      couponCode,
      codeKey: codeKey(couponCode),
      productId: product.id,
      maxUsage: batch.maxUsage,
      used: 0,
      expiresAt: batch.expiresAt,
      isTest: false,
      onlyCourseId: null,
      batchId: batch.id,
      createdAt: batch.row.createdAt!,
      updatedAt: batch.row.createdAt!,
    }
    const coupon = Object.assign(row, { id: add('coupons', row) })
    batch.coupons.push(coupon)
    return coupon
  }

  const current = (): Batch => {
    const last = batches.at(-1)
    return last && last.coupons.length < last.most ? last : order()
  }
  const classCodes = new Map<number, Coupon & { id: number }>()
  const codeFor = (courseId: number): Coupon & { id: number } => {
    if (!school.isK12) return addCode(current())
    const known = classCodes.get(courseId)
    if (known && known.used < known.maxUsage!) return known
    const fresh = addCode(current())
    classCodes.set(courseId, fresh)
    return fresh
  }

  return {
    use(courseId) {
      const coupon = codeFor(courseId)
      coupon.used++
      return { couponId: coupon.id, code: coupon.couponCode }
    },
    finish() {
      for (const [i, batch] of batches.entries()) {
        const isLast = i === batches.length - 1
        const unused = Math.ceil(batch.coupons.length * (isLast ? random.between(0.5, 1.3) : 0.15)) + 3
        for (let n = 0; n < unused; n++) addCode(batch)
        batch.row.size = batch.coupons.length
        maker.record({
          at: batch.row.createdAt!,
          actor: `staff:${batch.row.staffId}`,
          action: 'create-access-codes',
          kind: 'batch',
          id: batch.id,
          after: {
            product: product.productCode,
            codes: batch.row.size,
            maxUsage: batch.maxUsage,
            expiresAt: batch.expiresAt,
            note: batch.row.note,
          },
        })
      }
    },
  }
}
