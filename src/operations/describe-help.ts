import type { HelpShown } from '../domain/help.ts'
import type { Deps } from './deps.ts'
import { type HelpAbout, helpFacts } from './steps/help-facts.ts'

/** What the help corner of a payment page holds. Where no chat is set up nothing is looked up for it. */
export const describeHelp =
  (deps: Deps) =>
  async (token: string | undefined, about: HelpAbout): Promise<HelpShown> => {
    const { chat } = deps
    const row = about && 'entitlement' in about ? about.entitlement : null
    const school = row ? row.school : about && 'course' in about ? about.course.school : null
    const shown = { token: token ?? null, email: row?.email ?? '', isK12: school?.isK12 ?? false }
    if (!chat || shown.isK12) return { ...shown, chat: null }
    const id = row && `signbook-${row.personId}`
    const { baseUrl, websiteToken, sign } = chat
    return {
      ...shown,
      chat: {
        baseUrl,
        websiteToken,
        user: row && id && (row.email || row.name) ? { id, email: row.email ?? '', name: row.name ?? '', hash: sign(id) } : null,
        facts: await helpFacts(deps, about),
      },
    }
  }
