/**
 * Every way a launch is refused: what the person reads, by who they are, and the HTTP status (contract.md, LTI).
 * `what` says what failed; the other lines say what each reader can do.
 */
export interface RefusalText {
  status: 400 | 401 | 403
  title: string
  what: string
  student: string
  teacher: string
  administrator: string
}

const again = 'Go back to your course and open the link again.'
const tellTeacher =
  'Go back to your course and open the link again. If you see this page twice, send the reference to your teacher.'
const inNewTab =
  'Go back to your course and open the link in a new tab; in Canvas that is “Load in a new tab”. Or allow cookies for this site in your browser, and open the link again.'
const tellAdmin = 'Send the reference below to the person who runs your LMS.'

export const refusals = {
  'unknown-consumer': {
    status: 401,
    title: 'We do not know this school',
    what: 'The link was sent with a consumer key that is not registered here.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'Compare the consumer key of the tool in your LMS with the key we gave you. Upper and lower case matter.',
  },
  signature: {
    status: 401,
    title: 'The link could not be verified',
    what: 'The signature of the launch does not match what was sent.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'Enter the shared secret again without spaces, and check that the launch address in your LMS is exactly the address we gave you, with https.',
  },
  timestamp: {
    status: 401,
    title: 'The link is too old or too early',
    what: 'A launch is good for five minutes before and after the time it was made, and this one is outside of that.',
    student: again,
    teacher:
      'Open the link again from the course. If it keeps failing for everyone, send the reference to the person who runs your LMS.',
    administrator: 'Check the clock of the LMS server: it must be within five minutes of the real time.',
  },
  nonce: {
    status: 401,
    title: 'This link was already used',
    what: 'Each launch works once, and this one has been here before.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
    administrator: 'If this happens to everyone, a proxy may be sending requests twice.',
  },
  parameter: {
    status: 400,
    title: 'The link is missing something',
    what: 'A part of the launch that we need did not come, or came in a form that we cannot read.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'Check the privacy and launch settings of the tool: the parameter named below must be sent once, with a value.',
  },
  'message-type': {
    status: 400,
    title: 'We cannot open this kind of link',
    what: 'The LMS sent a message that is not a launch of a course link.',
    student: tellTeacher,
    teacher: 'Place the tool as a normal link in the course, then open that link.',
    administrator: 'The tool takes basic-lti-launch-request (LTI 1.1) and LtiResourceLinkRequest (LTI 1.3).',
  },
  version: {
    status: 400,
    title: 'We do not speak this version of LTI',
    what: 'The launch names an LTI version that this tool does not support.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Set the tool up as LTI 1.1 (LTI-1p0) or LTI 1.3.',
  },
  'signature-method': {
    status: 400,
    title: 'The link is signed in a way we do not accept',
    what: 'Launches must be signed with HMAC-SHA1 or HMAC-SHA256.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Choose HMAC-SHA1 or HMAC-SHA256 as the signature method of the tool.',
  },
  unreadable: {
    status: 400,
    title: 'This is not a launch',
    what: 'The page was opened without the data that an LMS sends along.',
    student: 'Open your course in your LMS and use the link there.',
    teacher: 'Open the link from your course.',
    administrator: 'The launch address takes a form POST from the LMS; it cannot be opened by hand.',
  },
  'unknown-platform': {
    status: 401,
    title: 'We do not know this LMS',
    what: 'The link came from an LMS that is not registered here.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator:
      'The issuer and client ID below are what your LMS sent. Register the tool again, or send us both so that we can add them.',
  },
  'platform-off': {
    status: 403,
    title: 'Your LMS is not switched on yet',
    what: 'The registration of your LMS is waiting for us to confirm it.',
    student: 'Try again later, and tell your teacher if it stays like this.',
    teacher: tellAdmin,
    administrator: 'Write to us with the reference below. Nothing is wrong with the set-up of the tool.',
  },
  target: {
    status: 400,
    title: 'The link leads somewhere else',
    what: 'The address that your LMS wants to open is not an address of this tool.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Set the target link URI of the tool, and of the link, to our launch address.',
  },
  state: {
    status: 401,
    title: 'This launch took too long or was already used',
    what: 'The launch does not belong to a login that we began in the last ten minutes.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
    administrator:
      'If this happens to everyone, check that the login address of the tool is ours and nothing keeps copies.',
  },
  browser: {
    status: 401,
    title: 'This is not the browser that began the launch',
    what: 'The launch came without what we gave the browser when the login began, and the LMS kept nothing for us.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'The browser blocks cookies inside the LMS, or the launch was carried to another browser. To spare people the way round, let the tool open in a new tab, or use an LMS with LTI platform storage.',
  },
  'id-token': {
    status: 401,
    title: 'The launch could not be verified',
    what: 'The signed message of the launch does not match the keys of your LMS.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Compare the public keyset address that we have with the one your LMS shows.',
  },
  'platform-keys': {
    status: 401,
    title: 'We cannot reach your school at the moment',
    what: 'The keys that prove who sent the launch could not be read from your LMS.',
    student: 'Wait a few minutes and open the link again.',
    teacher: tellAdmin,
    administrator: 'The public keyset address of your LMS must answer over https within five seconds.',
  },
  issuer: {
    status: 401,
    title: 'The launch names another LMS',
    what: 'The login was begun by one LMS and the launch came from another.',
    student: again,
    teacher: tellAdmin,
    administrator: 'The issuer in the id_token must be the one of the login request.',
  },
  audience: {
    status: 401,
    title: 'The launch is meant for another tool',
    what: 'The client that the launch names is not the one this tool is registered as.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Compare the client ID in your LMS with the one we have.',
  },
  'token-time': {
    status: 401,
    title: 'The launch is too old or too early',
    what: 'The signed message is good for a few minutes, and this one is outside of that.',
    student: again,
    teacher:
      'Open the link again from the course. If it keeps failing for everyone, send the reference to the person who runs your LMS.',
    administrator: 'Check the clock of the LMS server: it must be within a minute of the real time.',
  },
  deployment: {
    status: 403,
    title: 'Your school is not switched on yet',
    what: 'This installation of the tool waits for us to look at it. We have been told.',
    student: 'Try again later, and tell your teacher if it stays like this.',
    teacher: 'Write to us with the reference below, and we will switch it on.',
    administrator: 'Send us the deployment ID below. Nothing is wrong with the set-up of the tool.',
  },
  'deployment-refused': {
    status: 403,
    title: 'Your school is switched off',
    what: 'We switched this installation of the tool off.',
    student: tellTeacher,
    teacher: 'Write to us with the reference below if your school should use it.',
    administrator: 'Write to us with the deployment ID below. Nothing is wrong with the set-up of the tool.',
  },
  'platform-error': {
    status: 400,
    title: 'Your LMS stopped the launch',
    what: 'The LMS sent an error in place of a launch.',
    student: 'Log in to your LMS again, then open the link from your course.',
    teacher: 'Check that you can see the course and the link, then open it again.',
    administrator: 'What the LMS said stands below. It comes from your LMS, not from us.',
  },
  'platform-spent': {
    status: 400,
    title: 'Your LMS opens a link once for each click',
    what: 'The LMS gave out this launch before, or it took too long, and it does not give it out again.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'This happens where the browser blocks cookies inside the LMS: let the tool open in a new tab. What the LMS said stands below.',
  },
  'deep-link-role': {
    status: 403,
    title: 'Only teachers can place links',
    what: 'The LMS asked which links to add to the course, for somebody who does not teach it.',
    student: 'Open your course and use the links that are there.',
    teacher: 'Ask the person who runs your LMS for a teaching role in this course.',
    administrator: 'Deep linking needs a teaching role in the launch.',
  },
  'wts-off': {
    status: 403,
    title: "What's the Sign? is not turned on for this course",
    what: 'Your link is fine, but this course may not open the dictionary.',
    student: 'Ask your teacher if your course should have it.',
    teacher: 'Write to us with the reference below and we will turn it on.',
    administrator: 'Nothing is wrong with the set-up of the tool.',
  },
} as const satisfies Record<string, RefusalText>

export type RefusalReason = keyof typeof refusals

/** A launch that was not accepted. `detail` is for the diary and the administrator: a parameter's name, a clock skew. */
export interface Refusal {
  reason: RefusalReason
  detail?: string
}
