/** The pages on which an administrator connects their LMS (LTI Dynamic Registration). */
export default {
  title: 'Register this tool',
  /** Before and after the host of the LMS. */
  connect: 'Register to connect your LMS at',
  withUs: 'with Signbook. They exchange addresses and keys.',
  register: 'Register',
  registered: 'Registered',
  done: (issuer: string) => `${issuer} is now registered with Signbook.`,
  email: 'Your email (optional)',
  emailHint: 'We write to you once, when your LMS is turned on.',
  /** The next step, with the address that the administrator typed. */
  review: (email: string | null) =>
    email
      ? `We will check your LMS, turn it on, and email ${email}.`
      : 'We will check your LMS and turn it on. Links to us open after that.',
  on: 'It is turned on already. Open a link in a course to try it.',
  inLms: 'You may also need to turn on the tool in your LMS.',
  known: (issuer: string) => `${issuer} is already registered with Signbook.`,
  unchanged: 'You do not need to do anything. Your links keep working as before.',
  closeByHand: 'You can close this window.',
  close: 'Close window',
  /** `detail` is the technical cause, in English. */
  refused: {
    invitation_invalid: 'This registration link was already used, or is older than a week. Ask us for a new one.',
    configuration_address_invalid: 'Your LMS did not say how to register. Open this link where your LMS adds tools.',
    issuer_on_other_host: 'The issuer of your LMS is on a different host than its configuration.',
    addresses_of_others:
      'Your LMS named addresses for sign-in, keys or tokens that are not on its own site. Please ask us for help.',
    audience_on_other_host:
      'The authorization_server of your LMS is on a different host than its token_endpoint. Correct it and try again.',
    client_id_taken: 'Another LMS uses the client ID and the token_endpoint that yours sent. Please write to us.',
    email_malformed: 'Email does not look right.',
    configuration_unreadable: (detail: string) => `We could not read the configuration of your LMS: ${detail}`,
    registration_rejected: (detail: string) => `Your LMS refused the registration: ${detail}`,
  },
} as const
