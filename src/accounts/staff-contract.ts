import * as z from 'zod'
import { answers } from '#src/core/rules/calls.ts'
import type { Statuses } from '#src/core/rules/outcome.ts'
import type { ColleagueReason } from './rules/colleagues.ts'
import type { PasskeyReason } from './rules/passkeys.ts'
import type { ServiceAccountReason } from './rules/service-accounts.ts'
import { signInMessages, targetProblem } from './rules/sign-in.ts'
import type { SignInReason } from './texts/sign-in-form.ts'

/** HTTP statuses of the reasons to refuse a sign-in. */
export const signInStatus: Statuses<SignInReason> = {
  wrong_code: 401,
  refresh_token_spent: 401,
  too_many_tries: 429,
  captcha_away: 503,
}

/** HTTP statuses of the reasons to refuse a passkey, or a change of one's own account. */
export const passkeyStatus: Statuses<PasskeyReason> = {
  passkey_not_found: 404,
  session_not_found: 404,
  passkey_exists: 409,
  too_many_passkeys: 409,
}

/** HTTP statuses of the reasons to refuse a change of a colleague. Only pages do these. */
export const colleagueStatus: Statuses<ColleagueReason> = {
  staff_not_found: 404,
  staff_exists: 409,
  own_account: 409,
}

/** HTTP statuses of the reasons to refuse a change of a service account. Only pages do these. */
export const serviceAccountStatus: Statuses<ServiceAccountReason> = { key_not_found: 404 }

const tags = ['Sign-in']
const connection = z.enum(['email', 'sms'])

export const requestCodeCall = {
  tags,
  summary: 'Sends a sign-in code. The reply does not tell whether the target is a staff user.',
  body: z
    .object({ connection, target: z.string(), recaptcha_response: z.string().default('') })
    .check(ctx => {
      const message = targetProblem(ctx.value.connection, ctx.value.target)
      if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value.target, path: ['target'] })
    })
    .meta({ examples: [{ connection: 'email', target: 'staff@example.com', recaptcha_response: 'SOLVED' }] }),
  response: answers(z.object({ code: z.literal('sent') })),
}

/** The reply key `refreshToken` and the request key `refresh_token` differ on purpose: clients rely on both. */
const Tokens = z.object({ token: z.string(), refreshToken: z.string() })

export const signInCall = {
  tags,
  summary: 'Exchanges a code for tokens, and sets the cookie of the staff pages.',
  body: z
    .object({
      connection,
      target: z.string(),
      code: z.string().trim().min(1, signInMessages.codeRequired),
    })
    .meta({ examples: [{ connection: 'email', target: 'staff@example.com', code: '123456' }] }),
  response: answers(Tokens),
}

export const refreshCall = {
  tags,
  summary: 'Exchanges a refresh token for new tokens. A refresh token works once.',
  body: z.object({ refresh_token: z.string() }),
  response: answers(Tokens),
}

/** Options for the browser's WebAuthn call, in the JSON form of WebAuthn Level 3. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })

/** A credential id has at most 1023 bytes (WebAuthn Level 3, §4): 1364 characters in base64url. */
const CREDENTIAL_ID_MAX = 1400

const credential = {
  id: z.string().max(CREDENTIAL_ID_MAX),
  rawId: z.string().max(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
}
/** The longest is an attestation object, which may hold certificates: a few thousand characters. */
const bytes = z.string().max(20_000)
const signature = { authenticatorData: bytes, signature: bytes, userHandle: bytes.optional() }
const attestation = { attestationObject: bytes, transports: z.array(z.string().max(30)).max(10).optional() }

/** A signature by a passkey: `AuthenticationResponseJSON` of WebAuthn Level 3. */
const PasskeySignature = z.object({ ...credential, response: z.object({ clientDataJSON: bytes, ...signature }) })

/** A new passkey: `RegistrationResponseJSON` of WebAuthn Level 3. */
const NewPasskey = z.object({ ...credential, response: z.object({ clientDataJSON: bytes, ...attestation }) })

const done = z.object({ message: z.string() })

export const passkeyOptionsCall = {
  tags,
  summary: 'Starts a sign-in by passkey. Pass the reply to the WebAuthn API of the browser.',
  response: answers(PasskeyOptions),
}

export const passkeySignInCall = {
  tags,
  summary: 'Exchanges a signature by a passkey for tokens, and sets the cookie of the staff pages.',
  body: z.object({ response: PasskeySignature }),
  response: answers(Tokens),
}

export const startConfirmCall = {
  tags,
  summary: 'Starts a confirmation by passkey that this session is still yours.',
  response: answers(PasskeyOptions),
}

export const confirmCall = {
  tags,
  summary: 'Makes the session fresh again: calls that answered `sign_in_again` work for ten minutes.',
  body: z.object({ response: PasskeySignature }),
  response: answers(done),
}

export const startPasskeyCall = {
  tags,
  summary: 'Starts adding a passkey to your own account. Needs a sign-in of the last ten minutes.',
  response: answers(PasskeyOptions),
}

export const addPasskeyCall = {
  tags,
  summary: 'Adds a passkey to your own account. Needs a sign-in of the last ten minutes.',
  body: z.object({ response: NewPasskey }),
  response: answers(done),
}
