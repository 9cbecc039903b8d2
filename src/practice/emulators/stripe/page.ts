import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { moneyText } from '#src/core/rules/money.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { isEmail } from './checkout-session.ts'
import { type Card, cards, isCard, type Session } from './objects.ts'
import { Fault } from './requests.ts'
import type { StripeState } from './state.ts'

const money = (amount: number, currency: string): string => moneyText({ amount, currency })

const style = `
:root{color-scheme:light dark;--paper:#eef0f6;--card:#fff;--ink:#1b2040;--soft:#555c7e;--line:#c9cee2;--edge:#7d84a8;--go:#39418f;--on-go:#fff;--tape:#ffd766;--on-tape:#2c2300;--bad:#a4232b;--bad-field:#fbe9ea}
@media(prefers-color-scheme:dark){:root{--paper:#11142a;--card:#1b2040;--ink:#eef0fb;--soft:#b3b9d8;--line:#3a4170;--edge:#8088b5;--go:#aab2ff;--on-go:#11142a;--bad:#ffa8ad;--bad-field:#43202c}}
@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation:none}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 17px/1.5 system-ui,sans-serif;min-height:100vh;overflow-wrap:anywhere}
.tape{background:var(--tape);color:var(--on-tape);padding:.75rem 1rem;text-align:center;font-weight:700}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;width:min(100% - 2rem,60rem);margin:2rem auto;align-items:start}
@media(min-width:48rem){main{grid-template-columns:1fr 1.1fr;margin-top:4rem;gap:3rem}}
h1{font-size:1rem;font-weight:600;color:var(--soft)}
.box h1{font-size:1.125rem;font-weight:700;color:inherit}
.total{font-size:2.75rem;font-weight:700;letter-spacing:-.02em;line-height:1.2;margin:.25rem 0 1.25rem}
dl{display:grid;gap:.75rem;border-top:1px solid var(--line);padding-top:1rem}
dl div{display:flex;justify-content:space-between;gap:1rem}
dt{min-width:0}
dd{margin:0;font-variant-numeric:tabular-nums;white-space:nowrap}
.sum{border-top:1px solid var(--line);padding-top:.75rem;font-weight:700}
form,.box{display:grid;gap:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:clamp(1.25rem,4vw,2rem)}
h2,legend{font-size:1.125rem;font-weight:700;padding:0}
fieldset{border:0;padding:0;display:grid;gap:.625rem;min-width:0}
legend{margin-bottom:.75rem}
.card{display:flex;gap:.875rem;align-items:center;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:10px;cursor:pointer;min-height:56px}
.card:has(:checked){border-color:var(--go);box-shadow:inset 0 0 0 1px var(--go)}
.card input{width:22px;height:22px;margin:0;flex:none;accent-color:var(--go)}
.card b{display:block;font:600 1rem/1.4 ui-monospace,monospace}
.card span span,.soft{color:var(--soft);font-size:.9375rem}
label.mail{display:grid;gap:.375rem;font-weight:700}
input[type=email]{font:inherit;font-weight:400;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:10px;min-height:48px;padding:.5rem .875rem;width:100%}
button{font:inherit;font-weight:700;background:var(--go);color:var(--on-go);border:0;border-radius:10px;min-height:52px;cursor:pointer}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}
.bad{background:var(--bad-field);color:var(--bad);border-radius:10px;padding:.75rem 1rem;font-weight:600}
.box{max-width:34rem;margin:4rem auto;width:calc(100% - 2rem)}`

