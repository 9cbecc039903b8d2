import type { RefusalFacts } from './refusal-facts.ts'

/** The message cannot be used: something is missing, or of a kind that we do not support. */
export const messageRefusals = {
  parameter: {
    status: 400,
    title: 'The link is missing something',
    administrator:
      'Check the privacy and launch settings of the tool. Your LMS must send the parameter below once, with a value.',
  },
  'message-type': {
    status: 400,
    title: 'Unsupported message type',
    administrator: 'The tool accepts basic-lti-launch-request (LTI 1.1) and LtiResourceLinkRequest (LTI 1.3).',
  },
  version: {
    status: 400,
    title: 'Unsupported LTI version',
    administrator: 'Set up the tool as LTI 1.1 (LTI-1p0) or LTI 1.3.',
  },
  'signature-method': {
    status: 400,
    title: 'Unsupported signature method',
    administrator: 'Choose HMAC-SHA1 or HMAC-SHA256 as the signature method of the tool.',
  },
  unreadable: {
    status: 400,
    title: 'Not a launch',
    administrator: 'The launch address accepts a form POST from the LMS. You cannot open it by hand.',
  },
  target: {
    status: 400,
    title: 'Wrong target address',
    administrator: 'Set the target link URI of the tool and the link to our launch address.',
  },
  'platform-error': {
    status: 400,
    title: 'Error from the platform',
    administrator: 'The error below comes from your LMS, not from us.',
  },
  'platform-spent': {
    status: 400,
    title: 'Launch already sent',
    administrator:
      'This happens if the browser blocks cookies inside the LMS. Let the tool open in a new tab. The error below comes from your LMS.',
  },
} as const satisfies Record<string, RefusalFacts>
