import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolDefaults, SchoolRef } from '#src/schools/rules/school.ts'
import type { Deps } from './deps.ts'
import { findSchoolDefaults, listSchoolDefaults, lockSchool, saveSchoolDefaults } from './store/default-products.ts'
import { listProductsByIds } from './store/products.ts'

type DefaultsSet =
  | { ok: true; school: SchoolDefaults }
  | Refused<'product_not_found' | 'one_product_only' | 'school_not_found'>

/** Lists all schools by name with the default products of new courses. */
export const listDefaultProducts = (deps: Deps) => (): Promise<SchoolDefaults[]> => listSchoolDefaults(deps.db)

/** Sets the default products for a school's new courses. Existing courses do not change. Requires the manager role. */
export const setDefaultProducts =
  (deps: Deps) =>
  async (school: SchoolRef, productIds: number[], by: Staff): Promise<DefaultsSet> => {
    demand(by, 'manage')
    const ids = [...new Set(productIds)]
    if ((await listProductsByIds(deps.db, ids)).length !== ids.length) return refuse('product_not_found')
    if (school.version === '1.3' && ids.length > 1) return refuse('one_product_only')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockSchool(tx, school)
      const before = await findSchoolDefaults(tx, school)
      if (!before) return refuse('school_not_found')
      await saveSchoolDefaults(tx, school, ids)
      const after = (await findSchoolDefaults(tx, school))!
      const kind = school.version === '1.1' ? 'consumer' : 'deployment'
      const codes = (s: SchoolDefaults) => s.products.map(p => p.productCode)
      await recordAudit(tx, {
        by,
        action: 'set-default-products',
        subject: { kind, id: school.id },
        before: { defaultProducts: codes(before) },
        after: { defaultProducts: codes(after) },
        now,
      })
      return { ok: true, school: after }
    })
  }
