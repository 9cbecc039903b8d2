import { access, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { CardSettings, Config } from '#src/config.ts'
import { sha256 } from '#src/core/crypto.ts'
import { makeFolder } from '#src/core/folders.ts'
import { type Call, makeHttpClient } from '#src/core/outbound.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { STRIPE_VERSION } from '#src/payments/rules/card-provider.ts'
import { type ClipStore, makeClipStorage } from '#src/signs/clips/storage.ts'
import { readAllowedDomains } from '#src/signs/rules/video-accounts.ts'
import type { AddressFacts, FolderFacts } from './rules/installation-lines.ts'
import type { PriceFacts } from './rules/service-lines.ts'
import { answerOfStatus, type ServiceAnswer } from './rules/setup-lines.ts'
import type { SetUpFacts } from './store/setup-facts.ts'

const outbound = makeHttpClient({ milliseconds: 4000 })

/** Makes one harmless call. Returns how the service answered, and the body. Never throws. */
const ask = async (call: Call): Promise<{ answer: ServiceAnswer; status: number | null; text: string }> => {
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
    await makeFolder(folder)
    await writeFile(file, 'x'.repeat(4096))
    await rm(file)
    const { bavail, bsize } = await statfs(folder)
    return { folder, problem: null, freeBytes: bavail * bsize }
  } catch (error) {
    return { folder, problem: String(recordOf(error).code ?? 'unknown'), freeBytes: 0 }
  }
}

/** Returns the free and all bytes of the disks that our folders are on. */
export const readDisks = async ({ dataDir, clips }: Pick<Config, 'dataDir' | 'clips'>) => {
  const folders = { data: dataDir, ...('folder' in clips ? { clips: clips.folder } : {}) }
  const disks: { folder: string; free: number; size: number }[] = []
  for (const [folder, path] of Object.entries(folders)) {
    const found = await statfs(path).catch(() => null)
    if (found) disks.push({ folder, free: found.bavail * found.bsize, size: found.blocks * found.bsize })
  }
  return disks
}

/** Returns when the certificate of an https address ends; null without an answer. */
export const tryCertificate = (publicUrl: string): Promise<Date | null> =>
  new Promise(done => {
    const { protocol, hostname: host, port } = new URL(publicUrl)
    if (protocol !== 'https:') return done(null)
    // A certificate that has ended is what we want to see, so it is not checked here.
    const options = { host, servername: isIP(host) ? '' : host, port: Number(port) || 443, rejectUnauthorized: false }
    const socket = connect(options, () => {
      const end = new Date(socket.getPeerCertificate().valid_to)
      socket.destroy()
      done(Number.isNaN(end.getTime()) ? null : end)
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy()).on('close', () => done(null))
    socket.on('error', () => done(null))
  })

/** Reads the certificate once an hour, for many scrapes. */
export const makeCertificateReader = (publicUrl: string): (() => Promise<Date | null>) => {
  let read: { at: number; end: Promise<Date | null> } | null = null
  return () => {
    if (!read || performance.now() - read.at > HOUR_MS) read = { at: performance.now(), end: tryCertificate(publicUrl) }
    return read.end
  }
}

/** Stores a small file, reads it and deletes it. Returns what went wrong; null if nothing. */
export const tryBucket = async (clips: ClipStore): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'signbook-'))
  const path = join(folder, 'test')
  const text = 'A test of the setup page.'
  const storage = makeClipStorage(clips)
  const name = `setup-test-${process.pid}`
  try {
    await writeFile(path, text)
    await storage.put(name, { path, bytes: text.length, sha256: sha256(text) })
    const found = await storage.read(name)
    found?.destroy()
    await storage.remove(name)
    return found ? null : 'a file that was stored is not there'
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns whether a program is in a folder of PATH. */
export const hasProgram = async (name: string, path = ''): Promise<boolean> => {
  const folders = path.split(':').filter(Boolean)
  const tried = await Promise.allSettled(folders.map(folder => access(join(folder, name), constants.X_OK)))
  return tried.some(({ status }) => status === 'fulfilled')
}

/** Reads the account that new people are created in. */
export const tryCanvas = async (settings: Config['canvas']): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { origin, token, accountId } = settings
  const url = `${origin}/api/v1/accounts/${encodeURIComponent(accountId)}`
  return askFor(body => body.id !== undefined, { url, headers: { authorization: `Bearer ${token}` } })
}

type CaptchaSettings = Pick<Config['captcha'], 'provider' | 'secret' | 'apiBase'>

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
export const tryChat = async (settings: Config['chat']): Promise<ServiceAnswer | null> => {
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

type TwilioSettings = Pick<NonNullable<Config['twilio']>, 'accountSid' | 'authToken' | 'base'>

/** Reads the Twilio account, without sending. */
export const trySms = async (settings: TwilioSettings | undefined): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { accountSid, authToken, base = 'https://api.twilio.com' } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const url = `${base}/2010-04-01/Accounts/${accountSid}.json`
  return askFor(body => body.sid === accountSid, { url, headers: { authorization } })
}

type StripeSettings = Pick<CardSettings, 'secretKey' | 'apiBase'>

const get = ({ secretKey, apiBase = 'https://api.stripe.com' }: StripeSettings, path: string) => ({
  url: `${apiBase}${path}`,
  headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION },
})

/** Lists one checkout, which any key that we can use may do. */
export const tryStripe = (settings: StripeSettings): Promise<ServiceAnswer> =>
  askFor(body => body.object === 'list', get(settings, '/v1/checkout/sessions?limit=1'))

/** Asks Stripe for the price of each product. */
export const tryPrices = (
  settings: StripeSettings,
  products: SetUpFacts['products'],
  live: boolean,
): Promise<PriceFacts[]> =>
  Promise.all(
    products.map(async ({ code, priceId }) => {
      const { answer, text } = await ask(get(settings, `/v1/prices/${encodeURIComponent(priceId)}`))
      const price = objectIn(text)
      if (answer === 'works') return { code, sells: price.active === true && price.livemode === live }
      return { code, sells: answer === 'not_found' ? false : null }
    }),
  )

/** Reads each account with its key, and its list of domains. */
export const tryVideoHost = async (settings: Config['sproutvideo']): Promise<Record<string, ServiceAnswer> | null> => {
  if (!settings) return null
  const { keys, base = 'https://api.sproutvideo.com' } = settings
  const asked = Object.entries(keys).map(async ([account, key]): Promise<[string, ServiceAnswer]> => {
    const call = { url: `${base}/v1/account`, headers: { 'SproutVideo-Api-Key': key } }
    return [account, await askFor(body => readAllowedDomains(body) !== null, call)]
  })
  return Object.fromEntries(await Promise.all(asked))
}
