import { and, desc, eq, inArray, isNotNull, lte, ne } from 'drizzle-orm'
import { firstOrNull, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRows } from '#src/core/db/statements.ts'
import type { HiddenSign, WholeEntry } from '../rules/added-signs.ts'
import type { EntryTexts } from '../rules/entry-fields.ts'
import type { ChangeState, SignChange, SignFileKey, WaitingSignChange } from '../rules/sign-changes.ts'
import { signChanges } from './schema/signs.ts'
import { nameOf } from './staff-names.ts'

export type ChangeRow = typeof signChanges.$inferSelect

const CHANGE = `select c.id, c.sign, c.fields, c.entry, c.withdraws, c.state, c.file, c.comment, c.created_at as "createdAt", c.reviewed_at as "reviewedAt",
  ${nameOf('c.proposed_by')} as "proposedBy", ${nameOf('c.reviewed_by')} as "reviewedBy" from sign_changes c`

/** Lists the changes of a sign that were sent, the newest first. */
export const listChangesOfSign = queryRows<SignChange, [slug: string]>(
  'sign_changes_of_sign',
  `${CHANGE} where c.sign = $1 and c.state <> 'draft' order by c.id desc limit 50`,
)

/** Lists the changes that wait for a reviewer, those of a file as one, the oldest first. At most 100. */
export const listWaitingChangeRows = queryRows<WaitingSignChange>(
  'sign_changes_waiting',
  `select min(c.id)::int as id, o.sign, coalesce(c.file, min(coalesce(s.gloss, c.entry->>'gloss', c.sign))) as gloss,
  ${nameOf('c.proposed_by')} as "proposedBy", c.created_at as at
  from sign_changes c left join signs s on s.slug = c.sign
  cross join lateral (select case when c.file is null then c.sign end as sign) o
  where c.state = 'waiting' group by o.sign, c.file, c.proposed_by, c.created_at order by 1 limit 100`,
)

/** Locks the latest change of a sign that was sent. Null if there is none. */
export const lockLatestChange = (tx: Tx, slug: string): Promise<ChangeRow | null> =>
  tx.orm
    .select()
    .from(signChanges)
    .where(and(eq(signChanges.sign, slug), ne(signChanges.state, 'draft')))
    .orderBy(desc(signChanges.id))
    .limit(1)
    .for('update')
    .then(firstOrNull)

/** Locks a change, so that its steps come one after the other. Null if it is gone. */
export const lockChange = (tx: Tx, id: number): Promise<ChangeRow | null> =>
  tx.orm.select().from(signChanges).where(eq(signChanges.id, id)).for('update').then(firstOrNull)

/** Saves a change that waits for review, in place of the one that waits. Null if another was saved at the same time. */
export const saveWaiting = async (
  tx: Tx,
  given: Pick<ChangeRow, 'sign' | 'fields' | 'proposedBy' | 'createdAt'> & Partial<WholeEntry>,
): Promise<number | null> => {
  await tx.orm
    .update(signChanges)
    .set({ state: 'replaced' })
    .where(and(eq(signChanges.sign, given.sign), eq(signChanges.state, 'waiting')))
  const [row] = await tx.orm
    .insert(signChanges)
    .values({ ...given, state: 'waiting' })
    .onConflictDoNothing()
    .returning({ id: signChanges.id })
  return row?.id ?? null
}

const isDraftOf = (staffId: number) => and(eq(signChanges.state, 'draft'), eq(signChanges.proposedBy, staffId))

export const deleteDrafts = async (tx: Tx, staffId: number): Promise<void> => {
  await tx.orm.delete(signChanges).where(isDraftOf(staffId))
}

export const saveDrafts = async (
  tx: Tx,
  changes: Pick<ChangeRow, 'sign' | 'fields'>[],
  read: { file: string; proposedBy: number; createdAt: Date },
): Promise<void> => {
  if (changes.length === 0) return
  await tx.orm.insert(signChanges).values(changes.map(change => ({ ...change, ...read, state: 'draft' as const })))
}

/**
 * Sends drafts for review, in place of the changes that wait for the same signs. A draft stays one if somebody changed its
 * sign at the same time. Returns what was sent, with new numbers, because the newest number of a sign is its latest change.
 */
