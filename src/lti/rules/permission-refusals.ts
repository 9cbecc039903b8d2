import { type LaunchRefusalText, tellAdmin, tellTeacher } from './refusal-text.ts'

/** The school, the LMS or the person may not open this here: unknown, waiting, or turned off. */
export const permissionRefusals = {
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
} as const satisfies Record<string, LaunchRefusalText>
