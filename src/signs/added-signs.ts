import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { hiddenEntry, type NewSign, type NewSignFault, newEntry, newSignFaults } from './rules/added-signs.ts'
import type { Sign, SignEntry } from './rules/dictionary.ts'
import { entryFieldNames, tidyText } from './rules/entry-fields.ts'
import { findFaults, isSameJson } from './sign-changes.ts'
import { listLessons, lockContent } from './store/content.ts'
import { listChangesOfSign, saveWaiting } from './store/sign-changes.ts'
import { findSign } from './store/signs.ts'

export { listLessons } from './store/content.ts'

type AddRefused = Refused<'sign_exists' | 'sign_waits'> | (Refused<'fields_wrong'> & { faults: NewSignFault[] })
type SignAdded = { ok: true; sign: string } | AddRefused

/** Saves a new entry, which waits for a reviewer. The same entry twice is safe. */
export const addSign = async ({ db, clock }: Needs<'clock' | 'db'>, typed: NewSign, by: Staff): Promise<SignAdded> => {
  demand(by, 'clips')
  const tidy = entryFieldNames.map(field => [field, tidyText(field, typed.texts[field])])
  const given: NewSign = { ...typed, gloss: typed.gloss.trim(), texts: Object.fromEntries(tidy) }
  return inTransaction(db, async tx => {
    await lockContent(tx)
    const faults = newSignFaults(given, await listLessons(tx))
    if (faults.length === 0) faults.push(...(await findFaults(tx, given.gloss, given.texts)))
    if (faults.length > 0) return { ...refuse('fields_wrong'), faults }
    const entry = newEntry(given)
    const changes = await listChangesOfSign(tx, entry.slug)
    const waits = hiddenEntry(changes)
    if (waits?.state === 'new' && isSameJson(waits.entry, entry)) return { ok: true, sign: entry.slug }
    if (await findSign(tx, entry.slug)) return refuse('sign_exists')
    if (waits?.state === 'new') return refuse('sign_waits')
    const now = clock.now()
    const change = { sign: entry.slug, fields: given.texts, entry, proposedBy: by.id, createdAt: now }
    if ((await saveWaiting(tx, change)) === null) throw new RetryTransaction()
    const subject = { kind: 'sign', key: entry.slug } as const
    const after = { gloss: entry.gloss, lesson: entry.lesson, ...given.texts }
    await recordAudit(tx, { by, action: 'add-sign', subject, after, now })
    return { ok: true, sign: entry.slug }
  })
}

/** `seen` is the number of the latest change that the person saw, 0 for none. */
type Asked = { slug: string; seen: number; withdraws: boolean }
type Asking = { ok: true } | Refused<'sign_not_found' | 'sign_exists' | 'entry_changed'>

/** Asks to withdraw an entry from the dictionary, or to bring it back as it was. A reviewer decides. Twice is safe. */
export const changeListing = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { slug, seen, withdraws }: Asked,
  by: Staff,
): Promise<Asking> => {
  demand(by, 'clips')
  return inTransaction(db, async tx => {
    await lockContent(tx)
    const [listed, changes] = [await findSign(tx, slug), await listChangesOfSign(tx, slug)]
    const [latest] = changes
    if (latest?.entry && latest.state === 'waiting' && latest.withdraws === withdraws) return { ok: true }
    if (listed && !withdraws) return refuse('sign_exists')
    const found = withdraws ? listed : hiddenEntry(changes)?.entry
    if (!found) return refuse('sign_not_found')
    if ((latest?.id ?? 0) !== seen) return refuse('entry_changed')
    const { clips: _, ...entry }: Partial<Sign> & SignEntry = found
    const now = clock.now()
    const change = { sign: slug, fields: {}, entry, withdraws, proposedBy: by.id, createdAt: now }
    if ((await saveWaiting(tx, change)) === null) throw new RetryTransaction()
    const action = withdraws ? 'withdraw-sign' : 'restore-sign'
    await recordAudit(tx, { by, action, subject: { kind: 'sign', key: slug }, now })
    return { ok: true }
  })
}
