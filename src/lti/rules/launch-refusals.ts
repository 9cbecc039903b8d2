import { isKeyOf } from '#src/core/rules/guards.ts'

/** A reason to refuse a launch, for staff and administrators. src/texts/ has what everybody reads: `launchRefusals`. */
interface RefusalFacts {
  /** Short name of the reason. */
  title: string
  /** The technical cause and its fix. */
  administrator: string
}

const BOTH_CLOCKS =
  'The LMS and we disagree about the time by more than five minutes, or the launch took that long. Compare both times below with the real time. Is ours wrong? Tell us.'

/** The launch or its login could not be verified: sender, signature, time, state, keys, addressee. Answered with 401. */
const verificationRefusals = {
  'unknown-consumer': {
    title: 'Unknown consumer key',
    administrator:
      'The consumer key is not registered here. Compare the key in your LMS with the key we gave you. Upper and lower case matter.',
  },
  'unknown-platform': {
    title: 'Unknown platform',
    administrator: 'Your LMS sent the issuer and client ID below. Register the tool again, or send us both.',
  },
  signature: {
    title: 'The link could not be verified',
    administrator:
      'The signature does not match the launch. Enter the shared secret again, without spaces. Check that the launch address is exactly the one we gave you, with https.',
  },
  timestamp: {
    title: 'The link is too old or too early',
    administrator: BOTH_CLOCKS,
  },
  nonce: {
    title: 'This link was already used',
    administrator: 'The nonce was used before. If everyone sees this page, a proxy may be sending requests twice.',
  },
  state: {
    title: 'Unknown or expired state',
    administrator:
      'The state belongs to no login of the last ten minutes. If everyone sees this page, check the login address of the tool. Nothing may cache it.',
  },
  browser: {
    title: 'Launch from another browser',
    administrator:
      'The browser blocks cookies inside the LMS, or the launch moved to another browser. Let the tool open in a new tab, or turn on LTI platform storage.',
  },
  continue: {
    title: 'Continue came too late',
    administrator: 'The browser blocks cookies inside the LMS, so we asked first. Your setup is fine.',
  },
  'id-token': {
    title: 'The launch could not be verified',
    administrator:
      'The id_token does not match the keys of your LMS. Compare the public keyset address that we have with the one your LMS shows.',
  },
  'platform-keys': {
    title: 'Platform keys not reachable',
    administrator:
      'The public keyset address of your LMS must answer over https, within five seconds, with at most 1,024 kB of JSON. What it answered is below.',
  },
  issuer: {
    title: 'Wrong issuer',
    administrator: 'The issuer in the id_token must be the issuer of the login request.',
  },
  audience: {
    title: 'Wrong audience',
    administrator: 'The client ID in the launch is not ours. Compare the client ID in your LMS with the one we have.',
  },
  'token-time': {
    title: 'The launch is too old or too early',
    administrator: BOTH_CLOCKS,
  },
} as const satisfies Record<string, RefusalFacts>

/** The message cannot be used: something is missing, or of a kind that we do not support. Answered with 400. */
const messageRefusals = {
  parameter: {
    title: 'The link is missing something',
    administrator:
      'Check the privacy and launch settings of the tool. Your LMS must send the parameter below once, with a value.',
  },
  'no-course': {
    title: 'Opened outside a course',
    administrator:
      'Place the tool inside courses. A launch must name its course: LTI 1.1 by context_id, LTI 1.3 by the claim context.',
  },
  'message-type': {
    title: 'Unsupported message type',
    administrator: 'The tool accepts basic-lti-launch-request (LTI 1.1) and LtiResourceLinkRequest (LTI 1.3).',
  },
  version: {
    title: 'Unsupported LTI version',
    administrator: 'Set up the tool as LTI 1.1 (LTI-1p0) or LTI 1.3.',
  },
  'signature-method': {
    title: 'Unsupported signature method',
    administrator: 'Choose HMAC-SHA1 or HMAC-SHA256 as the signature method of the tool.',
  },
  unreadable: {
    title: 'Not a launch',
    administrator: 'The launch address accepts a form POST from the LMS. You cannot open it by hand.',
  },
  target: {
    title: 'Wrong target address',
    administrator: 'Set the target link URI of the tool and the link to our launch address.',
  },
  'platform-error': {
    title: 'Error from the platform',
    administrator: 'The error below comes from your LMS, not from us.',
  },
  'platform-spent': {
    title: 'Launch already sent',
    administrator:
      'This happens if the browser blocks cookies inside the LMS. Let the tool open in a new tab. The error below comes from your LMS.',
  },
} as const satisfies Record<string, RefusalFacts>

