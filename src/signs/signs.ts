import type { Needs } from '#src/context.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type EntryState, type HiddenSign, hiddenEntry } from './rules/added-signs.ts'
import type { UnitOutline } from './rules/content.ts'
import { readSearch, type Sign } from './rules/dictionary.ts'
import { describeWithdrawal, type ListedSign, type SignChange, type WaitingSignChange } from './rules/sign-changes.ts'
import { findUnits } from './store/content.ts'
import { listChangesOfSign, listHiddenSigns, listWaitingChangeRows } from './store/sign-changes.ts'
import { type Found, searchSigns as search } from './store/sign-search.ts'
import { countMentions, findSign, listSignRows } from './store/signs.ts'

export { listUnits } from './store/content.ts'
export { listHandshapes } from './store/signs.ts'

/** Lists the titles, pictures and lessons of the allowed units that have content; of all units for null. */
export const listUnitOutlines = async (app: Needs<'db'>, allowed: number[] | null): Promise<UnitOutline[]> =>
  (await findUnits(app.db, allowed, null)).outline

/**
 * Searches signs by text and finds one by name. Covers all units, for everyone. `open` is the sign requested by name,
 * even if it is not among the results.
 */
export const searchSigns = async (
  app: Needs<'db'>,
  { term, page = 1, sign }: { term: string; page?: number; sign?: string | undefined },
): Promise<Found & { open: Sign | null }> => {
  const found = await search(app.db, readSearch(term), page)
  const open = sign ? (found.signs.find(s => s.slug === sign) ?? (await findSign(app.db, sign))) : null
  return { ...found, open }
}

/** Lists the entries of the dictionary for staff. */
export const listSigns = async ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<ListedSign>> => {
  demand(by, 'clips')
  return listSignRows(db, query)
}

/** Lists the changes that wait for a reviewer, the oldest first. */
export const listWaitingChanges = async ({ db }: Needs<'db'>, by: Staff): Promise<WaitingSignChange[]> => {
  demand(by, 'review')
  return listWaitingChangeRows(db)
}

/** Lists the entries that wait to be added, were sent back, or were withdrawn. */
export const viewHiddenSigns = async ({ db }: Needs<'db'>, by: Staff): Promise<HiddenSign[]> => {
  demand(by, 'clips')
  return listHiddenSigns(db)
}

/** Says what withdrawing an entry does; null if the dictionary does not show it. */
export const previewWithdrawal = async ({ db }: Needs<'db'>, slug: string, by: Staff): Promise<string[] | null> => {
  demand(by, 'clips')
  const sign = await findSign(db, slug)
  if (!sign) return null
  const mentions = (await countMentions(db, slug, sign.gloss))!
  return describeWithdrawal({ ...sign, clips: sign.clips.length, ...mentions })
}

/** Returns an entry for the editor, with its changes, the newest first; null if there never was one. */
export const viewSign = async (
  { db }: Needs<'db'>,
  slug: string,
  by: Staff,
): Promise<{ sign: Sign; state: EntryState; changes: SignChange[] } | null> => {
  demand(by, 'clips')
  const [sign, changes] = await Promise.all([findSign(db, slug), listChangesOfSign(db, slug)])
  if (sign) return { sign, state: 'listed', changes }
  const hidden = hiddenEntry(changes)
  return hidden && { sign: { ...hidden.entry, clips: [] }, state: hidden.state, changes }
}
