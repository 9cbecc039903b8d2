import { createPublicKey, generateKeyPair, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { escapeHtml } from '#src/core/rules/plain-text.ts'

const generate = promisify(generateKeyPair)

export interface Keys {
  kid: string
  privateKey: KeyObject
  /** Unpublished key, to sign forged tokens. */
  stranger: KeyObject
  published: object[]
}

export const createKeys = async (): Promise<Keys> => {
  const [own, stranger] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('rsa', { modulusLength: 2048 }),
  ])
  const kid = randomBytes(8).toString('hex')
  const published = [{ ...createPublicKey(own.privateKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }]
  return { kid, privateKey: own.privateKey, stranger: stranger.privateKey, published }
}

const C = 'https://purl.imsglobal.org/spec/lti/claim/'
const ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps'

export interface LmsOptions {
  /** Signbook's public URL. */
  toolUrl: string
  /** Base URL of Signbook's keys. Defaults to the public URL. */
  toolKeysUrl?: string
  clientId: string
  /** Issuer. Defaults to the emulator's own URL. */
  issuer?: string
  /** Host name of this machine for browsers. */
  host?: string
  now(): Date
}

/** Content of the message hint: person, course and planned fault. */
const HINT = {
  person: 'ana',
  name: 'Ana Íñiguez',
  email: 'ana@school.example',
  role: 'student',
  context: 'demo-13',
  title: 'American Sign Language by LTI 1.3',
  app: '',
  /** 'on' requests a launch check. */
  check: '',
  fault: 'none',
  message: 'LtiResourceLinkRequest',
  /** Not empty to answer one login per click, like Canvas, which redirects to a second host first, or like Moodle. */
  click: '',
}
type LoginHint = typeof HINT

const ROLES: Record<string, string> = {
  student: 'Learner',
  teacher: 'Instructor',
  assistant: 'TeachingAssistant',
  observer: 'Mentor',
  administrator: 'Administrator',
}

const hintOf = (given: Partial<LoginHint>): LoginHint => ({ ...HINT, ...given })

const targetOf = ({ app, check }: LoginHint, { toolUrl }: Pick<LmsOptions, 'toolUrl'>): string => {
  const url = new URL('/lti/launch', toolUrl)
  if (app) url.searchParams.set('app', app)
  if (check) url.searchParams.set('check', check)
  return url.href
}

/** Returns the fields of the third-party initiated login. `like=canvas` or `moodle` makes it valid for one click. */
export const loginFields = (
  given: Record<string, string>,
  { issuer, options }: { issuer: string; options: Pick<LmsOptions, 'clientId' | 'toolUrl'> },
): Record<string, string> => {
  const hint = hintOf({ ...given, click: given.like ? `${given.like} ${randomUUID()}` : '' })
  const target = targetOf(hint, options)
  return {
    iss: issuer,
    client_id: hint.fault === 'unknown-key' ? `${options.clientId}-typo` : options.clientId,
    login_hint: hint.person,
    lti_message_hint: Buffer.from(JSON.stringify(hint)).toString('base64url'),
    target_link_uri: target,
    lti_deployment_id: '1',
    ...(given.storage === 'on' ? { lti_storage_target: 'lms_storage' } : {}),
  }
}

type Authenticated =
  | { kind: 'launch'; redirectUri: string; state: string; nonce: string; hint: LoginHint }
  | { kind: 'refused'; page: string }
  | { kind: 'error'; redirectUri: string; fields: Record<string, string> }

/** Checks the authentication request as Moodle does (test/launches, moodle45-auth-errors). */
export const authenticate = (
  query: Record<string, string>,
  options: LmsOptions,
  /** Clicks that were already answered. */
  spent: Set<string>,
): Authenticated => {
  const { redirect_uri: redirectUri = '', state = '', nonce, lti_message_hint: message = '' } = query
  const refused = (why: string): Authenticated => ({
    kind: 'refused',
    page: page('Error', `<p>${escapeHtml(why)}</p>`),
  })
  if (redirectUri !== `${options.toolUrl}/lti/launch`) return refused('Invalid redirect_uri')
  if (!nonce) return refused('Missing nonce')
  if (query.scope !== 'openid') return refused('Invalid scope')
  const error = (code: string, description: string): Authenticated => ({
    kind: 'error',
    redirectUri,
    fields: { error: code, error_description: description, state },
  })
  if (query.client_id !== options.clientId) return error('unauthorized_client', 'Unknown client')
  if (query.response_mode !== 'form_post') return error('invalid_request', 'Invalid response_mode')
  if (query.response_type !== 'id_token') return error('invalid_request', 'Invalid response_type')
  if (query.prompt !== 'none') return error('invalid_request', 'Invalid prompt')
  const hint = readHint(message)
  if (!hint || hint.person !== query.login_hint) return error('access_denied', 'The person is not logged in')
  if (hint.fault === 'denied') return error('login_required', 'Log in to the LMS first')
  // Moodle shows a page of its own and sends nothing back.
  if (spent.has(hint.click) && hint.click.startsWith('moodle')) return refused('Invalid request')
  if (spent.has(hint.click))
    return error('launch_no_longer_valid', 'The launch has either expired or already been consumed')
  if (hint.click) spent.add(hint.click)
  return { kind: 'launch', redirectUri, state, nonce, hint }
}

