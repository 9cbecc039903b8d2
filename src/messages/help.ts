import { createHmac } from 'node:crypto'
import type { Needs } from '#src/context.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { OutsideSources } from '#src/http/security.ts'
import { addSupportFlag } from './store/support.ts'

export { findIssuer, listPagesWithoutToken, saveHelpRequest } from './store/support.ts'

/** Counts payment pages opened without a token, one row per day and page. */
export const flagSupport = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  page: string,
): Promise<void> => {
  const now = clock.now()
  await addSupportFlag(db, { day: dayOf(now, timezone), page, now })
}

interface ChatSettings {
  baseUrl: string
  websiteToken: string
  hmacToken: string
}

export type Chat = NonNullable<ReturnType<typeof makeChat>>

/** Settings of the help chat. `sign` returns the vendor's identity hash: hex HMAC-SHA256 of the id. */
export const makeChat = (settings: ChatSettings | null) =>
  settings && {
    baseUrl: settings.baseUrl,
    websiteToken: settings.websiteToken,
    sign: (id: string) => createHmac('sha256', settings.hmacToken).update(id).digest('hex'),
  }

/** Returns what pages with the chat may load. */
export const chatSources = (settings: ChatSettings | null): OutsideSources | null => {
  if (!settings) return null
  const all = [settings.baseUrl]
  return { scripts: all, frames: all, connections: all, media: all, inlineStyles: true }
}
