import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Staff } from '#src/core/rules/staff.ts'
import { fullName } from '#src/core/rules/staff.ts'
import type { StoredPasskey } from './store/passkeys.ts'

/** Loaded with the first passkey, which the start does not need. */
const load = () => import('@simplewebauthn/server')

/** Time that people get to touch a key. Their browser and the stored challenge keep to it. */
export const CHALLENGE_MS = 5 * 60 * 1000

/** Returns the challenge that a response answers; null if it is not readable. */
export const challengeOf = ({ response }: { response: { clientDataJSON: string } }): string | null => {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** WebAuthn for our origin: discoverable credentials, and the person verified by PIN or biometrics each time. */
export const makeWebAuthn = (publicUrl: string) => {
  const { origin, hostname: rpID } = new URL(publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const keyOf = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports })
  return {
    async registration(staff: Staff, existing: StoredPasskey[]) {
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpName: 'Signbook',
        rpID,
        userID: new TextEncoder().encode(`staff:${staff.id}`),
        userName: staff.email,
        userDisplayName: fullName(staff) || staff.email,
        timeout: CHALLENGE_MS,
        excludeCredentials: existing.map(keyOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },
    async authentication(allowed?: StoredPasskey[]) {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed.map(keyOf) } : {}),
      })
    },
    /** Returns the new credential, or null if the response does not prove it. The caller has claimed the challenge. */
    async verifyRegistration(response: RegistrationResponseJSON, expectedChallenge: string) {
      const { verifyRegistrationResponse } = await load()
      const found = await verifyRegistrationResponse({ response, expectedChallenge, ...expected }).catch(() => null)
      if (!found?.verified) return null
      const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
    },
    /** Returns the new counter, or null if the signature is wrong or its counter went back, as a copied key's does. */
    async verifyAuthentication(response: AuthenticationResponseJSON, expectedChallenge: string, by: StoredPasskey) {
      const { verifyAuthenticationResponse } = await load()
      const { counter } = by
      const credential = {
        id: by.credentialId,
        publicKey: new Uint8Array(Buffer.from(by.publicKey, 'base64url')),
        counter,
      }
      const found = await verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }).catch(
        () => null,
      )
      return found?.verified ? found.authenticationInfo.newCounter : null
    },
  }
}
