import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { fullName, type Staff } from '#src/core/rules/staff.ts'
import { MINUTE_MS } from '#src/core/rules/time.ts'
import type { StoredPasskey } from './store/passkeys.ts'

/** WebAuthn for our origin: discoverable credentials, and the person verified by PIN or biometrics each time. */

/** Time that people get to touch a key. Their browser and the stored challenge keep to it. */
export const CHALLENGE_MS = 5 * MINUTE_MS

/** Returns the options with which a browser makes a passkey, on a device that has none of these. */
export const registrationOptions = async (publicUrl: string, staff: Staff, existing: StoredPasskey[]) => {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Signbook',
    rpID: new URL(publicUrl).hostname,
    userID: new TextEncoder().encode(`staff:${staff.id}`),
    userName: staff.email,
    userDisplayName: fullName(staff) || staff.email,
    timeout: CHALLENGE_MS,
    excludeCredentials: existing.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns the options with which a browser signs by one of these passkeys; without them, by any of our site. */
export const authenticationOptions = async (publicUrl: string, allowed?: StoredPasskey[]) => {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed ? { allowCredentials: allowed.map(credentialOf) } : {}),
  })
}

/** Returns the challenge that a response answers; null if it is not readable. */
export const challengeOf = ({ response }: { response: { clientDataJSON: string } }): string | null => {
  const { challenge } = recordOf(parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')))
  return typeof challenge === 'string' ? challenge : null
}

/** Returns the new credential; null if the response does not prove it. The caller has used up the challenge. */
export const verifyRegistration = async (
  publicUrl: string,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
) => {
  const { verifyRegistrationResponse } = await load()
  const given = { response, expectedChallenge, ...expectedOf(publicUrl) }
  const found = await verifyRegistrationResponse(given).catch(() => null)
  if (!found?.verified) return null
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/**
 * Returns the new counter of a passkey; null if the signature is wrong, or its counter went back, as a copied key's
 * does. The caller has used up the challenge.
 */
export const verifyAuthentication = async (
  publicUrl: string,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { credentialId: id, publicKey, counter }: StoredPasskey,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await load()
  const credential = { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter }
  const given = { response, expectedChallenge, credential, ...expectedOf(publicUrl) }
  const found = await verifyAuthenticationResponse(given).catch(() => null)
  return found?.verified ? found.authenticationInfo.newCounter : null
}

/** Loaded with the first passkey, which the start does not need. */
const load = () => import('@simplewebauthn/server')

const credentialOf = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports })

const expectedOf = (publicUrl: string) => {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}
