import { randomInt } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Needs } from '#src/context.ts'
import { actorOf, recordAudit } from '#src/core/audit/audit.ts'
import { findLastAt, saveAudit } from '#src/core/audit/store/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction, Rollback } from '#src/core/db/transactions.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { demandScope, isForCaller, isService, type ServiceAccount } from '#src/core/rules/service-account.ts'
import { demand, demandFresh, may, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { findProduct } from '#src/courses/products.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { findSchoolNamed } from '#src/schools/schools.ts'
import {
  type BatchCode,
  batchShownTo,
  type CodeBatch,
  codesShownTo,
  codesToMake,
  drawCode,
  type MailingReason,
  type MakeCodesForm,
  type MakingReason,
  usableCodes,
} from './rules/code-batches.ts'
import {
  type BatchCall,
  claimBatchCall,
  deleteBatchCallsBefore,
  findBatchCall,
  saveBatchOfCall,
} from './store/batch-calls.ts'
import { saveCoupons } from './store/coupons.ts'
import { findBatch, findKeySchool, listBatchCodes, lockBatch, saveBatch, saveBatchFacts } from './store/staff-codes.ts'

type Asked = Record<keyof z.infer<typeof MakeCodesForm>, string>

/** A colleague or a program. */
export type Caller = Staff | ServiceAccount

interface BatchAndCodes {
  batch: CodeBatch
  codes: BatchCode[]
}

type CodesMade = ({ ok: true } & BatchAndCodes) | Refused<MakingReason>

/** Time in which a call that is sent again with its Idempotency-Key gets the same batch. */
const REPEAT_MS = DAY_MS

/**
 * Creates a batch of codes, all or none: one chosen code, or a number of random codes. With an Idempotency-Key a second
 * call, also at the same time, returns the batch of the first.
 */
export const generateCodes = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  asked: Asked,
  by: Caller,
  idempotencyKey?: string,
): Promise<CodesMade> => {
  if (isService(by)) demandScope(by, 'codes:make')
  else demand(by, 'manage')
  const now = app.clock.now()
  const since = new Date(now.getTime() - REPEAT_MS)
  const call =
    idempotencyKey === undefined
      ? null
      : { caller: actorOf(by), key: idempotencyKey, askedHash: sha256(JSON.stringify(asked)), now, since }
  const before = call && (await findMade(app.db, call))
  if (before) return before
  const checked = codesToMake(asked, { now, timezone: app.timezone })
  if (!checked.ok) return checked
  const { productCode, count, maxUsage, expiresAt, note, code } = checked.wanted
  const product = await findProduct(app.db, productCode)
  if (!product) return refuse('product_not_found')
  if (product.isFree) return refuse('free_product')
  return inTransaction<CodesMade>(app.db, async tx => {
    const schoolId = await schoolFor(tx, asked.school, by)
    if (schoolId === undefined) return refuse('school_not_found')
    // Waits for a call with the same key that is under way.
    if (call && !(await claimBatchCall(tx, call))) return (await findMade(tx, call)) ?? again()
    const maker = isService(by) ? { serviceAccountId: by.id } : { staffId: by.id }
    const batchId = await saveBatch(tx, {
      ...maker,
      productId: product.id,
      schoolId,
      size: count,
      note,
      createdAt: now,
    })
    if (call) await saveBatchOfCall(tx, call, batchId)
    // Random codes that exist already are replaced by others.
    for (let missing = count; missing > 0; ) {
      const drawn = new Set<string>()
      while (drawn.size < missing) drawn.add(code ?? drawCode(randomInt))
      const rows = [...drawn].map(text => ({ code: text, productId: product.id, maxUsage, expiresAt }))
      const saved = await saveCoupons(tx, rows, { batchId })
      if (code && saved.size === 0) throw new Rollback(refuse('code_exists'))
      missing -= saved.size
    }
    const codes = await listBatchCodes(tx, batchId)
    const batch = await findBatch(tx, batchId)
    const after = {
      ...{ product: product.productCode, codes: count, maxUsage, expiresAt, note },
      ...(batch?.school && { school: batch.school.name }),
    }
    await recordAudit(tx, { by, action: 'create-access-codes', subject: { kind: 'batch', id: batchId }, after, now })
    return { ok: true, batch: batch!, codes }
  })
}

