import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import {
  claimHelpAnswered,
  type HelpRequest,
  listHelpRequests,
  listSupportFlags,
  type SupportFlag,
} from './store/support.ts'

const MAX_ROWS = 200

/** Lists help requests, and payment pages that were opened without a token. */
export const listHelp = async (app: Needs<'db'>): Promise<{ requests: HelpRequest[]; flags: SupportFlag[] }> => ({
  requests: await listHelpRequests(app.db, MAX_ROWS),
  flags: await listSupportFlags(app.db, MAX_ROWS),
})

type HelpAnswered = { ok: true } | Refused<'help_answered'>

/** Marks a help request as answered. Refuses if it was answered before. */
export const markHelpAnswered = async (app: Needs<'clock' | 'db'>, id: number, by: Staff): Promise<HelpAnswered> => {
  demand(by, 'change')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    if (!(await claimHelpAnswered(tx, id, now))) return refuse('help_answered')
    await recordAudit(tx, { by, action: 'answer-help', subject: { kind: 'person', key: `help request ${id}` }, now })
    return { ok: true }
  })
}
