import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Call, makeHttpClient } from '#src/core/outbound.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { STRIPE_VERSION } from '#src/payments/rules/card-provider.ts'
import { readAllowedDomains } from '#src/signs/rules/video-accounts.ts'
import type { AddressFacts, FolderFacts } from './rules/installation-lines.ts'
import type { PriceFacts } from './rules/service-lines.ts'
import { answerOfStatus, type ServiceAnswer } from './rules/setup-lines.ts'

const outbound = makeHttpClient({ milliseconds: 4000 })

/** Makes one harmless call. Returns how the service answered, and the body. Never throws. */
export const ask = async (call: Call): Promise<{ answer: ServiceAnswer; status: number | null; text: string }> => {
  try {
    const { status, text } = await outbound(call)
    return { answer: answerOfStatus(status), status, text }
  } catch {
    return { answer: 'no_answer', status: null, text: '' }
  }
}

const objectIn = (body: string): Record<string, unknown> => recordOf(parseJson(body))

/** Like `ask`. A success whose body is not the service's own, like a page of a proxy, is unexpected. */
const askFor = async (isRight: (body: Record<string, unknown>) => boolean, call: Call): Promise<ServiceAnswer> => {
  const { answer, text } = await ask(call)
  return answer === 'works' && !isRight(objectIn(text)) ? 'unexpected' : answer
}

/** Opens PUBLIC_URL from this machine, through DNS and the proxy. */
export const tryAddress = async (url: string): Promise<AddressFacts> => {
  const { status, text } = await ask({ url: `${url}/healthz` })
  return { url, status, isOurs: status === 200 && objectIn(text).ok === true }
}

/** Writes a small file and removes it. */
export const tryDataFolder = async (folder: string): Promise<FolderFacts> => {
  const file = join(folder, `.setup-test-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, 'x'.repeat(4096))
    await rm(file)
    const { bavail, bsize } = await statfs(folder)
    return { folder, problem: null, freeBytes: bavail * bsize }
  } catch (error) {
    return { folder, problem: String(recordOf(error).code ?? 'unknown'), freeBytes: 0 }
  }
}

interface CanvasSettings {
  origin: string
  token: string
  accountId: string
}

/** Reads the account that new people are created in. */
export const tryCanvas = async (settings: CanvasSettings | null): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { origin, token, accountId } = settings
  const url = `${origin}/api/v1/accounts/${encodeURIComponent(accountId)}`
  return askFor(body => body.id !== undefined, { url, headers: { authorization: `Bearer ${token}` } })
}

interface CaptchaSettings {
  provider: 'altcha' | 'recaptcha' | 'off'
  secret?: string | undefined
  apiBase?: string | undefined
}

/** Sends a response that cannot be right. Google then says whether it knows the secret. */
export const tryCaptcha = async (settings: CaptchaSettings): Promise<ServiceAnswer | null> => {
  const { provider, secret = '', apiBase = 'https://www.google.com' } = settings
  if (provider !== 'recaptcha') return null
  const { answer, text } = await ask({
    method: 'POST',
    url: `${apiBase}/recaptcha/api/siteverify`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret, response: 'setup-test' }).toString(),
  })
  if (answer !== 'works') return answer
  const codes = objectIn(text)['error-codes']
  if (!Array.isArray(codes)) return 'unexpected'
  return codes.some(code => /input-secret/.test(String(code))) ? 'rejected' : 'works'
}

/** Opens the widget with our website token. */
export const tryChat = async (
  settings: { baseUrl: string; websiteToken: string } | null,
): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { baseUrl, websiteToken } = settings
  return (await ask({ url: `${baseUrl}/widget?website_token=${encodeURIComponent(websiteToken)}` })).answer
}

const TIMEOUT_MS = 4000

/** Connects to the mail server and signs in, without sending. */
export const tryMail = async (smtpUrl: string | undefined): Promise<ServiceAnswer | null> => {
  if (!smtpUrl) return null
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...limits })
  try {
    await transport.verify()
    return 'works'
  } catch (error) {
    return recordOf(error).code === 'EAUTH' ? 'rejected' : 'no_answer'
  } finally {
    transport.close()
  }
}

interface TwilioSettings {
  accountSid: string
  authToken: string
  base?: string | undefined
}

/** Reads the Twilio account, without sending. */
export const trySms = async (settings: TwilioSettings | undefined): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { accountSid, authToken, base = 'https://api.twilio.com' } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const url = `${base}/2010-04-01/Accounts/${accountSid}.json`
  return askFor(body => body.sid === accountSid, { url, headers: { authorization } })
}

interface StripeSettings {
  secretKey: string
  apiBase?: string | undefined
}

interface ProductPrice {
  code: string
  priceId: string
}

const get = ({ secretKey, apiBase = 'https://api.stripe.com' }: StripeSettings, path: string) => ({
  url: `${apiBase}${path}`,
  headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION },
})

/** Lists one checkout, which any key that we can use may do. */
export const tryStripe = (settings: StripeSettings): Promise<ServiceAnswer> =>
  askFor(body => body.object === 'list', get(settings, '/v1/checkout/sessions?limit=1'))

/** Asks Stripe for the price of each product. */
export const tryPrices = (settings: StripeSettings, products: ProductPrice[], live: boolean): Promise<PriceFacts[]> =>
  Promise.all(
    products.map(async ({ code, priceId }) => {
      const { answer, text } = await ask(get(settings, `/v1/prices/${encodeURIComponent(priceId)}`))
      const price = objectIn(text)
      if (answer === 'works') return { code, sells: price.active === true && price.livemode === live }
      return { code, sells: answer === 'not_found' ? false : null }
    }),
  )

interface VideoSettings {
  keys: Record<string, string>
  base?: string | undefined
}

/** Reads each account with its key, and its list of domains. */
export const tryVideoHost = async (
  settings: VideoSettings | undefined,
): Promise<Record<string, ServiceAnswer> | null> => {
  if (!settings) return null
  const { keys, base = 'https://api.sproutvideo.com' } = settings
  const asked = Object.entries(keys).map(async ([account, key]): Promise<[string, ServiceAnswer]> => {
    const call = { url: `${base}/v1/account`, headers: { 'SproutVideo-Api-Key': key } }
    return [account, await askFor(body => readAllowedDomains(body) !== null, call)]
  })
  return Object.fromEntries(await Promise.all(asked))
}
