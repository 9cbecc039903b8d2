import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

interface Token {
  madeAt: number
  hostname: string
  used: boolean
}

const GOOD_MS = 2 * 60 * 1000

/**
 * Page script: a checkbox, and the `grecaptcha` functions that forms use. Like the original it draws a frame, and hides a
 * text box with a style attribute. `ready` calls back when a second script has loaded.
 */
const script = (base: string) => `(() => {
  const boxes = []
  const main = Object.assign(document.createElement('script'), { src: '${base}/recaptcha/releases/main.js', async: true })
  const loaded = new Promise(done => main.addEventListener('load', done))
  document.head.append(main)
  window.grecaptcha = {
    ready: run => loaded.then(run),
    render(place, { sitekey, callback, 'expired-callback': expired }) {
      const box = Object.assign(document.createElement('input'), { type: 'checkbox' })
      const label = document.createElement('label')
      label.append(box, " I'm not a robot")
      label.className = 'check'
      place.append(label)
      place.insertAdjacentHTML('beforeend', '<textarea class="g-recaptcha-response" style="display:none"></textarea>'
        + '<iframe title="reCAPTCHA" width="1" height="1" src="${base}/recaptcha/api2/anchor"></iframe>')
      box.addEventListener('change', async () => {
        if (!box.checked) return
        const answer = await fetch('${base}/recaptcha/token?k=' + sitekey + '&host=' + location.hostname)
        callback((await answer.json()).token)
        setTimeout(() => { if (box.checked) { box.checked = false; expired() } }, ${GOOD_MS})
      })
      return boxes.push(box) - 1
    },
    reset(id) { if (boxes[id]) boxes[id].checked = false },
  }
})()`

/** reCAPTCHA v2 emulator. It rejects a wrong secret, a reused token and an old token, and returns the hostname. */
export const makeRecaptchaEmulator = ({ siteKey, secret }: { siteKey: string; secret: string }): FastifyInstance => {
  const server = Fastify()
  const tokens = new Map<string, Token>()
  const requests: Record<string, string>[] = []
  let down = false
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const make = (hostname: string, madeAt = Date.now()) => {
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, { madeAt, hostname, used: false })
    return token
  }
  server.get('/recaptcha/api.js', async (request, reply) =>
    reply.type('text/javascript').send(script(`${request.protocol}://${request.host}`)),
  )
  server.get('/recaptcha/releases/main.js', async (_request, reply) => reply.type('text/javascript').send(''))
  server.get('/recaptcha/api2/anchor', async (_request, reply) => reply.type('text/html').send('<title>Anchor</title>'))
  server.get<{ Querystring: { k: string; host: string } }>('/recaptcha/token', async ({ query }, reply) => {
    reply.header('access-control-allow-origin', '*')
    return query.k === siteKey ? { token: make(query.host) } : reply.code(400).send({ error: 'unknown site key' })
  })
  server.post<{ Body: Record<string, string> }>('/recaptcha/api/siteverify', async ({ body }, reply) => {
    requests.push(body)
    if (down) return reply.code(503).send('away')
    const no = (code: string) => ({ success: false, 'error-codes': [code] })
    if (!body.secret) return no('missing-input-secret')
    if (body.secret !== secret) return no('invalid-input-secret')
    if (!body.response) return no('missing-input-response')
    const token = tokens.get(body.response)
    if (!token) return no('invalid-input-response')
    if (token.used || token.madeAt + GOOD_MS < Date.now()) return no('timeout-or-duplicate')
    token.used = true
    return { success: true, challenge_ts: new Date(token.madeAt).toISOString(), hostname: token.hostname }
  })
  server.post('/__control/reset', async () => {
    tokens.clear()
    requests.length = 0
    down = false
    return { ok: true }
  })
  server.get('/__control/requests', async () => requests)
  server.post<{ Body: { down: boolean } }>('/__control/fail', async ({ body }) => {
    down = body.down
    return { down }
  })
  server.post<{ Body: { hostname: string; ageSeconds?: number } }>('/__control/token', async ({ body }) => ({
    token: make(body.hostname, Date.now() - (body.ageSeconds ?? 0) * 1000),
  }))
  return server
}
