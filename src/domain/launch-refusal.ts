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
