/**
 * Everything a refused launch page says, by reason (docs/rules/launches.md). `heading` and `what` are for everybody; the
 * technical cause is in `administrator`. `title` is the short name of the reason for staff.
 */
export interface RefusalText {
  status: 400 | 401 | 403
  heading: string
  title: string
  what: string
  student: string
  teacher: string
  administrator: string
}

const again = 'Go back to your course and open the link again.'
const tellTeacher =
  'Go back to your course and open the link again. If this page returns, send the reference below to your teacher.'
const inNewTab =
  'Go back to your course and open the link in a new tab. In Canvas, choose “Load in a new tab”. Or allow cookies for this site, then open the link again.'
const tellAdmin = 'Send the reference below to the person who runs your LMS.'

export const refusals = {
  'unknown-consumer': {
    status: 401,
    heading: "We couldn't open your course: we don't know this school",
    title: 'Unknown consumer key',
    what: 'Your LMS sent a school key that we do not know.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'The consumer key is not registered here. Compare the key in your LMS with the key we gave you. Upper and lower case matter.',
  },
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
  parameter: {
    status: 400,
    heading: "We couldn't open your course: the link is incomplete",
    title: 'The link is missing something',
    what: 'Your LMS left out something we need, or sent it in an unreadable form.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'Check the privacy and launch settings of the tool. Your LMS must send the parameter below once, with a value.',
  },
  'message-type': {
    status: 400,
    heading: "We couldn't open your course: this is another kind of link",
    title: 'Unsupported message type',
    what: 'Your LMS sent something other than a course link.',
    student: tellTeacher,
    teacher: 'Place the tool in the course as a normal link, then open that link.',
    administrator: 'The tool accepts basic-lti-launch-request (LTI 1.1) and LtiResourceLinkRequest (LTI 1.3).',
  },
  version: {
    status: 400,
    heading: "We couldn't open your course: we don't support this LTI version",
    title: 'Unsupported LTI version',
    what: 'Your LMS uses an LTI version that this tool does not support.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Set up the tool as LTI 1.1 (LTI-1p0) or LTI 1.3.',
  },
  'signature-method': {
    status: 400,
    heading: "We couldn't open your course: we don't accept this kind of signature",
    title: 'Unsupported signature method',
    what: 'Your LMS signed the link in a way we do not accept.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Choose HMAC-SHA1 or HMAC-SHA256 as the signature method of the tool.',
  },
  unreadable: {
    status: 400,
    heading: "We couldn't open your course: please start from your LMS",
    title: 'Not a launch',
    what: 'This page was opened without the data that an LMS sends.',
    student: 'Open your course in your LMS and use the link there.',
    teacher: 'Open the link from your course.',
    administrator: 'The launch address accepts a form POST from the LMS. You cannot open it by hand.',
  },
  'unknown-platform': {
    status: 401,
    heading: "We couldn't open your course: we don't know this LMS",
    title: 'Unknown platform',
    what: 'Your LMS is not registered here.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Your LMS sent the issuer and client ID below. Register the tool again, or send us both.',
  },
  'platform-off': {
    status: 403,
    heading: "We couldn't open your course: your LMS isn't turned on yet",
    title: 'Platform not confirmed',
    what: 'We still have to confirm the registration of your LMS.',
    student: 'Try again later. If this page returns, tell your teacher.',
    teacher: tellAdmin,
    administrator: 'Your setup is fine. Write to us with the reference below.',
  },
  target: {
    status: 400,
    heading: "We couldn't open your course: the link has a wrong address",
    title: 'Wrong target address',
    what: 'Your LMS wants to open an address that does not belong to this tool.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Set the target link URI of the tool and the link to our launch address.',
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
    title: 'State of another browser',
    what: 'We could not confirm that this is the browser that began the launch.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'The browser blocks cookies inside the LMS, or the launch moved to another browser. Let the tool open in a new tab, or turn on LTI platform storage.',
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
  deployment: {
    status: 403,
    heading: "We couldn't open your course: your school isn't turned on yet",
    title: 'Deployment waits for approval',
    what: 'We still have to approve the tool for your school. We have been notified.',
    student: 'Try again later. If this page returns, tell your teacher.',
    teacher: 'Write to us with the reference below, and we will turn it on.',
    administrator: 'Your setup is fine. Send us the deployment ID below.',
  },
  'deployment-refused': {
    status: 403,
    heading: "We couldn't open your course: your school is turned off",
    title: 'Deployment refused',
    what: 'We turned off this tool for your school.',
    student: tellTeacher,
    teacher: 'If your school should use it, write to us with the reference below.',
    administrator: 'Your setup is fine. Write to us with the deployment ID below.',
  },
  'platform-error': {
    status: 400,
    heading: "We couldn't open your course: your LMS stopped the launch",
    title: 'Error from the platform',
    what: 'Your LMS sent an error instead of a launch.',
    student: 'Log in to your LMS again, then open the link from your course.',
    teacher: 'Check that you can see the course and the link, then open it again.',
    administrator: 'The error below comes from your LMS, not from us.',
  },
  'platform-spent': {
    status: 400,
    heading: "We couldn't open your course: your LMS opens each link only once",
    title: 'Launch already handed out',
    what: 'Your LMS handed out this launch before, or it took too long.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'This happens if the browser blocks cookies inside the LMS. Let the tool open in a new tab. The error below comes from your LMS.',
  },
  'deep-link-role': {
    status: 403,
    heading: 'Only teachers can place links',
    title: 'Only teachers can place links',
    what: 'Your role in this course does not allow you to add links.',
    student: 'Open your course and use the links that are there.',
    teacher: 'Ask the person who runs your LMS for a teaching role in this course.',
    administrator: 'Deep linking needs a teaching role in the launch.',
  },
  'wts-off': {
    status: 403,
    heading: "What's the Sign? is not turned on for this course",
    title: "What's the Sign? is not turned on",
    what: 'Your link is fine, but this course does not include the dictionary.',
    student: 'Ask your teacher if your course should have it.',
    teacher: 'Write to us with the reference below, and we will turn it on.',
    administrator: 'Your setup is fine.',
  },
} as const satisfies Record<string, RefusalText>

export type RefusalReason = keyof typeof refusals

/** A refused launch. `detail` is for the launch diary and the administrator: a parameter's name, a clock skew. */
export interface Refusal {
  reason: RefusalReason
  detail?: string
}
