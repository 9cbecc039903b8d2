import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type NoticeReason, noticeFault, type SiteNotice } from './rules/site-notice.ts'
import { endNotices, findNotice as find, saveNotice } from './store/messages.ts'

type NoticeSet = { ok: true; notice: SiteNotice | null } | Refused<NoticeReason>

/** Cache time per process, since every page shows the notice. */
const CACHE_MS = 10_000

/** The notice as this process read it last. */
export interface NoticeCache {
  read: { at: number; notice: Promise<SiteNotice | null> } | null
}

/** Finds the notice that every page shows. */
export const findNotice = (app: Needs<'clock' | 'db' | 'log' | 'noticeCache'>): Promise<SiteNotice | null> => {
  const { noticeCache } = app
  const now = app.clock.now().getTime()
  const { read } = noticeCache
  if (read && now - read.at < CACHE_MS && now >= read.at) return read.notice
  // Pages still work if the notice cannot be read.
  const notice = find(app.db).catch(err => {
    app.log.warn({ err }, 'site notice could not be read')
    return null
  })
  noticeCache.read = { at: now, notice }
  return notice
}

/** Replaces the notice, or removes it for null, and writes an audit line. Requires the manager role. */
export const setNotice = async (
  app: Needs<'clock' | 'db' | 'noticeCache'>,
  typed: string | null,
  by: Staff,
): Promise<NoticeSet> => {
  demand(by, 'manage')
  const text = typed === null ? null : typed.trim()
  const fault = text === null ? null : noticeFault(text)
  if (fault) return refuse(fault)
  const now = app.clock.now()
  const notice = await inTransaction(app.db, async tx => {
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
  // Visible at once in this process; others follow when their cache expires.
  app.noticeCache.read = null
  return { ok: true, notice }
}

/** Takes back the last change of the notice. */
export const undoNotice = async (
  app: Needs<'clock' | 'db' | 'noticeCache'>,
  by: Staff,
): Promise<{ ok: true; notice: SiteNotice | null } | Refused<'too_late_to_undo'>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const undone = await inTransaction(app.db, async tx => {
    const shown = await find(tx)
    const change = { by, action: 'set-notice', subject: { kind: 'notice' }, now } as const
    const was = await findUndoable(tx, { ...change, current: { text: shown?.text } })
    if (!was) return refuse('too_late_to_undo')
    await endNotices(tx, now)
    const text = typeof was.text === 'string' ? was.text : null
    const notice = text === null ? null : await saveNotice(tx, { text, staffId: by.id, now })
    const lines = { before: shown && { text: shown.text }, after: notice && { text: notice.text } }
    await recordAudit(tx, { ...change, ...lines, reason: UNDO_REASON })
    return { ok: true, notice } as const
  })
  app.noticeCache.read = null
  return undone
}

/** Returns the notice, not from the cache: for the page that sets it. */
export const readNotice = ({ db }: Needs<'db'>): Promise<SiteNotice | null> => find(db)
