import { again, inNewTab, type LaunchRefusalText, tellAdmin, tellTeacher } from './refusal-text.ts'

/** The launch or its login could not be verified: signature, time, state, keys, addressee. */
export const verificationRefusals = {
  signature: {
    status: 401,
    heading: "We couldn't open your course: the link failed a security check",
    title: 'The link could not be verified',
    what: 'We could not verify that the link came from your LMS.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'The signature does not match the launch. Enter the shared secret again, without spaces. Check that the launch address is exactly the one we gave you, with https.',
  },
  timestamp: {
    status: 401,
    heading: "We couldn't open your course: the link is too old or too early",
    title: 'The link is too old or too early',
    what: 'A link works for five minutes before and after its time stamp.',
    student: again,
    teacher:
      'Open the link again from the course. If it fails for everyone, send the reference below to your LMS administrator.',
    administrator: 'Check the clock of the LMS server. It must be within five minutes of the real time.',
  },
  nonce: {
    status: 401,
    heading: "We couldn't open your course: this link was already used",
    title: 'This link was already used',
    what: 'Each click on the link works once.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
    administrator: 'The nonce was used before. If everyone sees this page, a proxy may be sending requests twice.',
  },
  state: {
    status: 401,
    heading: "We couldn't open your course: it took too long to open",
    title: 'Unknown or expired state',
    what: 'This launch took longer than ten minutes, or was already used.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
    administrator:
      'The state belongs to no login of the last ten minutes. If everyone sees this page, check the login address of the tool. Nothing may cache it.',
  },
  browser: {
    status: 401,
    heading: "We couldn't open your course: your browser blocked our cookie",
    title: 'Launch from another browser',
    what: 'We could not confirm that this is the browser that began the launch.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'The browser blocks cookies inside the LMS, or the launch moved to another browser. Let the tool open in a new tab, or turn on LTI platform storage.',
  },
  continue: {
    status: 401,
    heading: "We couldn't open your course: the Continue button works only once",
    title: 'Continue came too late',
    what: 'The Continue button works once, for five minutes.',
    student: again,
    teacher: again,
    administrator: 'The browser blocks cookies inside the LMS, so we asked first. Your setup is fine.',
  },
  'id-token': {
    status: 401,
    heading: "We couldn't open your course: your LMS failed a security check",
    title: 'The launch could not be verified',
    what: 'We could not verify the message from your LMS.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'The id_token does not match the keys of your LMS. Compare the public keyset address that we have with the one your LMS shows.',
  },
  'platform-keys': {
    status: 401,
    heading: "We couldn't open your course: your LMS is not answering",
    title: 'Platform keys not reachable',
    what: 'We could not reach your LMS to verify the launch.',
    student: 'Wait a few minutes and open the link again.',
    teacher: tellAdmin,
    administrator: 'The public keyset address of your LMS must answer over https within five seconds.',
  },
  issuer: {
    status: 401,
    heading: "We couldn't open your course: the launch came from another LMS",
    title: 'Wrong issuer',
    what: 'One LMS began the login, and another one sent the launch.',
    student: again,
    teacher: tellAdmin,
    administrator: 'The issuer in the id_token must be the issuer of the login request.',
  },
  audience: {
    status: 401,
    heading: "We couldn't open your course: the launch is for another tool",
    title: 'Wrong audience',
    what: 'Your LMS sent us a launch that is meant for another tool.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'The client ID in the launch is not ours. Compare the client ID in your LMS with the one we have.',
  },
  'token-time': {
    status: 401,
    heading: "We couldn't open your course: the launch is too old or too early",
    title: 'The launch is too old or too early',
    what: 'A launch works for a few minutes only.',
    student: again,
    teacher:
      'Open the link again from the course. If it fails for everyone, send the reference below to your LMS administrator.',
    administrator: 'Check the clock of the LMS server. It must be within a minute of the real time.',
  },
} as const satisfies Record<string, LaunchRefusalText>
