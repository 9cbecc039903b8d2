import type { Needs } from '#src/context.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type EntryState, type HiddenSign, hiddenEntry } from './rules/added-signs.ts'
import type { Sign } from './rules/dictionary.ts'
import { describeWithdrawal, type SignChange, type WaitingSignChange } from './rules/sign-change.ts'
import type { ListedSign } from './rules/sign-list.ts'
import { listChangesOfSign, listHiddenSigns, listWaitingChangeRows } from './store/sign-changes.ts'
import { listSignRows } from './store/sign-list.ts'
import { countMentions, findSign } from './store/signs.ts'

/** An entry with its changes, the newest first. */
interface EditedSign {
  sign: Sign
  /** True if the dictionary shows it. */
  state: EntryState
  changes: SignChange[]
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
  return sign && describeWithdrawal({ ...sign, clips: sign.clips.length, ...(await countMentions(db, sign)) })
}

/** Returns an entry for the editor; null if there never was one. */
export const viewSign = async ({ db }: Needs<'db'>, slug: string, by: Staff): Promise<EditedSign | null> => {
  demand(by, 'clips')
  const [sign, changes] = await Promise.all([findSign(db, slug), listChangesOfSign(db, slug)])
  if (sign) return { sign, state: 'listed', changes }
  const hidden = hiddenEntry(changes)
  return hidden && { sign: { ...hidden.entry, clips: [] }, state: hidden.state, changes }
}
