import { shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { counted } from '#src/core/rules/counted.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { missing, ok, type ServiceAnswer, serviceLine, type Verdict, wrong } from './setup-lines.ts'

/** Demo mode starts a practice server of a service without settings. */
const PRACTICE = ok('A practice server of demo mode.')
const OUTBOX = ok('Written to the outbox at /demo/outbox.')

/** The verdict about the mail server. Here and below, `answer` is null for a service without settings. */
export const mailLine = (answer: ServiceAnswer | null, demo: boolean): Verdict => {
  const settings = 'SMTP_URL'
  if (answer !== null)
    return serviceLine({ who: 'The mail server', settings, works: 'The mail server accepts our login.' }, answer)
  return demo ? OUTBOX : missing('Nobody gets mail. Each message is a file in DATA_DIR/outbox.', `Set ${settings}.`)
}

export const smsLine = (answer: ServiceAnswer | null, demo: boolean): Verdict => {
  const settings = 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN'
  if (answer !== null) return serviceLine({ who: 'Twilio', settings, works: 'Twilio accepts our token.' }, answer)
  return demo
    ? OUTBOX
    : missing('Staff can sign in by email only.', `Set ${settings} and a sender, if you want text messages.`)
}

interface ServiceFacts {
  answer: ServiceAnswer | null
  demo: boolean
  live: boolean
  /** Number of schools that need it. */
  schools: number
}

export const cardLine = ({ answer, demo, live, schools }: ServiceFacts): Verdict => {
  if (answer !== null) {
    const works = `It accepts our ${live ? 'live' : 'test'} key.`
    return serviceLine({ who: 'Stripe', settings: 'STRIPE_SECRET_KEY', works }, answer)
  }
  if (demo) return PRACTICE
  const takers = `${counted(schools, 'school takes', 'schools take')} cards`
  return missing(
    schools > 0 ? `Nobody can pay by card, though ${takers}. Their pages say so.` : 'Nobody can pay by card.',
    'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or turn card payment off in each school.',
  )
}

interface WebhookFacts {
  lastEventAt: Date | null
  /** When the oldest checkout since the last event was created. */
  unansweredSince: Date | null
  /** Deliveries of the last day. */
  events: { taken: number; refused: number }
  now: Date
  publicUrl: string
  timezone: string
}

/** An unpaid checkout expires after a day, with an event. A checkout older than this brought one in any case. */
const SILENT_MS = 26 * HOUR_MS
/** A few refusals are strangers who try the address. */
const FEW_REFUSALS = 3

export const webhookLine = (facts: WebhookFacts): Verdict => {
  const { lastEventAt, unansweredSince, events, now, publicUrl, timezone } = facts
  const endpoint = `${publicUrl}/webhooks/stripe`
  if (events.refused >= FEW_REFUSALS && events.refused > events.taken)
    return wrong(
      `In the last day ${events.refused} deliveries were refused for their signature, and ${events.taken} taken.`,
      `Compare STRIPE_WEBHOOK_SECRET with the secret of ${endpoint} in Stripe, then restart.`,
    )
  if (unansweredSince !== null && now.getTime() - unansweredSince.getTime() > SILENT_MS)
    return wrong(
      'There were checkouts, but Stripe sent no event about them.',
      `In Stripe, look at the failed deliveries of ${endpoint}.`,
    )
  if (lastEventAt === null)
    return missing('Stripe has sent no event yet.', `In Stripe, add the endpoint ${endpoint}, or send a test event.`)
  return ok(`Last event on ${shortTime(lastEventAt, timezone)}, ${zoneName(timezone)}.`)
}

export interface PriceFacts {
  code: string
  /** Null: Stripe could not be asked. */
  sells: boolean | null
}

/** Returns null if there is nothing to sell. */
export const pricesLine = (prices: PriceFacts[]): Verdict | null => {
  if (prices.length === 0) return null
  const unsold = prices.filter(p => p.sells === false).map(p => p.code)
  if (unsold.length > 0)
    return wrong(`Stripe does not sell ${unsold.join(', ')}.`, 'Correct the price ids in Manage Product.')
  if (prices.some(p => p.sells === null)) return wrong('Stripe did not answer for all of them.', 'Try again.')
  return ok(`Stripe sells ${prices.length === 1 ? 'the product' : `all ${prices.length} products`}.`)
}

export const canvasLine = ({ answer, demo, live, schools }: ServiceFacts): Verdict => {
  const settings = 'CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID'
  if (answer !== null) {
    const works = `It accepts our token for the account${live ? ', in production' : ', not in production'}.`
    return serviceLine({ who: 'Canvas', settings, works }, answer)
  }
  if (demo) return PRACTICE
  if (schools === 0) return missing('Only needed for schools that you host.', `Set ${settings}.`)
  const hosted = counted(schools, 'hosted school needs', 'hosted schools need')
  return wrong(
    `${hosted} it. Students who sign up there pay, and are not enrolled.`,
    `Set ${settings}. The waiting enrollments are under Background Work.`,
  )
}

/** `answers` by account; null without any account. */
export const videoLine = (answers: Record<string, ServiceAnswer> | null, demo: boolean): Verdict => {
  const settings = 'SPROUTVIDEO_API_KEYS'
  if (answers === null)
    return demo ? PRACTICE : missing('Staff cannot allow domains to play videos.', `Set ${settings} to change that.`)
  const accounts = Object.entries(answers)
  const failed = accounts.find(([, answer]) => answer !== 'works')
  const all = accounts.length === 1 ? 'the account' : `all ${accounts.length} accounts`
  const works = `It accepts the key of ${all}.`
  if (!failed) return ok(works)
  const [account, answer] = failed
  return serviceLine({ who: `The video host, account ${account},`, settings, works }, answer)
}

export const captchaLine = (provider: 'altcha' | 'recaptcha' | 'off', answer: ServiceAnswer | null): Verdict => {
  if (provider === 'altcha') return ok('Our own, without an outside service.')
  if (provider === 'off') return ok('Off, in demo mode.')
  const works = 'reCAPTCHA accepts our secret.'
  return serviceLine({ who: 'reCAPTCHA', settings: 'RECAPTCHA_SECRET', works }, answer ?? 'no_answer')
}

export const chatLine = (answer: ServiceAnswer | null): Verdict => {
  if (answer === null)
    return missing(
      'Pages only have the help form.',
      'Set CHAT_PROVIDER and the other CHAT settings, if you want a chat.',
    )
  const works = 'It answers with our website token.'
  return serviceLine({ who: 'The chat', settings: 'CHAT_BASE_URL and CHAT_WEBSITE_TOKEN', works }, answer)
}

/** Names of the outside services, as staff know them. */
export const serviceNames = {
  canvas: 'Canvas',
  captcha: 'Captcha',
  'clip-storage': 'Storage of clips',
  lms: 'LMS of schools',
  mail: 'Mail server',
  sms: 'Text messages',
  stripe: 'Stripe',
  video: 'Video host',
} as const

/** Writes a time as '85 ms' or '1.2 s'. */
export const answerTimeText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** Says which service is slowest. `times` begin with the slowest. */
export const answerTimesPoint = ([slowest]: { service: keyof typeof serviceNames; mean: number }[]): string =>
  slowest
    ? `Slowest on average: ${serviceNames[slowest.service]}, ${answerTimeText(slowest.mean)}.`
    : 'No service was called in the last 30 days.'

/** Storage of the files of clips. `problem` is null if a file could be written, read and deleted. */
export const bucketLine = (bucket: string, problem: string | null): Verdict =>
  problem === null
    ? ok(`The bucket ${bucket} takes files and gives them back.`)
    : wrong(
        `The bucket ${bucket} cannot be used: ${problem}.`,
        'Check CLIPS_S3_ENDPOINT and the other CLIPS_S3 settings.',
      )