/** The school, the LMS or the person may not open this here: waiting, or turned off. Answered with 403. */
const permissionRefusals = {
  'platform-new': {
    title: 'Registration waits for approval',
    administrator:
      'Your setup is fine, and you do not have to register again. We turn the platform on once we checked it.',
  },
  'platform-off': {
    title: 'Platform turned off',
    administrator: 'Your setup is fine. Write to us with the reference below.',
  },
  deployment: {
    title: 'Deployment waits for approval',
    administrator: 'Your setup is fine. Send us the deployment ID below.',
  },
  'deployment-refused': {
    title: 'Deployment refused',
    administrator: 'Your setup is fine. Write to us with the deployment ID below.',
  },
  'deep-link-role': {
    title: 'Only teachers can place links',
    administrator: 'Deep linking needs a teaching role in the launch.',
  },
  'wts-off': {
    title: "What's the Sign? is not turned on",
    administrator: 'Your setup is fine.',
  },
} as const satisfies Record<string, RefusalFacts>

/** Reasons to refuse a launch, with what staff and administrators read about them (docs/rules/launches.md). */
export const refusals = { ...verificationRefusals, ...messageRefusals, ...permissionRefusals } as const

export type RefusalReason = keyof typeof refusals

/** Returns the HTTP status of the page of a refused launch. */
export const refusalStatus = (reason: RefusalReason): 400 | 401 | 403 => {
  if (isKeyOf(verificationRefusals, reason)) return 401
  return isKeyOf(messageRefusals, reason) ? 400 : 403
}

export const isRefusalReason = (text: string): text is RefusalReason => isKeyOf(refusals, text)

/** A refused launch. `detail` is for the launch diary and the administrator: a parameter's name, a clock skew. */
export interface Refusal {
  reason: RefusalReason
  detail?: string
}

/** Normalizes a typed reference: adds the dash, upper-cases it, and reads O as 0, I and L as 1. */
export const cleanReference = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return letters && `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Proof that a browser began its 1.3 launch. `click`: by the button Continue. */
export type LaunchBinding = 'cookie' | 'storage' | 'click'

export interface ListedLaunch {
  at: Date
  /** Error id from the error page. */
  reference: string
  version: '1.1' | '1.3'
  outcome: string
  binding: LaunchBinding | null
  consumerKey: string | null
  issuer: string | null
  school: string | null
  contextId: string | null
}

export const launchSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

/** The reasons of refusals with their titles. */
export const reasonTitles = Object.fromEntries(Object.entries(refusals).map(([reason, { title }]) => [reason, title]))

/** Choices of the filter: all opened launches, all refused ones, or one reason of a refusal. */
export const launchOutcomes: Record<string, string> = { opened: 'Opened', refused: 'Refused', ...reasonTitles }

const opened: Record<string, string> = {
  checked: 'checked, no page opened',
  pay: 'opened the payment page',
  teacher: 'opened the teacher page',
  wts: 'opened the dictionary',
  observer: 'opened the plain page for visitors',
  deep_link: 'opened the choice of links',
  asked: 'asked to press Continue',
}

export const outcomeText = ({ outcome, binding }: Pick<ListedLaunch, 'outcome' | 'binding'>): string => {
  if (isKeyOf(refusals, outcome)) return refusals[outcome].title
  const text = opened[outcome] ?? outcome
  return binding === 'click' ? `${text}, by Continue` : text
}
