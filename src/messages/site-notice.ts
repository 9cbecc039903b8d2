import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type NewNotice, type NoticeReason, noticeFault, type SiteNotice } from './rules/site-notice.ts'
import { endNotices, findNotice as find, lockNotices, saveNotice } from './store/messages.ts'

type NoticeSet = { ok: true; notice: SiteNotice | null } | Refused<NoticeReason>

/** Cache time per process, since every page shows the notice. */
const CACHE_MS = 10_000

const factsOf = ({ text, textEs, endsAt }: NewNotice): NewNotice => ({ text, textEs, endsAt })

/** The notice as this process read it last. */
export interface NoticeCache {
  read: { at: number; notice: Promise<SiteNotice | null> } | null
}

const unlessEnded = (notice: SiteNotice | null, now: Date): SiteNotice | null =>
  notice?.endsAt && notice.endsAt <= now ? null : notice

export const findNotice = async (app: Needs<'clock' | 'db' | 'log' | 'noticeCache'>): Promise<SiteNotice | null> =>
  unlessEnded(await readCached(app), app.clock.now())

const readCached = (app: Needs<'clock' | 'db' | 'log' | 'noticeCache'>): Promise<SiteNotice | null> => {
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
  typed: NewNotice | null,
  by: Staff,
): Promise<NoticeSet> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const given = typed && { ...typed, text: typed.text.trim(), textEs: typed.textEs?.trim() || null }
  const fault = given && noticeFault(given, now)
  if (fault) return refuse(fault)
  const notice = await inTransaction(app.db, async tx => {
    await lockNotices(tx)
    const before = await find(tx)
    if (given && before && isDeepStrictEqual(factsOf(before), factsOf(given))) return before
    return replaceNotice(tx, before, given, { by, now })
  })
  // Visible at once in this process; others follow when their cache expires.
  app.noticeCache.read = null
  return { ok: true, notice }
}

const replaceNotice = async (
  tx: Tx,
  before: SiteNotice | null,
  given: NewNotice | null,
  change: { by: Staff; now: Date; reason?: string },
): Promise<SiteNotice | null> => {
  await endNotices(tx, change.now)
  const after = given && (await saveNotice(tx, { ...factsOf(given), staffId: change.by.id, now: change.now }))
  const facts = { before: before && factsOf(before), after: after && factsOf(after) }
  if (before || after) await recordAudit(tx, { ...change, action: 'set-notice', subject: { kind: 'notice' }, ...facts })
  return after
}

/** A notice as the audit has it. */
const Audited = z.object({
  text: z.string(),
  textEs: z._default(z.nullable(z.string()), null),
  endsAt: z._default(z.nullable(z.coerce.date()), null),
})

/** Takes back the last change of the notice. */
export const undoNotice = async (
  app: Needs<'clock' | 'db' | 'noticeCache'>,
  by: Staff,
): Promise<{ ok: true; notice: SiteNotice | null } | Refused<'too_late_to_undo'>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const undone = await inTransaction(app.db, async tx => {
    await lockNotices(tx)
    const shown = await find(tx)
    const change = { by, action: 'set-notice', subject: { kind: 'notice' }, now } as const
    const was = await findUndoable(tx, { ...change, current: { text: shown?.text, textEs: shown?.textEs } })
    if (!was) return refuse('too_late_to_undo')
    const notice = await replaceNotice(tx, shown, Audited.safeParse(was).data ?? null, { by, now, reason: UNDO_REASON })
    return { ok: true, notice } as const
  })
  app.noticeCache.read = null
  return undone
}

/** Returns the notice, not from the cache: for the page that sets it. */
export const readNotice = async ({ clock, db }: Needs<'clock' | 'db'>): Promise<SiteNotice | null> =>
  unlessEnded(await find(db), clock.now())
