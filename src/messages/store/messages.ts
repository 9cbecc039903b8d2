import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Message } from '../rules/message.ts'
import type { NewNotice, SiteNotice } from '../rules/site-notice.ts'
import { messages, notices } from './schema.ts'

/** Adds a message to the outbox and returns its id; null when the key exists, so that none is sent twice. */
export const claimMessage = async (tx: Tx, key: string, message: Message, now?: Date): Promise<number | null> => {
  const { kind, recipient, ...data } = message
  const [row] = await tx.orm
    .insert(messages)
    .values({ key, kind, recipient, data, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  return row?.id ?? null
}

const claim = prepared<{ message: Message; created_at: Date }>(
  'claim_message',
  `update messages set claimed_until = $3
   where id = $1 and sent_at is null and refused_at is null and expired_at is null and (claimed_until is null or claimed_until < $2)
   returning data || jsonb_build_object('kind', kind, 'recipient', recipient) as message, created_at`,
)

/** Claims a message to send. 'busy': another process holds it. Null: it is sent, refused, expired or deleted. */
export const claimMessageToSend = async (
  db: Queryable,
  id: number,
  now: Date,
  until: Date,
): Promise<(Message & { createdAt: Date }) | 'busy' | null> => {
  const [row] = await claim(db, [id, now, until])
  if (row) return { ...row.message, createdAt: row.created_at }
  const [waiting] = await db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.id, id), sql`coalesce(${messages.sentAt}, ${messages.refusedAt}, ${messages.expiredAt}) is null`),
    )
  return waiting ? 'busy' : null
}

/** Releases the claim after a failed delivery. A retry may start at once. */
export const releaseMessage = async (db: Queryable, id: number): Promise<void> => {
  await db.orm.update(messages).set({ claimedUntil: null }).where(eq(messages.id, id))
}

/** Saves how a message ended, and removes the encrypted code, which is no longer needed. */
export const saveMessageEnd = async (
  db: Queryable,
  id: number,
  end: 'sentAt' | 'refusedAt' | 'expiredAt',
  now: Date,
): Promise<void> => {
  await db.orm
    .update(messages)
    .set({ [end]: now, data: sql`${messages.data} - 'sealedCode'` })
    .where(eq(messages.id, id))
}

export const deleteMessagesBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(messages).where(lt(messages.createdAt, before))
}

/** Messages that are counted. */
const MOST_SENT = 10_000

export interface SentMail {
  lastSentAt: Date | null
  sent: number
  /** True if more may have been sent. */
  isCapped: boolean
}

const sentMail = prepared<{ last_sent_at: Date | null; sent: number }>(
  'sent_mail',
  `select (select max(sent_at) from messages where kind = $1 and sent_at is not null) as last_sent_at,
     (select count(*)::int from (select from messages where kind = $1 and sent_at is not null limit ${MOST_SENT}) m) as sent`,
)

/** Returns when a kind of mail was last sent and how often, among the messages that are kept. */
export const findSentMail = async (db: Queryable, kind: Message['kind']): Promise<SentMail> => {
  const [row] = await sentMail(db, [kind])
  const sent = row?.sent ?? 0
  return { lastSentAt: row?.last_sent_at ?? null, sent, isCapped: sent === MOST_SENT }
}

const NOTICE = { id: notices.id, text: notices.text, textEs: notices.textEs, endsAt: notices.endsAt }

export const findNotice = async (db: Queryable): Promise<SiteNotice | null> => {
  const [row] = await db.orm
    .select(NOTICE)
    .from(notices)
    .where(isNull(notices.endedAt))
    .orderBy(desc(notices.id))
    .limit(1)
  return row ?? null
}

export const saveNotice = async (tx: Tx, given: NewNotice & { staffId: number; now: Date }): Promise<SiteNotice> => {
  const { now, ...values } = given
  const [row] = await tx.orm
    .insert(notices)
    .values({ ...values, createdAt: now })
    .returning(NOTICE)
  return row!
}

/** Lets one transaction at a time change the notice. Readers do not wait. */
export const lockNotices = async (tx: Tx): Promise<void> => {
  await tx.client.query('lock table notices in share row exclusive mode')
}

export const endNotices = async (tx: Tx, now: Date): Promise<void> => {
  await tx.orm.update(notices).set({ endedAt: now }).where(isNull(notices.endedAt))
}
