import type { SiteNotice } from '../domain/notice.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { endNotices, findNotice as find, saveNotice } from '../store/queries/notices.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

/** Every page asks: what was read counts for so long, in each process for itself. */
const FRESH_MS = 10_000

export const siteNotice = (deps: Deps) => {
  let read: { at: number; notice: Promise<SiteNotice | null> } | null = null
  const findNotice = (): Promise<SiteNotice | null> => {
    const now = deps.clock.now().getTime()
    if (!read || now - read.at >= FRESH_MS || now < read.at) {
      // A page does not fail for want of a notice.
      const notice = find(deps.db).catch(err => {
        deps.log.warn({ err }, 'the notice could not be read')
        return null
      })
      read = { at: now, notice }
    }
    return read.notice
  }

  /** Replaces the notice by another, or by none; both leave their line. */
  const setNotice = async (text: string | null, by: Staff): Promise<SiteNotice | null> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const set = await inTransaction(deps.db, async tx => {
      const before = await find(tx)
      if (before?.text === text) return before
      await endNotices(tx, now)
      const after = text === null ? null : await saveNotice(tx, { text, staffId: by.id, now })
      const lines = { before: before && { text: before.text }, after: after && { text: after.text } }
      if (before || after)
        await recordAudit(tx, {
          by,
          action: 'set-notice',
          subject: { kind: 'notice' },
          before: lines.before,
          after: lines.after,
          now,
        })
      return after
    })
    // Who set it sees it at once; other processes follow.
    read = null
    return set
  }
  return { findNotice, setNotice }
}
