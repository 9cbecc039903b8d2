import { shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { counted } from '#src/core/rules/counted.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { missing, ok, type ServiceAnswer, type SetupLine, serviceLine, wrong } from './setup-lines.ts'

/** Verdicts about the outside services. `answer` is null for a service without settings. */

export const mailLine = (answer: ServiceAnswer | null, demo: boolean): SetupLine => {
  if (answer !== null)
    return serviceLine(
      { name: 'Mail', who: 'The mail server', settings: 'SMTP_URL', works: 'The mail server accepts our login.' },
      answer,
    )
  return demo
    ? ok('Mail', 'Written to the outbox at /demo/outbox.')
    : missing('Mail', 'Nobody gets mail. Each message is a file in DATA_DIR/outbox.', 'Set SMTP_URL.')
}

/** Demo mode starts a practice server of a service without settings. */
const practiced = (name: string): SetupLine => ok(name, 'A practice server of demo mode.')

interface CardFacts {
  answer: ServiceAnswer | null
  demo: boolean
  live: boolean
  /** Number of schools that take cards. */
  schools: number
}

export const cardLine = ({ answer, demo, live, schools }: CardFacts): SetupLine => {
  const name = 'Stripe'
  if (answer === null && demo) return practiced(name)
  if (answer === null)
    return missing(
      name,
      schools > 0
        ? `Nobody can pay by card, though ${counted(schools, 'school takes', 'schools take')} cards. Their pages say so.`
        : 'Nobody can pay by card.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or turn card payment off in each school.',
    )
  const works = `It accepts our ${live ? 'live' : 'test'} key.`
  return serviceLine({ name, who: 'Stripe', settings: 'STRIPE_SECRET_KEY', works }, answer)
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

export const webhookLine = (facts: WebhookFacts): SetupLine => {
  const { lastEventAt, unansweredSince, events, now, publicUrl, timezone } = facts
  const name = 'Stripe webhook'
  const endpoint = `${publicUrl}/webhooks/stripe`
  if (events.refused >= FEW_REFUSALS && events.refused > events.taken)
    return wrong(
      name,
      `In the last day ${events.refused} deliveries were refused for their signature, and ${events.taken} taken.`,
      `Compare STRIPE_WEBHOOK_SECRET with the secret of ${endpoint} in Stripe, then restart.`,
    )
  if (unansweredSince !== null && now.getTime() - unansweredSince.getTime() > SILENT_MS)
    return wrong(
      name,
      'There were checkouts, but Stripe sent no event about them.',
      `In Stripe, look at the failed deliveries of ${endpoint}.`,
    )
  if (lastEventAt === null)
    return missing(
      name,
      'Stripe has sent no event yet.',
      `In Stripe, add the endpoint ${endpoint}, or send a test event.`,
    )
  return ok(name, `Last event on ${shortTime(lastEventAt, timezone)}, ${zoneName(timezone)}.`)
}

export interface PriceFacts {
  code: string
  /** Null: Stripe could not be asked. */
  sells: boolean | null
}

/** Returns null if there is nothing to sell. */
export const pricesLine = (prices: PriceFacts[]): SetupLine | null => {
  const name = 'Prices'
  if (prices.length === 0) return null
  const unsold = prices.filter(p => p.sells === false).map(p => p.code)
  if (unsold.length > 0)
    return wrong(name, `Stripe does not sell ${unsold.join(', ')}.`, 'Correct the price ids in Manage Product.')
  if (prices.some(p => p.sells === null)) return wrong(name, 'Stripe did not answer for all of them.', 'Try again.')
  return ok(name, `Stripe sells ${prices.length === 1 ? 'the product' : `all ${prices.length} products`}.`)
}

interface CanvasFacts {
  answer: ServiceAnswer | null
  demo: boolean
  live: boolean
  /** Number of schools hosted by us. */
  hosted: number
}

export const canvasLine = ({ answer, demo, live, hosted }: CanvasFacts): SetupLine => {
  const name = 'Canvas'
  if (answer === null && demo) return practiced(name)
  const nextStep = 'Set CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID.'
  if (answer === null)
    return hosted > 0
      ? wrong(
          name,
          `${counted(hosted, 'hosted school needs', 'hosted schools need')} it. Students who sign up there pay, and are not enrolled.`,
          `${nextStep} The waiting enrollments are under Background Work.`,
        )
      : missing(name, 'Only needed for schools that you host.', nextStep)
  const settings = 'CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID'
  const works = `It accepts our token for the account${live ? ', in production' : ', not in production'}.`
  return serviceLine({ name, who: 'Canvas', settings, works }, answer)
}

/** `answers` by account; null without any account. */
export const videoLine = (answers: Record<string, ServiceAnswer> | null, demo: boolean): SetupLine => {
  const name = 'Video host'
  if (answers === null && demo) return practiced(name)
  const settings = 'SPROUTVIDEO_API_KEYS'
  if (answers === null)
    return missing(name, 'Staff cannot allow domains to play videos.', `Set ${settings} to change that.`)
  const [bad] = Object.entries(answers).filter(([, answer]) => answer !== 'works')
  const accounts = Object.keys(answers)
  if (!bad)
    return ok(
      name,
      `It accepts the key of ${accounts.length === 1 ? 'the account' : `all ${accounts.length} accounts`}.`,
    )
  return serviceLine({ name, who: `The video host, account ${bad[0]},`, settings, works: '' }, bad[1])
}

export const smsLine = (answer: ServiceAnswer | null, demo: boolean): SetupLine => {
  const name = 'Text messages'
  const settings = 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN'
  if (answer !== null) return serviceLine({ name, who: 'Twilio', settings, works: 'Twilio accepts our token.' }, answer)
  return demo
    ? ok(name, 'Written to the outbox at /demo/outbox.')
    : missing(name, 'Staff can sign in by email only.', `Set ${settings} and a sender, if you want text messages.`)
}

export const captchaLine = (provider: 'altcha' | 'recaptcha' | 'off', answer: ServiceAnswer | null): SetupLine => {
  const name = 'Captcha'
  if (provider === 'altcha') return ok(name, 'Our own, without an outside service.')
  if (provider === 'off') return ok(name, 'Off, in demo mode.')
  const settings = 'RECAPTCHA_SECRET'
  return serviceLine(
    { name, who: 'reCAPTCHA', settings, works: 'reCAPTCHA accepts our secret.' },
    answer ?? 'no_answer',
  )
}

export const chatLine = (answer: ServiceAnswer | null): SetupLine =>
  answer === null
    ? missing(
        'Chat',
        'Pages only have the help form.',
        'Set CHAT_PROVIDER and the other CHAT settings, if you want a chat.',
      )
    : serviceLine(
        {
          name: 'Chat',
          who: 'The chat',
          settings: 'CHAT_BASE_URL and CHAT_WEBSITE_TOKEN',
          works: 'It answers with our website token.',
        },
        answer,
      )

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

/** The line that a copy shows in place of all services. */
export const copyLine = ok(
  'OUTSIDE',
  'Off: this is a copy. No service is called, mail is written to DATA_DIR/outbox, and jobs that would call one are left alone.',
)

/** Storage of the files of clips. `problem` is null if a file could be written, read and deleted. */
export const bucketLine = (bucket: string, problem: string | null): SetupLine => {
  const name = 'Clip storage'
  return problem === null
    ? ok(name, `The bucket ${bucket} takes files and gives them back.`)
    : wrong(
        name,
        `The bucket ${bucket} cannot be used: ${problem}.`,
        'Check CLIPS_S3_ENDPOINT and the other CLIPS_S3 settings.',
      )
}