/** Returns what an earlier call with this key made; null if there was none. */
const findMade = async (db: Queryable, call: BatchCall): Promise<CodesMade | null> => {
  const made = await findBatchCall(db, call)
  if (!made) return null
  if (made.askedHash !== call.askedHash) return refuse('key_reused')
  const found = await read(db, String(made.batchId))
  return found && { ok: true, ...found }
}

const again = (): never => {
  throw new RetryTransaction('the call that made the batch is gone')
}

/** Returns the school that a call names: null for none, undefined if it is unknown or not the caller's. */
export const schoolFor = async (db: Queryable, typed: string, by: Caller): Promise<number | null | undefined> => {
  const own = isService(by) ? await findKeySchool(db, by.id) : { id: null }
  if (!own || typed === '') return own?.id
  const id = (await findSchoolNamed(db, typed)) ?? undefined
  return own.id === null || own.id === id ? id : undefined
}

/** Changes what staff say about a batch. */
export const annotateBatch = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  typed: { school: string; seller: string; note: string },
  by: Staff,
) => {
  demand(by, 'manage')
  return inTransaction(app.db, async tx => {
    const schoolId = await schoolFor(tx, typed.school, by)
    if (schoolId === undefined) return refuse('school_not_found')
    await lockBatch(tx, id)
    const batch = await findBatch(tx, id)
    if (!batch) return refuse('batch_not_found')
    const facts = { schoolId, seller: typed.seller.trim().slice(0, 200), note: typed.note.trim().slice(0, 200) }
    await saveBatchFacts(tx, id, facts)
    const lineOf = (b: CodeBatch | null) => ({ school: b?.school?.name ?? null, seller: b?.seller, note: b?.note })
    const [before, after] = [lineOf(batch), lineOf(await findBatch(tx, id))]
    const subject = { kind: 'batch', id } as const
    await recordAudit(tx, { by, action: 'change-code-batch', subject, before, after, now: app.clock.now() })
    return { ok: true as const }
  })
}

/** Deletes the keys of calls that may no longer be sent again. */
export const deleteOldBatchCalls = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteBatchCallsBefore(db, new Date(clock.now().getTime() - REPEAT_MS))

/** Time for which a mailed link opens the codes. */
const LINK_MS = 14 * DAY_MS

/**
 * Mails a coordinator a link to the codes of a batch that can still be used. Requires a fresh sign-in, because unused codes
 * are worth money. One mail a day for an address.
 */
export const mailCodeBatch = async (
  app: Needs<'clock' | 'codeLinks' | 'db' | 'jobs' | 'publicUrl' | 'timezone'>,
  id: number,
  typed: string,
  by: SignedInStaff,
): Promise<{ ok: true; email: string } | Refused<MailingReason>> => {
  demand(by, 'change')
  const now = app.clock.now()
  demandFresh(by, now)
  const email = cleanEmail(typed)
  if (!email) return refuse('email_invalid')
  const found = await read(app.db, String(id))
  if (!found) return refuse('batch_not_found')
  const open = usableCodes(found.codes, now).length
  if (open === 0) return refuse('none_open')
  const until = new Date(now.getTime() + LINK_MS)
  const signed = `${id}.${Math.floor(until.getTime() / 1000)}`
  const url = `${app.publicUrl}/cards/${signed}.${app.codeLinks.sign(signed)}`
  return inTransaction(app.db, async tx => {
    const key = `code-cards:${id}:${sha256(email)}:${dayOf(now, app.timezone)}`
    const mail = { recipient: email, product: found.batch.productName, codes: open, url, until: until.toISOString() }
    if (!(await queueMessage(tx, app.jobs, key, { kind: 'code-cards', ...mail }))) return refuse('mailed_today')
    const after = { codes: open, to: email }
    await recordAudit(tx, { by, action: 'mail-access-codes', subject: { kind: 'batch', id }, after, now })
    return { ok: true as const, email }
  })
}

