import { demand, type Staff } from '../domain/staff.ts'
import {
  claimHelpAnswered,
  type HelpRequest,
  listHelpRequests,
  listSupportFlags,
  type SupportFlag,
} from '../store/queries/support.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

const MOST = 200

/** What people asked, and where payment pages were opened without a token. */
export const listHelp = (deps: Deps) => async (): Promise<{ requests: HelpRequest[]; flags: SupportFlag[] }> => ({
  requests: await listHelpRequests(deps.db, MOST),
  flags: await listSupportFlags(deps.db, MOST),
})

/** Ticks a request off. False: a colleague did it before. */
export const answerHelp =
  (deps: Deps) =>
  async (id: number, by: Staff): Promise<boolean> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      if (!(await claimHelpAnswered(tx, id, now))) return false
      await recordAudit(tx, { by, action: 'answer-help', subject: { kind: 'person', key: `help request ${id}` }, now })
      return true
    })
  }
