import type { RefusalFacts } from './refusal-facts.ts'

/** The school, the LMS or the person may not open this here: unknown, waiting, or turned off. */
export const permissionRefusals = {
  'unknown-consumer': {
    status: 401,
    title: 'Unknown consumer key',
    administrator:
      'The consumer key is not registered here. Compare the key in your LMS with the key we gave you. Upper and lower case matter.',
  },
  'unknown-platform': {
    status: 401,
    title: 'Unknown platform',
    administrator: 'Your LMS sent the issuer and client ID below. Register the tool again, or send us both.',
  },
  'platform-off': {
    status: 403,
    title: 'Platform not confirmed',
    administrator: 'Your setup is fine. Write to us with the reference below.',
  },
  deployment: {
    status: 403,
    title: 'Deployment waits for approval',
    administrator: 'Your setup is fine. Send us the deployment ID below.',
  },
  'deployment-refused': {
    status: 403,
    title: 'Deployment refused',
    administrator: 'Your setup is fine. Write to us with the deployment ID below.',
  },
  'deep-link-role': {
    status: 403,
    title: 'Only teachers can place links',
    administrator: 'Deep linking needs a teaching role in the launch.',
  },
  'wts-off': {
    status: 403,
    title: "What's the Sign? is not turned on",
    administrator: 'Your setup is fine.',
  },
} as const satisfies Record<string, RefusalFacts>
