import type { RefusalFacts } from './refusal-facts.ts'

/** The launch or its login could not be verified: signature, time, state, keys, addressee. */
export const verificationRefusals = {
  signature: {
    status: 401,
    title: 'The link could not be verified',
    administrator:
      'The signature does not match the launch. Enter the shared secret again, without spaces. Check that the launch address is exactly the one we gave you, with https.',
  },
  timestamp: {
    status: 401,
    title: 'The link is too old or too early',
    administrator: 'Check the clock of the LMS server. It must be within five minutes of the real time.',
  },
  nonce: {
    status: 401,
    title: 'This link was already used',
    administrator: 'The nonce was used before. If everyone sees this page, a proxy may be sending requests twice.',
  },
  state: {
    status: 401,
    title: 'Unknown or expired state',
    administrator:
      'The state belongs to no login of the last ten minutes. If everyone sees this page, check the login address of the tool. Nothing may cache it.',
  },
  browser: {
    status: 401,
    title: 'Launch from another browser',
    administrator:
      'The browser blocks cookies inside the LMS, or the launch moved to another browser. Let the tool open in a new tab, or turn on LTI platform storage.',
  },
  continue: {
    status: 401,
    title: 'Continue came too late',
    administrator: 'The browser blocks cookies inside the LMS, so we asked first. Your setup is fine.',
  },
  'id-token': {
    status: 401,
    title: 'The launch could not be verified',
    administrator:
      'The id_token does not match the keys of your LMS. Compare the public keyset address that we have with the one your LMS shows.',
  },
  'platform-keys': {
    status: 401,
    title: 'Platform keys not reachable',
    administrator: 'The public keyset address of your LMS must answer over https within five seconds.',
  },
  issuer: {
    status: 401,
    title: 'Wrong issuer',
    administrator: 'The issuer in the id_token must be the issuer of the login request.',
  },
  audience: {
    status: 401,
    title: 'Wrong audience',
    administrator: 'The client ID in the launch is not ours. Compare the client ID in your LMS with the one we have.',
  },
  'token-time': {
    status: 401,
    title: 'The launch is too old or too early',
    administrator: 'Check the clock of the LMS server. It must be within a minute of the real time.',
  },
} as const satisfies Record<string, RefusalFacts>