/** Returns true if a link to a batch was mailed that may still open it. */
export const hasCodeLinks = async ({ db, clock }: Needs<'clock' | 'db'>, id: number): Promise<boolean> => {
  const mailedAt = await findLastAt(db, 'mail-access-codes', { kind: 'batch', id })
  const endedAt = await findLastAt(db, 'end-code-links', { kind: 'batch', id })
  return mailedAt !== null && mailedAt > (endedAt ?? new Date(clock.now().getTime() - LINK_MS))
}

/** Ends the links to a batch that were mailed so far. Its codes stay as they are. */
export const endCodeLinks = (app: Needs<'clock' | 'db'>, id: number, by: Staff): Promise<void> => {
  demand(by, 'change')
  const subject = { kind: 'batch', id } as const
  return inTransaction(app.db, tx => recordAudit(tx, { by, action: 'end-code-links', subject, now: app.clock.now() }))
}

/** Finds the codes of a mailed link that can still be used; null if it is forged, ended or its time is over. Audited. */
export const openCodeLink = async (
  { db, clock, codeLinks }: Needs<'clock' | 'codeLinks' | 'db'>,
  link: string,
): Promise<BatchAndCodes | null> => {
  const now = clock.now()
  const [, signed = '', id = '', until = '', signature = ''] = link.match(/^((\d{1,15})\.(\d{10}))\.([\w-]{43})$/) ?? []
  if (!codeLinks.verifies(signed, signature) || Number(until) * 1000 < now.getTime()) return null
  const endedAt = await findLastAt(db, 'end-code-links', { kind: 'batch', id: Number(id) })
  if (endedAt && Number(until) * 1000 - LINK_MS <= endedAt.getTime()) return null
  const found = await read(db, id)
  if (!found) return null
  const codes = usableCodes(found.codes, now)
  const after = { as: 'mailed link', codes: codes.length }
  const line = { actor: 'system', action: 'download-access-codes', subjectKind: 'batch', after } as const
  await inTransaction(db, tx => saveAudit(tx, { ...line, subjectId: found.batch.id }, now))
  return { ...found, codes }
}

const read = async (db: Queryable, id: string): Promise<BatchAndCodes | null> => {
  if (!/^\d{1,15}$/.test(id)) return null
  const batch = await findBatch(db, Number(id))
  return batch && { batch, codes: await listBatchCodes(db, batch.id) }
}

/** Finds a batch with the codes that this role may see, for the screen. Who may see unused codes needs a fresh sign-in. */
export const findCodeBatch = async (app: Needs<'clock' | 'db'>, id: string, by: SignedInStaff) => {
  if (may(by, 'change')) demandFresh(by, app.clock.now())
  const found = await read(app.db, id)
  return found && { ...found, codes: codesShownTo(by, found.codes) }
}

/**
 * Finds a batch with all its codes, to take away as a file, as cards or as JSON. Audited. Requires the support role and a
 * fresh sign-in, because unused codes are worth money, or the key of a program that covers its school.
 */
export const downloadCodeBatch = async (
  app: Needs<'clock' | 'db'>,
  id: string,
  as: 'csv' | 'cards' | 'json',
  by: SignedInStaff | ServiceAccount,
): Promise<BatchAndCodes | null> => {
  const now = app.clock.now()
  if (isService(by)) demandScope(by, 'codes:read')
  else {
    demand(by, 'change')
    demandFresh(by, now)
  }
  return inTransaction(app.db, async tx => {
    const found = await read(tx, id)
    if (!found || !isForCaller(found.batch.school?.id ?? null, by)) return null
    const after = { as, codes: found.codes.length }
    const subject = { kind: 'batch', id: found.batch.id } as const
    await recordAudit(tx, { by, action: 'download-access-codes', subject, after, now })
    return { ...found, batch: batchShownTo(by, found.batch) }
  })
}
