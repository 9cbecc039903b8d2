const again = 'Go back to your course and open the link again.'
const tellTeacher = 'Go back to your course and open the link again. If this page returns, press “Tell my teacher”.'
const inNewTab =
  'Go back to your course and open the link in a new tab. In Canvas, choose “Load in a new tab”. Or allow cookies for this site, then open the link again.'
const tellAdmin = "Send the reference below to the person who runs your school's site."

const tell = { student: tellTeacher, teacher: tellAdmin }

const newLink = {
  heading: "We couldn't open your course: your school's new link is being checked",
  what: "Your school's new link is being checked. We have been notified. You do not have to pay again.",
  student: 'Try again tomorrow. If this page returns, tell your teacher.',
  teacher: 'Is the earlier link still in your course? Use it until then. In a hurry? Send us the reference below.',
}

/** Texts that everybody reads on the page of a refused launch, by reason. Those for administrators are in `src/lti/rules/`. */
export default {
  signature: {
    heading: "We couldn't open your course: the link failed a security check",
    what: "We could not verify that the link came from your school's site.",
    ...tell,
  },
  timestamp: {
    heading: "We couldn't open your course: the link is too old or too early",
    what: "A link works for five minutes. This one is older, or the clocks of your school's site and of ours differ.",
    student: again,
    teacher:
      "Open the link again from the course. If it fails for everyone, send the reference below to the person who runs your school's site.",
  },
  nonce: {
    heading: "We couldn't open your course: this link was already used",
    what: 'Each click on the link works once.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
  },
  state: {
    heading: "We couldn't open your course: it took too long to open",
    what: 'Your course took longer than ten minutes to open, or this link was already used.',
    student: again,
    teacher: 'Open the link from the course, not from the history or the Back button.',
  },
  browser: {
    heading: "We couldn't open your course: your browser blocked our cookie",
    what: 'We could not confirm that you opened the link in this browser.',
    student: inNewTab,
    teacher: inNewTab,
  },
  continue: {
    heading: "We couldn't open your course: the Continue button works only once",
    what: 'The Continue button works once, for five minutes.',
    student: again,
    teacher: again,
  },
  'id-token': {
    heading: "We couldn't open your course: your school's site failed a security check",
    what: "We could not verify the message from your school's site.",
    ...tell,
  },
  'platform-keys': {
    heading: "We couldn't open your course: we could not get the keys of your school's site",
    what: "We asked your school's site for its public keys, to verify the link. We got none that we can use.",
    student: 'Wait a few minutes and open the link again.',
    teacher: tellAdmin,
  },
  issuer: {
    heading: "We couldn't open your course: the link came from another site",
    what: 'One site began to open the link, and another one finished.',
    student: again,
    teacher: tellAdmin,
  },
  audience: {
    heading: "We couldn't open your course: the link is for another tool",
    what: "Your school's site sent us a link that is meant for another tool.",
    ...tell,
  },
  'token-time': {
    heading: "We couldn't open your course: the message from your school's site is too old or too early",
    what: "A message from your school's site works for five minutes. This one is older, or its clock and ours differ.",
    student: again,
    teacher:
      "Open the link again from the course. If it fails for everyone, send the reference below to the person who runs your school's site.",
  },
  parameter: {
    heading: "We couldn't open your course: the link is incomplete",
    what: "Your school's site left out something we need, or sent it in an unreadable form.",
    ...tell,
  },
  'no-course': {
    heading: 'Open it inside a course',
    what: "You opened this link outside of a course, so we can't tell which course you want.",
    student: "Go to your course in your school's site and open the link there.",
    teacher: 'Place the link inside your course and open it there.',
  },
  'message-type': {
    heading: "We couldn't open your course: this is another kind of link",
    what: "Your school's site sent something other than a course link.",
    student: tellTeacher,
    teacher: 'Place the tool in the course as a normal link, then open that link.',
  },
  version: {
    heading: "We couldn't open your course: we don't support this version of the link",
    what: "Your school's site uses a version of the link that we do not support.",
    ...tell,
  },
  'signature-method': {
    heading: "We couldn't open your course: we don't accept this kind of signature",
    what: "Your school's site signed the link in a way we do not accept.",
    ...tell,
  },
  unreadable: {
    heading: "We couldn't open your course: please start from your school's site",
    what: "This page was opened without the data that your school's site sends.",
    student: "Open your course in your school's site and use the link there.",
    teacher: 'Open the link from your course.',
  },
  target: {
    heading: "We couldn't open your course: the link has a wrong address",
    what: "Your school's site wants to open an address that does not belong to this tool.",
    ...tell,
  },
  'platform-error': {
    heading: "We couldn't open your course: your school's site stopped it",
    what: "Your school's site sent an error instead of your course.",
    student: "Log in to your school's site again, then open the link from your course.",
    teacher: 'Check that you can see the course and the link, then open it again.',
  },
  'platform-spent': {
    heading: "We couldn't open your course: your school's site opens each link only once",
    what: "Your school's site already opened this link, or it took too long.",
    student: inNewTab,
    teacher: inNewTab,
  },
  'unknown-consumer': {
    heading: "We couldn't open your course: we don't know this school",
    what: "Your school's site sent a school key that we do not know.",
    ...tell,
  },
  'unknown-platform': {
    heading: "We couldn't open your course: we don't know your school's site",
    what: "Your school's site is not registered here.",
    ...tell,
  },
  'platform-new': newLink,
  'platform-off': {
    heading: "We couldn't open your course: your school's site is turned off",
    what: "We turned off the connection to your school's site.",
    student: 'Try again later. If this page returns, tell your teacher.',
    teacher: tellAdmin,
  },
  deployment: newLink,
  'deployment-refused': {
    heading: "We couldn't open your course: your school is turned off",
    what: 'We turned off this tool for your school.',
    student: tellTeacher,
    teacher: 'If your school should use it, write to us with the reference below.',
  },
  'deep-link-role': {
    heading: 'Only teachers can place links',
    what: 'Your role in this course does not allow you to add links.',
    student: 'Open your course and use the links that are there.',
    teacher: "Ask the person who runs your school's site for a teaching role in this course.",
  },
  'wts-off': {
    heading: "What's the Sign? is not turned on for this course",
    what: 'Your link is fine, but this course does not include the dictionary.',
    student: 'Ask your teacher if your course should have it.',
    teacher: 'Write to us with the reference below, and we will turn it on.',
  },
} as const
