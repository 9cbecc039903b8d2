import { useEffect } from 'react'
import type { ChatShown } from '#src/messages/rules/help.ts'
import { island } from '../island.ts'

interface Chatwoot {
  setUser(id: string, person: { email: string; name: string; identifier_hash: string }): void
  setCustomAttributes(facts: object): void
  deleteCustomAttribute(name: string): void
  reset(): void
}

declare global {
  interface Window {
    chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
    $chatwoot?: Chatwoot
  }
}

/** A person has one of these. The one left from an earlier page must be deleted. */
const TOKENS = ['enroll_token', 'lti_token'] as const

let loaded = false

/**
 * Loads the Chatwoot widget once. `setUser` works only after the widget is ready. The facts are set on the contact,
 * because a conversation that has not started cannot hold any.
 */
const loadChat = ({ baseUrl, websiteToken, user, facts }: ChatShown): void => {
  if (loaded) return
  loaded = true
  addEventListener('chatwoot:ready', () => {
    const widget = window.$chatwoot
    if (!widget) return
    // On a shared tablet, an anonymous visitor must not see the previous person's chat. `reset` fires the ready event
    // again.
    if (!user && document.cookie.includes(`cw_user_${websiteToken}=`)) return widget.reset()
    if (user) widget.setUser(user.id, { email: user.email, name: user.name, identifier_hash: user.hash })
    for (const name of TOKENS) if (!facts[name]) widget.deleteCustomAttribute(name)
    // Chatwoot throws when it gets no attributes.
    if (Object.keys(facts).length > 0) widget.setCustomAttributes(facts)
  })
  const script = Object.assign(document.createElement('script'), { src: `${baseUrl}/packs/js/sdk.js`, async: true })
  script.addEventListener('load', () => window.chatwootSDK?.run({ websiteToken, baseUrl }))
  document.head.append(script)
}

/** Loads the help chat. Renders nothing: the vendor's script adds its own button. */
const Chat = (chat: ChatShown) => {
  useEffect(() => loadChat(chat), [chat])
  return null
}

export default island('help/chat', Chat)
