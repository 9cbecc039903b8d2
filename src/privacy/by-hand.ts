import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { claimByHandDone, type Erasure, listErasures } from './store/erasures.ts'

const MOST = 100

/** Lists erasures, those first that staff must still finish at other services. */
export const listErased =
  ({ db }: Deps) =>
  (by: Staff): Promise<Erasure[]> => {
    demand(by, 'manage')
    return listErasures(db, MOST)
  }

/** Marks that staff erased a person at other services. Returns false if it was done before. */
export const markByHandDone =
  ({ db, clock }: Deps) =>
  (keyHash: string, by: Staff): Promise<boolean> => {
    demand(by, 'manage')
    const now = clock.now()
    return inTransaction(db, async tx => {
      if (!(await claimByHandDone(tx, keyHash, now))) return false
      await recordAudit(tx, { by, action: 'erased-by-hand', subject: { kind: 'person', key: 'erased' }, now })
      return true
    })
  }
