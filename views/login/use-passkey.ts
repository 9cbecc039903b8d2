import { failureMessages } from '#src/core/rules/failure-messages.ts'
import { accountMessages } from '#src/staff/rules/passkeys.ts'
import { paths } from '../paths.ts'
import { type Answer, postJson } from '../ui/post-json.ts'
import type { Failed } from '../ui/sending.ts'

type PasskeyOutcome = { ok: true } | { ok: false; message: string; reason?: string | undefined }

/** Returns whether the browser can use passkeys. They need https, or localhost. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

const failed = (answer: Exclude<Answer | Failed, { ok: true }>): PasskeyOutcome =>
  answer.kind === 'offline'
    ? { ok: false, message: failureMessages.unreachable }
    : {
        ok: false,
        message: answer.message ?? failureMessages.unreachable,
        reason: answer.kind === 'answered' ? answer.body.reason : undefined,
      }

type Posted<B> = Promise<Answer<B> | Failed>

/** Gets options from us, has the browser answer them, and sends its answer. */
const ceremony = async <O, R extends object>(
  start: Posted<O>,
  ask: (optionsJSON: O) => Promise<R>,
  finish: (response: R) => Posted<unknown>,
): Promise<PasskeyOutcome> => {
  const options = await start
  if (options.kind !== 'answered' || !options.ok) return failed(options)
  const response = await ask(options.body).catch(() => null)
  if (!response) return { ok: false, message: accountMessages.cancelled }
  const answer = await finish(response)
  return answer.kind === 'answered' && answer.ok ? { ok: true } : failed(answer)
}

/** Copies the results of extensions: TypeScript takes a literal as a record, but not the library's interface. */
const extensionsOf = ({ clientExtensionResults }: { clientExtensionResults: object }) => ({
  clientExtensionResults: { ...clientExtensionResults },
})

/** Signs in, or confirms a session, by a passkey. Loads the library on first use. */
export const signByPasskey = (
  from: typeof paths.passkeyOptions | typeof paths.confirmOptions,
  to: typeof paths.passkeySignIn | typeof paths.confirmByPasskey,
): Promise<PasskeyOutcome> =>
  ceremony(
    postJson(from, {}),
    async optionsJSON => (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON }),
    response => postJson(to, { response: { ...response, ...extensionsOf(response) } }),
  )

export const registerPasskey = (): Promise<PasskeyOutcome> =>
  ceremony(
    postJson(paths.newPasskeyOptions, {}),
    async optionsJSON => (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON }),
    response => postJson(paths.newPasskey, { response: { ...response, ...extensionsOf(response) } }),
  )