export const readHint = (text: string): LoginHint | null => {
  try {
    return hintOf(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}

const TEN_MINUTES = 600

export const launchOf = (
  asked: Extract<Authenticated, { kind: 'launch' }>,
  { issuer, base, keys, options }: { issuer: string; base: string; keys: Keys; options: LmsOptions },
): Promise<string> => {
  const { hint } = asked
  const now = Math.floor(options.now().getTime() / 1000) - (hint.fault === 'old' ? TEN_MINUTES : 0)
  const known = hint.fault !== 'no-email' && hint.name !== ''
  const claims: Record<string, unknown> = {
    nonce: hint.fault === 'replay' ? 'a nonce from yesterday' : asked.nonce,
    ...(known ? { name: hint.name, email: hint.email } : {}),
    [`${C}version`]: '1.3.0',
    [`${C}message_type`]: hint.message,
    [`${C}deployment_id`]: hint.fault === 'deployment' ? 'a-new-school' : '1',
    [`${C}target_link_uri`]: targetOf(hint, options),
    [`${C}resource_link`]: { id: `link-${hint.context}`, title: 'Textbook' },
    ...(hint.fault === 'no-context'
      ? {}
      : { [`${C}context`]: { id: hint.context, title: hint.title, label: 'ASL 1.3' } }),
    [`${C}roles`]: [`${ROLE}${ROLES[hint.role] ?? 'Learner'}`],
    [`${C}tool_platform`]: { guid: 'signbook-practice', name: 'Practice LMS' },
    [`${C}launch_presentation`]: { document_target: 'iframe', return_url: `${base}/course` },
    [`${AGS}/claim/endpoint`]: {
      scope: [`${AGS}/scope/score`, `${AGS}/scope/lineitem`, `${AGS}/scope/result.readonly`],
      lineitems: `${base}/lineitems`,
      lineitem: `${base}/lineitems/1`,
    },
    [`${NRPS}/claim/namesroleservice`]: { context_memberships_url: `${base}/members`, service_versions: ['2.0'] },
  }
  if (hint.message === 'LtiDeepLinkingRequest')
    claims['https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'] = {
      deep_link_return_url: `${issuer}/deep_link`,
      accept_types: ['ltiResourceLink'],
      accept_multiple: true,
      data: 'kept by the LMS',
    }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(options.clientId)
    .setSubject(`practice-${hint.person}`)
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(hint.fault === 'wrong-secret' ? keys.stranger : keys.privateKey)
}

const STYLE =
  ':root{color-scheme:light dark;min-height:100%;background:Canvas}body{max-width:34rem;margin:2rem auto;padding:0 1rem;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.5rem}'

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

const inputs = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

/** Returns the form_post page. Without JavaScript it has a button. */
export const postPage = (action: string, fields: Record<string, string>): string =>
  page(
    'Practice LMS',
    `<form method="post" action="${escapeHtml(action)}">${inputs(fields)}<noscript><button>Continue</button></noscript></form><script>document.forms[0].submit()</script>`,
  )

/** Script of the platform storage, for browsers that block cookies (LTI Platform Storage). */
const STORAGE = `const kept = {}
addEventListener('message', ({ source, origin, data }) => {
  const answer = { subject: data.subject + '.response', message_id: data.message_id, key: data.key }
  if (data.subject === 'lti.put_data') source.postMessage({ ...answer, value: (kept[origin + data.key] = data.value) }, origin)
  if (data.subject === 'lti.get_data') source.postMessage({ ...answer, value: kept[origin + data.key] ?? null }, origin)
})`

export const coursePage = (toolUrl: string, fields: Record<string, string>, query: Record<string, string>): string =>
  page(
    'A course',
    `<h1>A course in the practice LMS</h1><iframe name="tool" title="Tool" width="900" height="700"></iframe>${
      query.storage === 'on' ? '<iframe name="lms_storage" title="Storage" src="/storage" hidden></iframe>' : ''
    }<form method="post" action="${escapeHtml(toolUrl)}/lti/login" target="tool">${inputs(fields)}<button>Open the tool</button></form>`,
  )

export const storagePage = (): string => page('Storage', `<script>${STORAGE}</script>`)
