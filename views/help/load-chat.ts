import type { ChatShown } from '#src/domain/help.ts'

interface Chatwoot {
  setUser(id: string, person: { email: string; name: string; identifier_hash: string }): void
  setCustomAttributes(facts: object): void
  setConversationCustomAttributes(facts: object): void
}

interface ChatWindow {
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
  $chatwoot?: Chatwoot
}

let loaded = false

/**
 * Loads the help chat of a payment page (Chatwoot), once. Who the person is can be told only when the widget says that it
 * is ready; earlier it is lost. A script that is blocked leaves the page as it is, with its mail address and its form.
 */
export const loadChat = ({ baseUrl, websiteToken, user, facts }: ChatShown): void => {
  if (loaded) return
  loaded = true
  const chat = window as unknown as ChatWindow
  addEventListener('chatwoot:ready', () => {
    const widget = chat.$chatwoot
    if (!widget) return
    if (user) {
      widget.setUser(user.id, { email: user.email, name: user.name, identifier_hash: user.hash })
      widget.setCustomAttributes(facts)
    }
    widget.setConversationCustomAttributes(facts)
  })
  const script = Object.assign(document.createElement('script'), { src: `${baseUrl}/packs/js/sdk.js`, async: true })
  script.addEventListener('load', () => chat.chatwootSDK?.run({ websiteToken, baseUrl }))
  document.head.append(script)
}