/** Content-Security-Policy of the page: no outside resources, no scripts, no framing. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action *; base-uri 'none'; frame-ancestors 'none'`

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><header class="tape">Practice checkout. No card is read and no money moves.</header>${body}</body></html>`

const send = (reply: FastifyReply, status: number, title: string, body: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(document(title, body))

const DECLINED = 'Your card was declined. Choose another one.'
const NOT_CONFIRMED = 'We could not confirm this card with your bank. Try again, or choose another one.'
const NO_EMAIL = 'Your email is not complete. Check it for typos.'

const checkout = (session: Session, nameOf: (product: string) => string, chosen: Card, problem: string): string => {
  const { currency } = session
  const tax = session.amount_total - session.amount_subtotal
  const line = (name: string, amount: number, kind = '') =>
    `<div${kind}><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(money(amount, currency))}</dd></div>`
  const total = money(session.amount_total, currency)
  return `<main><section aria-label="What you buy"><h1>Pay Signbook</h1><p class="total">${escapeHtml(total)}</p><dl>${session.lines
    .map(l => line(nameOf(l.price.product), l.amount_subtotal))
    .join(
      '',
    )}${tax > 0 ? line('Sales tax', tax) : ''}${line('Total due', session.amount_total, ' class="sum"')}</dl></section>
<form method="post">${problem ? `<p class="bad" role="alert">${escapeHtml(problem)}</p>` : ''}${
    session.customer_email
      ? `<div><h2>Receipt goes to</h2><p>${escapeHtml(session.customer_email)}</p></div>`
      : `<label class="mail">Email<input type="email" name="email" required autocomplete="email"></label>`
  }<fieldset><legend>Choose a test card</legend>${Object.entries(cards)
    .map(
      ([value, { number, says }]) =>
        `<label class="card"><input type="radio" name="card" value="${value}"${value === chosen ? ' checked' : ''}><span><b>${escapeHtml(number)}</b><span>${escapeHtml(says)}</span></span></label>`,
    )
    .join('')}</fieldset><button>Pay ${escapeHtml(total)}</button>${
    session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back without paying</a></p>` : ''
  }</form></main>`
}

/** The question of a bank. A real one asks in its own page or app. */
const confirmation = (session: Session, email: string): string =>
  `<form class="box" method="post"><h1>Your bank asks: is this payment yours?</h1><p class="total">${escapeHtml(money(session.amount_total, session.currency))}</p><input type="hidden" name="card" value="secure"><input type="hidden" name="email" value="${escapeHtml(email)}"><button name="bank" value="yes">Confirm the payment</button><button name="bank" value="no">Refuse it</button></form>`

const closed = (session: Session): string =>
  `<div class="box" role="main"><h1>${session.status === 'expired' ? 'This checkout has expired.' : 'This checkout is paid.'}</h1><p>Nothing more can be paid here.</p>${
    session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back to your course</a></p>` : ''
  }</div>`

/** Mounts the page behind `session.url`: a form with a choice of test cards that redirects to the success URL. */
export const mountPage = (server: FastifyInstance, world: StripeState, nameOf: (product: string) => string): void => {
  const show = (reply: FastifyReply, id: string, shown: { chosen?: Card; problem?: string; status?: number } = {}) => {
    try {
      const session = world.getSession(id)
      if (session.status !== 'open') return send(reply, 200, 'Practice checkout', closed(session))
      const { chosen = '4242', problem = '', status = 200 } = shown
      return send(reply, status, 'Practice checkout', checkout(session, nameOf, chosen, problem))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const notFound =
        "<div class='box' role='main'><h1>We couldn't find this checkout.</h1><p>Go back to your course and start the payment again.</p></div>"
      return send(reply, 404, 'Practice checkout', notFound)
    }
  }
  server.get<{ Params: { id: string } }>('/checkout/:id', async ({ params }, reply) => show(reply, params.id))
  server.post<{ Params: { id: string }; Body: string }>('/checkout/:id', async ({ params, body }, reply) => {
    const fields = new URLSearchParams(String(body ?? ''))
    const given = fields.get('card')
    const card = isCard(given) ? given : '4242'
    const session = world.sessions.get(params.id)
    if (session?.status !== 'open') return show(reply, params.id)
    const email = session.customer_email ?? fields.get('email') ?? ''
    if (!isEmail(email)) return show(reply, params.id, { chosen: card, problem: NO_EMAIL, status: 400 })
    const bank = fields.get('bank')
    if (bank === 'no') return show(reply, params.id, { chosen: card, problem: NOT_CONFIRMED, status: 402 })
    const outcome = world.pay(params.id, card, { email, isConfirmed: bank === 'yes' })
    if (outcome === 'declined') return show(reply, params.id, { chosen: card, problem: DECLINED, status: 402 })
    if (outcome === 'asked') return send(reply, 200, 'Practice bank', confirmation(session, email))
    return reply.redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303)
  })
}
