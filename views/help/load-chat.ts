import type { ChatShown } from '#src/domain/help.ts'

interface Chatwoot {
  setUser(id: string, person: { email: string; name: string; identifier_hash: string }): void
  setCustomAttributes(facts: object): void
  deleteCustomAttribute(name: string): void
  reset(): void
}

interface ChatWindow {
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
  $chatwoot?: Chatwoot
}

/** Of these a person has one; that of a page before would stay beside it. */
const TOKENS = ['enroll_token', 'lti_token'] as const

let loaded = false

/**
 * Loads the help chat of a payment page (Chatwoot), once. Who the person is can be told only when the widget says that it
 * is ready; earlier it is lost. The facts go to the contact: a talk that has not begun takes none. A script that is blocked
 * leaves the page as it is, with its mail address and its form.
 */
export const loadChat = ({ baseUrl, websiteToken, user, facts }: ChatShown): void => {
  if (loaded) return
  loaded = true
  const chat = window as unknown as ChatWindow
  addEventListener('chatwoot:ready', () => {
    const widget = chat.$chatwoot
    if (!widget) return
    // A tablet is shared: what the one before wrote is not for who has not said who they are. Then it is ready once more.
    if (!user && document.cookie.includes(`cw_user_${websiteToken}=`)) return widget.reset()
    if (user) widget.setUser(user.id, { email: user.email, name: user.name, identifier_hash: user.hash })
    for (const name of TOKENS) if (!facts[name]) widget.deleteCustomAttribute(name)
    // Both calls throw where they are given nothing.
    if (Object.keys(facts).length > 0) widget.setCustomAttributes(facts)
  })
  const script = Object.assign(document.createElement('script'), { src: `${baseUrl}/packs/js/sdk.js`, async: true })
  script.addEventListener('load', () => chat.chatwootSDK?.run({ websiteToken, baseUrl }))
  document.head.append(script)
}
