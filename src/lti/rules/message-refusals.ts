import { inNewTab, type LaunchRefusalText, tellAdmin, tellTeacher } from './refusal-text.ts'

/** The message cannot be used: something is missing, or of a kind that we do not support. */
export const messageRefusals = {
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
  target: {
    status: 400,
    heading: "We couldn't open your course: the link has a wrong address",
    title: 'Wrong target address',
    what: 'Your LMS wants to open an address that does not belong to this tool.',
    student: tellTeacher,
    teacher: tellAdmin,
    administrator: 'Set the target link URI of the tool and the link to our launch address.',
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
    title: 'Launch already sent',
    what: 'Your LMS already sent this launch, or it took too long.',
    student: inNewTab,
    teacher: inNewTab,
    administrator:
      'This happens if the browser blocks cookies inside the LMS. Let the tool open in a new tab. The error below comes from your LMS.',
  },
} as const satisfies Record<string, LaunchRefusalText>
