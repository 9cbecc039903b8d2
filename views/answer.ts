import type { Problems } from '#src/core/rules/form.ts'
import type { RefusalText, RefusalTexts, Statuses } from '#src/core/rules/outcome.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import type { Fields, Form, LocalPath } from './screen.ts'

/** The result of an action, as one line of the page. */
export interface FeedbackText {
  tone: 'good' | 'problem'
  text: string
  /** The form that takes the change back, for 30 seconds. */
  undo?: { action: string; fields: Fields }
}

/** A question asked before an action that is hard to undo. */
export interface Question {
  title: string
  /** Effects of the action, one sentence each. */
  says: string[]
  details?: unknown
  /** Sent back as `confirmed`, to notice that the effects changed meanwhile. */
  effectsKey?: string
  /** Null if nothing can be done. */
  button: string | null
  /** It cannot be undone, or takes access from many. */
  isDangerous?: boolean
  /** Asks for a reason, which the history keeps. */
  needsReason: boolean
}

/** The page after an action shows this once. */
export interface DoneShown {
  feedback: FeedbackText | null
  /** JSON values, such as a new secret. `shownOnce` reads them. */
  shows: object | null
}

/** The action was carried out. Answered with 303, so that a reload repeats nothing. */
export interface Done extends DoneShown {
  kind: 'done'
  to: LocalPath
}

/** The action was refused. Answered with the same page and this status; what was typed is kept. */
export interface Refusal {
  kind: 'refused'
  /** Stable code, sent as `x-reason`. */
  reason: string
  status: number
  /** Sentences by the input that they are about; '' for none. */
  problems: Problems
  retryAfter: Date | null
  /** Signed help that an island shows with it. */
  help?: HelpSlot
}

/** The action waits for a confirmation. Answered with the same page, which asks instead of its usual content. */
export interface Ask {
  kind: 'ask'
  question: Question
  /** The reason why the confirmation that was sent does not suffice. */
  refusal: Refusal | null
}

/** The answers of an action that need no page of their own. */
export type Answer = Done | Refusal | Ask

interface DoneOptions {
  /** Fields of the form that takes the change back. It presses `undo` on the page at `to`. */
  undo?: Fields | undefined
  shows?: object | undefined
  /** `problem`: only a part was done. */
  tone?: FeedbackText['tone']
}

export const done = (to: LocalPath, text: string | null, { undo, shows, tone = 'good' }: DoneOptions = {}): Done => ({
  kind: 'done',
  to,
  feedback: text === null ? null : { tone, text, ...(undo && { undo: { action: withoutFragment(to), fields: undo } }) },
  shows: shows ?? null,
})

export const withoutFragment = (to: string): string => to.split('#')[0] ?? ''

export const refused = (
  reason: string,
  { message, field = '' }: RefusalText,
  status = 422,
  retryAfter: Date | null = null,
): Refusal => ({ kind: 'refused', reason, status, problems: { [field]: message }, retryAfter })

/** Makes the function that refuses for a reason, with its sentence and HTTP status of these tables. */
export const makeRefuser =
  <R extends string>(texts: RefusalTexts<R>, statusOf: Statuses<NoInfer<R>>) =>
  (reason: R): Refusal =>
    refused(reason, texts[reason], statusOf[reason])

/** Refuses a form whose fields are wrong. */
export const invalid = (problems: Problems): Refusal => ({
  kind: 'refused',
  reason: 'form_invalid',
  status: 422,
  problems,
  retryAfter: null,
})

/** Asks before the action. With a refusal, it asks again and says why. */
export const ask = (question: Question, refusal: Refusal | null = null): Ask => ({ kind: 'ask', question, refusal })

interface Confirmation {
  /** The `effectsKey` of the question. */
  confirmed: string
  reason: string
}

/** Returns the confirmation that was sent. Null when nothing has been asked yet. */
export const confirmationIn = ({ fields: { confirmed, reason = '' } }: Form): Confirmation | null =>
  confirmed === undefined ? null : { confirmed, reason: reason.trim().slice(0, 500) }

/** Asks before the action, then acts. Asks again without a reason, or if the effects changed meanwhile. */
export const askFirst = async (
  form: Form,
  question: Question,
  act: (confirmation: Confirmation) => Promise<Answer>,
): Promise<Answer> => {
  const confirmation = confirmationIn(form)
  if (!confirmation) return ask(question)
  const answer = await act(confirmation)
  const asksAgain = answer.kind === 'refused' && ['reason_required', 'effects_changed'].includes(answer.reason)
  return asksAgain ? ask(question, answer) : answer
}

/** The action before this page: a form that was not carried out, or the result of a finished one. */
export interface Answered {
  /** The button that was pressed; null after a redirect. */
  intent: string | null
  /** The typed fields; empty after a redirect. */
  form: Form
  url: string
  /** Code of a refusal. */
  reason: string | null
  /** Sentences for the inputs that show their own. */
  problems: Problems
  feedback: FeedbackText | null
  question: Question | null
  shows: object | null
}

const nothing: Answered = {
  intent: null,
  form: { fields: {}, all: {} },
  url: '',
  reason: null,
  problems: {},
  feedback: null,
  question: null,
  shows: null,
}

/** Returns what an action left for the page that it redirected to. */
export const answeredBefore = ({ feedback, shows }: DoneShown): Answered => ({ ...nothing, feedback, shows })

/**
 * Returns what the page shows of an action that was refused or asks. `fields` names the inputs that show their own problem;
 * the first problem of another is shown at the top.
 */
export const answeredNow = (
  answer: Refusal | Ask,
  { form, url, intent, fields }: { form: Form; url: string; intent: string; fields: readonly string[] },
): Answered => {
  const refusal = answer.kind === 'refused' ? answer : answer.refusal
  const problems = refusal?.problems ?? {}
  const question = answer.kind === 'ask' ? answer.question : null
  const hasInput = (field: string) => (question ? field === 'reason' && question.needsReason : fields.includes(field))
  const [, top = null] = Object.entries(problems).find(([field]) => !hasInput(field)) ?? []
  return {
    ...nothing,
    intent,
    form,
    url,
    problems,
    question,
    reason: refusal?.reason ?? null,
    feedback: top === null ? null : { tone: 'problem', text: top },
  }
}

/** Returns a form that was sent to see its page in another language, without what a page never repeats. */
export const answeredInLanguage = ({ fields }: Form, intent: string, url: string): Answered => {
  const { password: _, confirm_password: _again, code: _code, pin_number: _pin, ...kept } = fields
  return { ...nothing, intent, url, form: { fields: kept, all: {} } }
}

/** Returns the form of a button as it was sent, with the problems of its inputs. Empty unless it was just refused. */
export const posted = (answered: Answered | null, ...intents: string[]): Form & Pick<Answered, 'problems'> =>
  answered?.intent != null && intents.includes(answered.intent)
    ? { ...answered.form, problems: answered.problems }
    : { ...nothing.form, problems: {} }

/** Returns the values that `done` left to show once. They went through JSON: dates are texts. */
export const shownOnce = <T extends object>(answered: Answered | null): Partial<T> =>
  (answered?.shows ?? {}) as Partial<T>
