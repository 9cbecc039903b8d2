import { desc, eq, max } from 'drizzle-orm'
import { firstOrNull, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRow, queryRows } from '#src/core/db/statements.ts'
import {
  type Consent,
  type ConsentText,
  SAMPLE_CONSENT,
  SAMPLE_CONSENT_IN_SPANISH,
  type Signer,
} from '../rules/clips/consent.ts'
import { clipConsents, clipConsentTexts, clipSigners, clips } from './schema/clips.ts'

const TEXT = {
  version: clipConsentTexts.version,
  text: clipConsentTexts.text,
  spanish: clipConsentTexts.spanish,
}

/** Returns the consent text in use. Writes our sample as version 1 before it is first needed. */
export const getConsentText = async (db: Queryable, now: Date): Promise<ConsentText> => {
  const newest = () =>
    db.orm.select(TEXT).from(clipConsentTexts).orderBy(desc(clipConsentTexts.version)).limit(1).then(firstOrNull)
  const found = await newest()
  if (found) return found
  await db.orm
    .insert(clipConsentTexts)
    .values({ version: 1, text: SAMPLE_CONSENT, spanish: SAMPLE_CONSENT_IN_SPANISH, createdAt: now })
    .onConflictDoNothing()
  return (await newest())!
}

/** Saves a text as the next version. Null if another version was saved at the same time. */
export const saveConsentText = async (
  tx: Tx,
  { now, ...given }: Omit<ConsentText, 'version'> & { staffId: number; now: Date },
): Promise<{ version: number } | null> => {
  const [row] = await tx.orm.select({ newest: max(clipConsentTexts.version) }).from(clipConsentTexts)
  const [saved] = await tx.orm
    .insert(clipConsentTexts)
    .values({ version: (row?.newest ?? 0) + 1, ...given, createdAt: now })
    .onConflictDoNothing()
    .returning({ version: clipConsentTexts.version })
  return saved ?? null
}

export const listConsentTexts = (db: Queryable): Promise<(ConsentText & { createdAt: Date })[]> =>
  db.orm
    .select({ ...TEXT, createdAt: clipConsentTexts.createdAt })
    .from(clipConsentTexts)
    .orderBy(desc(clipConsentTexts.version))
    .limit(100)

const SIGNER = `select g.id, g.name, g.staff_id as "staffId",
    (select json_build_object('id', n.id, 'version', n.version, 'givenOn', n.given_on, 'how', n.how, 'note', n.note)
      from clip_consents n where n.signer_id = g.id order by n.id desc limit 1) as consent,
    (select count(*)::int from clips c where c.signer_id = g.id) as clips
  from clip_signers g`

export const listSigners = queryRows<Signer>('clip_signers', `${SIGNER} order by lower(g.name), g.id limit 500`)
export const findSigner = queryRow<Signer, [id: number]>('clip_signer', `${SIGNER} where g.id = $1`)
export const findSignerOfStaff = queryRow<Signer, [staffId: number]>(
  'clip_signer_of_staff',
  `${SIGNER} where g.staff_id = $1`,
)

/** Creates a signer. A staff user is at most one signer, whose name follows theirs. */
export const saveSigner = async (
  tx: Tx,
  { name, staffId, now }: { name: string; staffId: number | null; now: Date },
): Promise<number> => {
  const [row] = await tx.orm
    .insert(clipSigners)
    .values({ name, staffId, createdAt: now })
    .onConflictDoUpdate({ target: clipSigners.staffId, set: { name } })
    .returning({ id: clipSigners.id })
  return row!.id
}

export const lockSigner = (tx: Tx, id: number): Promise<{ id: number } | null> =>
  tx.orm.select({ id: clipSigners.id }).from(clipSigners).where(eq(clipSigners.id, id)).for('update').then(firstOrNull)

export const saveConsent = async (
  tx: Tx,
  { signerId, staffId, now, ...consent }: Omit<Consent, 'id'> & { signerId: number; staffId: number; now: Date },
): Promise<void> => {
  await tx.orm.insert(clipConsents).values({ ...consent, signerId, staffId, createdAt: now })
}

/** Deletes a signer with their consents. Their clips are deleted before. */
export const deleteSigner = async (tx: Tx, id: number): Promise<void> => {
  await tx.orm.delete(clipSigners).where(eq(clipSigners.id, id))
}

export const listClipIdsOfSigner = async (tx: Queryable, signerId: number): Promise<number[]> =>
  (await tx.orm.select({ id: clips.id }).from(clips).where(eq(clips.signerId, signerId))).map(row => row.id)

/** Lists all consents of a signer, with their texts. */
export const listConsents = (db: Queryable, signerId: number) =>
  db.orm
    .select({
      ...TEXT,
      givenOn: clipConsents.givenOn,
      how: clipConsents.how,
      note: clipConsents.note,
      createdAt: clipConsents.createdAt,
    })
    .from(clipConsents)
    .innerJoin(clipConsentTexts, eq(clipConsentTexts.version, clipConsents.version))
    .where(eq(clipConsents.signerId, signerId))
    .orderBy(clipConsents.id)
