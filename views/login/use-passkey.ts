import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { failureMessages } from '#src/core/rules/failure-messages.ts'
import { accountMessages } from '#src/staff/rules/passkeys.ts'
import { type Answer, postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

export type PasskeyOutcome = { ok: true } | { ok: false; message: string; reason?: string | undefined }

/** Returns whether the browser can use passkeys. They need https, or localhost. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

const failed = (answer: Exclude<Answer | Failed, { ok: true }>): PasskeyOutcome =>
  answer.kind === 'offline'
    ? { ok: false, message: failureMessages.unreachable }
    : { ok: false, message: answer.message, reason: answer.kind === 'answered' ? answer.body.reason : undefined }

/** Gets options from us, has the browser answer them, and sends its answer. */
const ceremony = async <O>(
  from: string,
  to: string,
  ask: (optionsJSON: O) => Promise<object>,
): Promise<PasskeyOutcome> => {
  const options = await postJson<O>(from, {})
  if (options.kind !== 'answered' || !options.ok) return failed(options)
  const response = await ask(options.body).catch(() => null)
  if (!response) return { ok: false, message: accountMessages.cancelled }
  const answer = await postJson(to, { response })
  return answer.kind === 'answered' && answer.ok ? { ok: true } : failed(answer)
}

/** Proves who one is by a passkey. Loads the library on first use. */
export const signByPasskey = (from: string, to: string): Promise<PasskeyOutcome> =>
  ceremony<PublicKeyCredentialRequestOptionsJSON>(from, to, async optionsJSON =>
    (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON }),
  )

export const registerPasskey = (from: string, to: string): Promise<PasskeyOutcome> =>
  ceremony<PublicKeyCredentialCreationOptionsJSON>(from, to, async optionsJSON =>
    (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON }),
  )
