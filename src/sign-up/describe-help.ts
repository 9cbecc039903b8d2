import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import type { ChatShown, HelpShown } from '#src/messages/rules/help.ts'
import { type HelpSubject, helpFacts, isOfK12, knownAddress } from './help-facts.ts'

const identify = ({ personId, email, name }: Entitlement, sign: (id: string) => string): ChatShown['user'] => {
  const id = `signbook-${personId}`
  return { id, email: email ?? '', name: name ?? '', hash: sign(id) }
}

/** Returns the content of the help section of a payment page. Looks up nothing if there is no chat. */
export const describeHelp = async (
  app: Needs<'chat' | 'db'>,
  token: string | undefined,
  about: HelpSubject,
): Promise<HelpShown> => {
  const { chat } = app
  const row = about && 'entitlement' in about ? about.entitlement : null
  const isK12 = isOfK12(about)
  const shown = { token: token ?? null, email: row?.email ?? '', isK12, asksEmail: knownAddress(about) === null }
  if (!chat || shown.isK12) return { ...shown, chat: null }
  // The vendor requires a name or an e-mail.
  const person = row?.email || row?.name ? row : null
  const { baseUrl, websiteToken, sign } = chat
  return {
    ...shown,
    chat: {
      baseUrl,
      websiteToken,
      user: person && identify(person, sign),
      facts: await helpFacts(app, about),
    },
  }
}
