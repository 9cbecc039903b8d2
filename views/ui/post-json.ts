import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type * as staff from '#src/accounts/staff-contract.ts'
import type { BodyOf, Problem, ReplyOf } from '#src/core/rules/calls.ts'
import type { paths } from '../paths.ts'
import type { Failed } from './sending.tsx'

/** Contracts of the calls that the passkey button posts, by address. */
interface Calls {
  [paths.passkeyOptions]: typeof staff.passkeyOptionsCall
  [paths.passkeySignIn]: typeof staff.passkeySignInCall
  [paths.confirmOptions]: typeof staff.startConfirmCall
  [paths.confirmByPasskey]: typeof staff.confirmCall
  [paths.newPasskeyOptions]: typeof staff.startPasskeyCall
  [paths.newPasskey]: typeof staff.addPasskeyCall
}

/** Replies whose fields WebAuthn defines, not the contract. */
interface PasskeyOptions {
  [paths.passkeyOptions]: PublicKeyCredentialRequestOptionsJSON
  [paths.confirmOptions]: PublicKeyCredentialRequestOptionsJSON
  [paths.newPasskeyOptions]: PublicKeyCredentialCreationOptionsJSON
}

type CallPath = keyof Calls
type CallReply<P extends CallPath> = P extends keyof PasskeyOptions ? PasskeyOptions[P] : ReplyOf<Calls[P]>

/** An answer of our server. `message` is the server's sentence, else the status text. */
export type Answer<B = unknown> =
  | { kind: 'answered'; ok: true; status: number; body: B }
  | { kind: 'answered'; ok: false; status: number; body: Partial<Problem>; message: string }

/** Posts JSON and reads the answer. That of a proxy without a server may be no JSON, without a status text. */
export const postJson = async <P extends CallPath>(
  path: P,
  body: BodyOf<Calls[P]>,
): Promise<Answer<CallReply<P>> | Failed> => {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
    })
    const { ok, status, statusText } = answer
    const read = await answer.json().catch(() => null)
    if (ok) return read ? { kind: 'answered', ok, status, body: read } : { kind: 'offline' }
    if (status >= 500) return { kind: 'error', status, message: read?.error }
    return { kind: 'answered', ok, status, body: read ?? {}, message: read?.error ?? statusText }
  } catch {
    return { kind: 'offline' }
  }
}
