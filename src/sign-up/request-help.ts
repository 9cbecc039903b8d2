import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { HelpForm } from '#src/messages/rules/help.ts'
import { saveHelpRequest } from '#src/messages/store/support.ts'
import { findHelpSubject, helpFacts, isOfK12, knownAddress } from './help-facts.ts'
import type { CaptchaReason } from './rules/captcha.ts'
import { verifyCaptcha } from './verify-captcha.ts'

interface RequestHelp {
  /** Token of the current page. The facts are looked up from it, not read from the form. */
  token: string
  fields: Record<string, string | undefined>
  /** Response to the captcha; empty if the form had none. */
  captcha: string
  address: string
  /** Reference of an error page, empty if there is none. */
  reference: string
  language: Language
}

type HelpRequested =
  | { ok: true }
  | (Refused<'form_invalid'> & { problems: Problems })
  | Refused<CaptchaReason | 'captcha_needed'>
  | (Refused<'too_many_requests'> & { until: Date })

/** Pattern of the references of error pages. */
const REFERENCE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/
const MAX_PER_PERSON = 5
/** A whole school may share one address. */
const MAX_PER_ADDRESS = 100
/** Questions of a network in an hour that need no captcha. */
const FREE_PER_ADDRESS = 10

/** Stores a help request with facts about the course and queues it as mail to support, in one transaction. */
export const requestHelp = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'jobs' | 'limitHash' | 'log' | 'supportEmail'>,
  { token, fields, captcha, address, reference, language }: RequestHelp,
): Promise<HelpRequested> => {
  const { limitHash } = app
  const about = await findHelpSubject(app.db, token)
  const known = knownAddress(about)
  const given = known ? { ...fields, email: known } : fields
  const checked = checkForm(HelpForm(textsIn(language).help), given)
  if (!checked.ok) return { ...refuse('form_invalid'), problems: checked.problems }
  const { email, text } = checked.value
  const now = app.clock.now()
  const free = { key: `help:free:${limitHash.network(address)}`, most: FREE_PER_ADDRESS }
  if (await claimLimit(app.db, free, HOUR_MS, now)) {
    const verdict = await verifyCaptcha(app, { response: captcha, address })
    if (!verdict.ok) return captcha === '' ? refuse('captcha_needed') : verdict
  }
  const facts = { ...(await helpFacts(app, about)), email, ...(REFERENCE.test(reference) ? { reference } : {}) }
  return inTransaction(app.db, async tx => {
    const limits = [
      { key: `help:email:${limitHash.target(email)}:${limitHash.network(address)}`, most: MAX_PER_PERSON },
      { key: `help:address:${limitHash.network(address)}`, most: MAX_PER_ADDRESS },
    ]
    for (const limit of limits) {
      const until = await claimLimit(tx, limit, HOUR_MS, now)
      if (until) return { ...refuse('too_many_requests'), until }
    }
    const id = await saveHelpRequest(tx, { email, text, facts, now })
    await queueMessage(tx, app.jobs, `help:${id}`, {
      kind: 'help',
      recipient: app.supportEmail,
      replyTo: email,
      text,
      facts: Object.entries(facts),
    })
    return { ok: true }
  })
}

/** Returns how the help page asks: for children without a phone number, and without an address if it is known. */
export const describeHelpForm = async (
  { db }: Needs<'db'>,
  token: string,
): Promise<{ isK12: boolean; asksEmail: boolean }> => {
  const about = await findHelpSubject(db, token)
  return { isK12: isOfK12(about), asksEmail: knownAddress(about) === null }
}
