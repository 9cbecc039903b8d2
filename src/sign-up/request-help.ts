import { findEntitlementByToken } from '#src/access/index.ts'
import { sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { type AllProblems, allProblems, checkForm } from '#src/core/rules/form.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { findJoinCourse } from '#src/courses/index.ts'
import { queueMessage, saveHelpRequest } from '#src/messages/index.ts'
import { HelpForm } from '#src/messages/rules/help.ts'
import type { Deps } from './deps.ts'
import { type HelpSubject, helpFacts } from './help-facts.ts'

interface RequestHelp {
  /** Token of the current page. The facts are looked up from it, not read from the form. */
  token: string
  fields: Record<string, string | undefined>
  address: string
}

type HelpRequested =
  | { ok: true }
  | (Refused<'form_invalid'> & { problems: AllProblems })
  | (Refused<'too_many_requests'> & { until: Date })

const MAX_PER_PERSON = 5
/** A whole school may share one address. */
const MAX_PER_ADDRESS = 100

/** Stores a help request with facts about the course and queues it as mail to support, in one transaction. */
export const requestHelp =
  (deps: Deps) =>
  async ({ token, fields, address }: RequestHelp): Promise<HelpRequested> => {
    const checked = checkForm(HelpForm, fields)
    if (!checked.ok) return { ...refuse('form_invalid'), problems: allProblems(HelpForm, fields) }
    const { email, text } = checked.value
    const now = deps.clock.now()
    const facts = { ...(await helpFacts(deps, await findAbout(deps, token))), email }
    return inTransaction(deps.db, async tx => {
      const limits = [
        { key: `help:email:${sha256(email)}`, most: MAX_PER_PERSON },
        { key: `help:address:${networkOf(address)}`, most: MAX_PER_ADDRESS },
      ]
      for (const limit of limits) {
        const until = await claimLimit(tx, limit, HOUR_MS, now)
        if (until) return { ...refuse('too_many_requests'), until }
      }
      const id = await saveHelpRequest(tx, { email, text, facts, now })
      await queueMessage(tx, deps.jobs, `help:${id}`, {
        kind: 'help',
        recipient: deps.supportEmail,
        replyTo: email,
        text,
        facts: Object.entries(facts),
      })
      return { ok: true }
    })
  }

const findAbout = async ({ db }: Deps, token: string): Promise<HelpSubject> => {
  if (token.startsWith('c_')) {
    const course = await findJoinCourse(db, token)
    return course && { course }
  }
  const entitlement = token ? await findEntitlementByToken(db, token) : null
  return entitlement && { entitlement }
}
