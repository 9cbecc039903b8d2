import { and, eq, isNull } from 'drizzle-orm'
import type { Message } from '../../domain/message.ts'
import type { Queryable, Tx } from '../db.ts'
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

export const findUnsentMessage = async (db: Queryable, id: number): Promise<(Message & { createdAt: Date }) | null> => {
  const [row] = await db.orm
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.sentAt)))
  if (!row) return null
  return { kind: row.kind, recipient: row.recipient, ...(row.data as object), createdAt: row.createdAt } as Message & {
    createdAt: Date
  }
}

export const saveSent = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await db.orm.update(messages).set({ sentAt: now }).where(eq(messages.id, id))
}
