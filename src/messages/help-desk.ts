import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { type Language, languages } from '#src/core/rules/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { queueMessage } from './messages.ts'
import {
  type HelpDeskReason,
  type HelpReply,
  type HelpRequest,
  type TemplateName,
  templateLabels,
} from './rules/help-desk.ts'
import {
  claimOwner,
  findHelpRequest,
  listChangedTemplates,
  listHelpRows,
  listReplies,
  lockHelpRequest,
  saveHelpChange,
  saveReply,
  saveTemplate,
} from './store/help-desk.ts'

/** Lists help requests a page at a time. */
export const listHelpRequests = ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<HelpRequest>> =>
  listHelpRows(db, query, by.id)

/** Finds a request with its replies. */
export const viewHelpRequest = async (
  { db }: Needs<'db'>,
  id: number,
): Promise<{ request: HelpRequest; replies: HelpReply[] } | null> => {
  const request = await findHelpRequest(db, id)
  return request && { request, replies: await listReplies(db, id) }
}

type HelpChanged = { ok: true } | Refused<HelpDeskReason>

const subjectOf = (id: number) => ({ kind: 'help', id }) as const

type Locked = NonNullable<Awaited<ReturnType<typeof lockHelpRequest>>>

/** Changes a locked request. */
const changeRequest = async <T>(
  app: Needs<'clock' | 'db'>,
  id: number,
  by: Staff,
  work: (tx: Tx, request: Locked, now: Date) => Promise<T>,
): Promise<T | Refused<'help_not_found'>> => {
  demand(by, 'change')
  return inTransaction(app.db, async tx => {
    const request = await lockHelpRequest(tx, id)
    return request ? work(tx, request, app.clock.now()) : refuse('help_not_found')
  })
}

/** Marks a request as done, or opens it again. Refuses if it is so already. */
export const setHelpDone = (
  app: Needs<'clock' | 'db'>,
  { id, isDone }: { id: number; isDone: boolean },
  by: Staff,
): Promise<HelpChanged> =>
  changeRequest(app, id, by, async (tx, request, now) => {
    if (isDone === (request.answeredAt !== null)) return refuse(isDone ? 'help_answered' : 'help_open')
    await saveDone(tx, { id, isDone, by, now })
    return { ok: true }
  })

const saveDone = async (tx: Tx, { id, isDone, by, now }: { id: number; isDone: boolean; by: Staff; now: Date }) => {
  await saveHelpChange(tx, id, { answeredAt: isDone ? now : null })
  const action = isDone ? 'answer-help' : 'reopen-help'
  await recordAudit(tx, { by, action, subject: subjectOf(id), before: { isDone: !isDone }, after: { isDone }, now })
}

/** Takes back one's own "done" of the last 30 seconds. A reply that was sent stays sent. */
export const undoHelpAnswered = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demand(by, 'change')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const request = await lockHelpRequest(tx, id)
    const change = { by, action: 'answer-help', subject: subjectOf(id), now } as const
    if (!request?.answeredAt || !(await findUndoable(tx, { ...change, current: { isDone: true } })))
      return refuse('too_late_to_undo')
    await saveHelpChange(tx, id, { answeredAt: null })
    await recordAudit(tx, { ...change, before: { isDone: true }, after: { isDone: false }, reason: UNDO_REASON })
    return { ok: true }
  })
}

/** Time in which the same reply again is a button that was pressed twice. */
const PRESSED_TWICE_MS = 60_000

/** Mails a reply from the support address. Who replies first owns the request; answers come to that address. */
export const replyToHelp = (
  app: Needs<'clock' | 'db' | 'jobs' | 'supportEmail'>,
  { id, text, language, isDone }: { id: number; text: string; language: Language; isDone: boolean },
  by: Staff,
): Promise<{ ok: true; email: string } | Refused<HelpDeskReason>> =>
  changeRequest(app, id, by, async (tx, request, now) => {
    if (request.answeredAt) return refuse('help_answered')
    const last = (await listReplies(tx, id)).at(-1)
    if (last?.text !== text || now.getTime() - last.at.getTime() > PRESSED_TWICE_MS) {
      const replyId = await saveReply(tx, { requestId: id, text, staffId: by.id, at: now })
      await queueMessage(tx, app.jobs, `help-reply:${replyId}`, {
        ...{ kind: 'help-reply', recipient: request.email, replyTo: app.supportEmail, language },
        ...{ text, question: request.text, reference: String(id) },
      })
      await claimOwner(tx, id, by.id)
      await recordAudit(tx, { by, action: 'reply-help', subject: subjectOf(id), now })
    }
    if (isDone) await saveDone(tx, { id, isDone, by, now })
    return { ok: true, email: request.email }
  })

/** Gives a request to a colleague, or to nobody. */
export const giveHelpTo = (
  app: Needs<'clock' | 'db'>,
  id: number,
  owner: Pick<Staff, 'id' | 'email'> | null,
  by: Staff,
): Promise<HelpChanged> =>
  changeRequest(app, id, by, async (tx, request, now) => {
    const [before, after] = [{ ownerId: request.ownerId }, { ownerId: owner?.id ?? null }]
    await saveHelpChange(tx, id, after)
    await recordAudit(tx, { by, action: 'give-help', subject: subjectOf(id), before, after, now })
    return { ok: true }
  })

type HelpTemplate = { name: TemplateName } & Record<Language, { text: string; isChanged: boolean }>

/** Lists the templates as staff changed them, in each language. */
export const listTemplates = async ({ db }: Needs<'db'>): Promise<HelpTemplate[]> => {
  const changed = await listChangedTemplates(db)
  const textOf = (name: TemplateName, language: Language) => {
    const own = changed.find(t => t.name === name && t.language === language)
    return { text: own?.text ?? textsIn(language).helpTemplates[name], isChanged: own !== undefined }
  }
  return keysOf(templateLabels).map(name => ({ name, en: textOf(name, 'en'), es: textOf(name, 'es') }))
}

/** Changes a template in both languages. An empty text brings the original back. */
export const changeTemplate = async (
  app: Needs<'clock' | 'db'>,
  name: TemplateName,
  texts: Record<Language, string>,
  by: Staff,
): Promise<void> => {
  demand(by, 'change')
  const before = (await listTemplates(app)).find(t => t.name === name)
  await inTransaction(app.db, async tx => {
    for (const language of languages) {
      const text = texts[language].trim()
      const isOriginal = text === textsIn(language).helpTemplates[name].trim()
      await saveTemplate(tx, name, language, isOriginal ? '' : text)
    }
    const change = { before: { en: before?.en.text, es: before?.es.text }, after: texts }
    const subject = { kind: 'help-template', key: name } as const
    await recordAudit(tx, { by, action: 'change-help-template', subject, ...change, now: app.clock.now() })
  })
}
