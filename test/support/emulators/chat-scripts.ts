/**
 * Emulates Chatwoot's page script: `$chatwoot` exists once it runs, its frame listens only after `ready`, and it throws
 * where the original does. Written from the original's behavior, not its source.
 */
export const script = `(() => {
  let frame
  const tell = (event, rest) => frame.contentWindow.postMessage('chatwoot-widget:' + JSON.stringify({ event, ...rest }), '*')
  const keep = (name, value) => { document.cookie = name + '=' + value + '; path=/; SameSite=Lax; max-age=' + (value ? 31536000 : 0) }
  const kept = name => document.cookie.match(new RegExp('(?:^|; )' + name + '=([^;]*)'))?.[1] ?? ''
  const some = facts => {
    if (!facts || Object.keys(facts).length === 0) throw new Error('Custom attributes should have atleast one key')
  }
  window.chatwootSDK = { run({ websiteToken, baseUrl }) {
    if (window.$chatwoot) return
    const url = () => baseUrl + '/widget?website_token=' + websiteToken + '&cw_conversation=' + kept('cw_conversation')
    const user = 'cw_user_' + websiteToken
    window.$chatwoot = {
      hasLoaded: false,
      setUser(identifier, person) {
        if (typeof identifier !== 'string' && typeof identifier !== 'number')
          throw new Error('Identifier should be a string or a number')
        if (!person.avatar_url && !person.email && !person.name)
          throw new Error('User object should have one of the keys [avatar_url, email, name]')
        const mine = btoa(encodeURIComponent(JSON.stringify([identifier, person])))
        if (kept(user) === mine) return
        tell('set-user', { identifier, user: person })
        keep(user, mine)
      },
      setCustomAttributes(facts) { some(facts); tell('set-custom-attributes', { facts }) },
      deleteCustomAttribute(customAttribute) {
        if (!customAttribute) throw new Error('Custom attribute is required')
        tell('delete-custom-attribute', { customAttribute })
      },
      setConversationCustomAttributes(facts) { some(facts); tell('set-conversation-custom-attributes', { facts }) },
      reset() {
        keep('cw_conversation', '')
        keep(user, '')
        frame.src = url()
      },
    }
    const style = document.createElement('style')
    style.textContent = '.woot-widget-holder{position:fixed;right:20px;bottom:104px;width:400px;height:60%;visibility:hidden}'
      + '.woot-widget-bubble{position:fixed;right:20px;bottom:20px;width:64px;height:64px;border:0;border-radius:50%;background:#1f93ff}'
    document.head.append(style)
    frame = Object.assign(document.createElement('iframe'), { src: url(), title: 'Chat', className: 'woot-widget-holder' })
    document.body.append(frame)
    addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || !data.startsWith('chatwoot-widget:')) return
      const { event, token } = JSON.parse(data.slice('chatwoot-widget:'.length))
      if (token) keep('cw_conversation', token)
      if (event !== 'loaded') return
      window.$chatwoot.hasLoaded = true
      if (!document.querySelector('.woot-widget-bubble')) {
        const bubble = Object.assign(document.createElement('button'), { className: 'woot-widget-bubble', type: 'button' })
        bubble.setAttribute('aria-label', 'Open chat window')
        document.body.append(bubble)
      }
      dispatchEvent(new Event('chatwoot:ready'))
    })
  } }
})()`

const READY_MS = 300

/** The widget frame, which calls the inbox. Messages sent before it listens are lost. */
export const widget = (token: string, websiteToken: string) => `<!doctype html><title>Chat</title><script>
  let token = ${JSON.stringify(token)}
  const call = async (method, path, body) => (await fetch('/api/v1/widget/' + path + '?website_token=${websiteToken}', {
    method, headers: { 'content-type': 'application/json', 'x-auth-token': token }, body: JSON.stringify(body),
  })).json()
  const say = message => parent.postMessage('chatwoot-widget:' + JSON.stringify(message), '*')
  const hear = async ({ event, identifier, user, facts, customAttribute }) => {
    if (event === 'set-user') {
      const { widget_auth_token } = await call('PATCH', 'contact/set_user', { identifier, ...user })
      if (widget_auth_token) say({ event: 'token', token: (token = widget_auth_token) })
    }
    if (event === 'set-custom-attributes') await call('PATCH', 'contact', { custom_attributes: facts })
    if (event === 'delete-custom-attribute')
      await call('POST', 'contact/destroy_custom_attributes', { custom_attributes: [customAttribute] })
    if (event === 'set-conversation-custom-attributes')
      await call('POST', 'conversations/set_custom_attributes', { custom_attributes: facts })
  }
  setTimeout(() => {
    let last = Promise.resolve()
    addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data).slice('chatwoot-widget:'.length))
      last = last.then(() => hear(message))
    })
    say({ event: 'loaded', token })
  }, ${READY_MS})
</script>`
