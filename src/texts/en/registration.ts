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
  /** The page behind an invitation that is opened in a browser, and the mail with it. */
  invited: {
    title: 'Connect your LMS to Signbook',
    lead: 'Signbook is the online course and textbook for American Sign Language. This link connects your LMS to it.',
    until: (day: string) =>
      `The link works once, for one LMS, until ${day}. Only an administrator of the LMS can use it.`,
    paste: 'Do not register here. Copy this link, then follow the steps for your LMS:',
    hello: 'Hello,',
    link: 'Your link:',
    after: 'Then we check your LMS and turn it on. Signbook opens in courses after that.',
    mail: 'Mail',
    other: 'Another LMS',
    steps: {
      canvas: [
        'In Canvas open Admin, your account, then Developer Keys.',
        'Choose + Developer Key, then LTI Registration.',
        'Paste the link and continue. Our page opens: press Register.',
        'Turn the new key on.',
      ],
      moodle: [
        'In Moodle open Site administration, Plugins, External tool, Manage tools.',
        'Paste the link into Tool URL and press Add LTI Advantage.',
        'Our page opens: press Register, then Close window.',
        'When we have turned your LMS on, press Activate on the tool.',
      ],
      d2l: [
        'In Brightspace open Admin Tools, Manage Extensibility, LTI Advantage.',
        'Choose Register Tool, then Dynamic. Paste the link and press Register.',
        'Our page opens: press Register.',
        'Switch the registration on, and add a deployment.',
      ],
      blackboard: [
        'Blackboard cannot use this link. It needs a client ID instead.',
        'Reply to our mail, or write to us, and we send you the client ID and the steps.',
      ],
      other: [
        'Find the page on which your LMS adds LTI 1.3 tools by dynamic registration.',
        'Paste the link there. Our page opens: press Register.',
        'Turn the tool on in your LMS.',
        'Is there no such page? Write to us, and we connect it by hand.',
      ],
    },
  },
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
