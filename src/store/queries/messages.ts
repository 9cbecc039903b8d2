import { and, eq, sql } from 'drizzle-orm'
import type { Message } from '../../domain/message.ts'
import { prepared, type Queryable, type Tx } from '../db.ts'
import { messages } from '../schema/messages.ts'

/** Puts a message into the outbox. Null: one with this key is there already, so nobody is written to twice. */
export const claimMessage = async (tx: Tx, key: string, message: Message): Promise<number | null> => {
  const { kind, recipient, ...data } = message
  const [row] = await tx.orm
    .insert(messages)
    .values({ key, kind, recipient, data })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  return row?.id ?? null
}

const claim = prepared<{ kind: string; recipient: string; data: object; created_at: Date }>(
  'claim_message',
  `update messages set claimed_until = $3
   where id = $1 and sent_at is null and refused_at is null and (claimed_until is null or claimed_until < $2)
   returning kind, recipient, data, created_at`,
)

/** Takes a message to send it. 'busy': someone else is at it. Null: it is sent, or refused for good, or gone. */
export const claimMessageToSend = async (
  db: Queryable,
  id: number,
  now: Date,
  until: Date,
): Promise<(Message & { createdAt: Date }) | 'busy' | null> => {
  const [row] = await claim(db, [id, now, until])
  if (row) {
    const { kind, recipient, data, created_at: createdAt } = row
    return { kind, recipient, ...data, createdAt } as Message & { createdAt: Date }
  }
  const [waiting] = await db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), sql`${messages.sentAt} is null and ${messages.refusedAt} is null`))
  return waiting ? 'busy' : null
}

/** It could not be handed over: the next try may begin at once. */
export const releaseMessage = async (db: Queryable, id: number): Promise<void> => {
  await db.orm.update(messages).set({ claimedUntil: null }).where(eq(messages.id, id))
}

/** What was sealed for the way is of no more use. */
const opened = sql`${messages.data} - 'sealedCode'`

export const saveSent = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(messages).set({ sentAt: now, data: opened }).where(eq(messages.id, id))
}

export const saveRefused = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(messages).set({ refusedAt: now, data: opened }).where(eq(messages.id, id))
}
