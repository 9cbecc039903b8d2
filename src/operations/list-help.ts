import type { HelpRequest, SupportFlag } from '../domain/help.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { listHelpRequests, listSupportFlags, saveAnswered } from '../store/queries/support.ts'
import type { Deps } from './deps.ts'

/** What people asked for, the open questions first, and which pages were opened without their link. */
export const listHelp =
  ({ db }: Deps) =>
  async (): Promise<{ requests: HelpRequest[]; flags: SupportFlag[] }> => ({
    requests: await listHelpRequests(db),
    flags: await listSupportFlags(db),
  })

/** A question is answered, or open again. Safe to call twice. */
export const setAnswered =
  ({ db, clock }: Deps) =>
  async (id: number, answered: boolean, by: Staff): Promise<void> => {
    demand(by, 'change')
    await saveAnswered(db, id, answered ? clock.now() : null)
  }