export const sendDrafts = async (tx: Tx, lastId: number, by: { staffId: number; now: Date }) => {
  const mine = and(isDraftOf(by.staffId), lte(signChanges.id, lastId))
  const drafts = await tx.orm.select().from(signChanges).where(mine).orderBy(signChanges.sign).for('update')
  if (drafts.length === 0) return []
  const isOf = (signs: string[], state: ChangeState) =>
    and(inArray(signChanges.sign, signs), eq(signChanges.state, state))
  const signs = drafts.map(draft => draft.sign)
  await tx.orm.update(signChanges).set({ state: 'replaced' }).where(isOf(signs, 'waiting'))
  const sent = await tx.orm
    .insert(signChanges)
    .values(drafts.map(({ id: _, ...draft }) => ({ ...draft, state: 'waiting' as const, createdAt: by.now })))
    .onConflictDoNothing()
    .returning({ id: signChanges.id, sign: signChanges.sign, fields: signChanges.fields })
  const done = sent.map(change => change.sign)
  if (done.length > 0) await tx.orm.delete(signChanges).where(and(mine, inArray(signChanges.sign, done)))
  return sent
}

interface FileRow {
  state: 'draft' | 'waiting'
  staffId: number
  at: Date
  name: string
  by: string | null
  added: number
  changed: number
  /** Number of its last change. */
  lastId: number
}

/** Lists the file that a staff user read and did not send yet, and those that wait for a reviewer, the oldest first. */
export const listFiles = queryRows<FileRow, [staffId: number]>(
  'sign_files',
  `select c.state, c.proposed_by::int as "staffId", c.created_at as at, min(c.file) as name, ${nameOf('c.proposed_by')} as by,
     count(c.entry)::int as added, (count(*) - count(c.entry))::int as changed, max(c.id)::int as "lastId"
   from sign_changes c where c.file is not null and (c.state = 'waiting' or (c.state = 'draft' and c.proposed_by = $1))
   group by c.state, c.proposed_by, c.created_at having c.proposed_by is not null order by c.state, c.created_at limit 20`,
)

/** Lists the first changes of a file in this state. */
export const listChangesOfFile = queryRows<SignChange, [state: ChangeState, staffId: number, at: Date, most: number]>(
  'sign_changes_of_file',
  `${CHANGE} where c.state = $1 and c.file is not null and c.proposed_by = $2 and c.created_at = $3 order by c.id limit $4`,
)

export const lockFile = (tx: Tx, { staffId, at }: SignFileKey): Promise<ChangeRow[]> =>
  tx.orm
    .select()
    .from(signChanges)
    .where(
      and(
        eq(signChanges.state, 'waiting'),
        isNotNull(signChanges.file),
        eq(signChanges.proposedBy, staffId),
        eq(signChanges.createdAt, at),
      ),
    )
    .orderBy(signChanges.id)
    .for('update')

/** Moves changes to another state. */
export const reviewChanges = async (
  tx: Tx,
  changes: Pick<ChangeRow, 'id'>[],
  set: { state: ChangeState; reviewedBy?: number; reviewedAt?: Date; comment?: string },
): Promise<void> => {
  const ids = changes.map(({ id }) => id)
  if (ids.length > 0) await tx.orm.update(signChanges).set(set).where(inArray(signChanges.id, ids))
}

/** Finds what staff approved of each sign, the newest text of each field. */
export const findApprovedFields = async (db: Queryable): Promise<Map<string, Partial<EntryTexts>>> => {
  const { rows } = await db.client.query<{ sign: string; fields: Partial<EntryTexts> }>(
    `select sign, jsonb_object_agg(key, value) as fields from (
       select distinct on (c.sign, f.key) c.sign, f.key, f.value
       from sign_changes c cross join lateral jsonb_each(c.fields) f
       where c.state = 'approved' order by c.sign, f.key, c.reviewed_at desc, c.id desc
     ) newest group by sign`,
  )
  return new Map(rows.map(row => [row.sign, row.fields]))
}

/** Finds the latest approved decision about each entry that staff added or withdrew, in their order. */
export const findDecisions = async (db: Queryable): Promise<WholeEntry[]> => {
  const { rows } = await db.client.query<WholeEntry>(
    `select entry, withdraws from (
       select distinct on (sign) id, entry, withdraws from sign_changes
       where state = 'approved' and entry is not null order by sign, reviewed_at desc, id desc
     ) latest order by id`,
  )
  return rows
}

/** Lists entries that the dictionary does not have, those to review first, without those of files. */
export const listHiddenSigns = queryRows<HiddenSign>(
  'hidden_signs',
  `select * from (
     select distinct on (c.sign) c.sign as slug, c.entry->>'gloss' as gloss, c.entry->>'lesson' as lesson, c.withdraws, c.state
     from sign_changes c
     where c.entry is not null and c.state in ('waiting', 'sent_back', 'approved')
       and not (c.state = 'waiting' and c.file is not null)
       and not exists (select from signs s where s.slug = c.sign)
     order by c.sign, c.id desc
   ) latest where state <> 'approved' or withdraws order by state desc, gloss limit 200`,
)
