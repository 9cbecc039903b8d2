/** Mail to students and teachers, by kind of message. Mail to staff is in English only. */
export default {
  hello: (name: string) => `Hello ${name},`,
  helloAll: 'Hello,',
  questions: (supportEmail: string) => `Questions? Write to ${supportEmail}.`,
  /** For an address that only an LMS claims. */
  yourCourse: 'your course',
  yourSchool: 'your school',
  open: 'Open your course',
  useLink: 'To open it, use the link in your course.',
  until: (end: string) => `You can use it until ${end}.`,
  /** Leads to a clip in American Sign Language. */
  watch: 'Watch this email in ASL',
  reference: 'Reference',
  welcome: {
    subject: (course: string) => `You are in: ${course}`,
    complete: (course: string, school: string) => `Your enrollment in ${course} at ${school} is complete.`,
    opensLater: 'We will email you again when the course opens for you.',
  },
  welcomeBack: {
    subject: (course: string) => `Welcome back: ${course}`,
    again: (course: string, school: string) => `You have access to ${course} at ${school} again.`,
  },
  ready: {
    subject: (course: string) => `Your course is ready: ${course}`,
    now: (course: string, school: string) => `You can open ${course} at ${school} now.`,
    logIn: (login: string) => `Log in as ${login}.`,
  },
  /** To a teacher. */
  courseReady: {
    subject: (course: string) => `Your course is ready: ${course}`,
    open: 'Open your course',
    questions: (supportEmail: string) => `Questions? Write to ${supportEmail}.`,
    activated: (course: string, school: string) =>
      `${course} at ${school} is ready. Your students can open it from the link in the course.`,
    unknownContent: 'The copied content',
    contentOf: (course: string) => `The content of ${course}`,
    copied: (content: string, course: string, school: string) =>
      `${content} is now in ${course} at ${school}. You can start teaching.`,
  },
  accessEnds: {
    subject: (course: string, end: string) => `Your access ends on ${end}: ${course}`,
    ends: (course: string, school: string, end: string) => `Your access to ${course} at ${school} ends on ${end}.`,
    after: 'To use the course after that, enter a new access code or pay again.',
  },
  /** The page asks for it by the same word. */
  code: {
    subject: 'Your sign-up code',
    type: 'Type this code on the sign-up page. It works for 10 minutes. Not you? Ignore this email.',
  },
  pin: {
    subject: 'Your pin number',
    type: 'Type this pin number on the sign-up page. It works for 10 minutes. Not you? Ignore this email.',
  },
  receipt: {
    subject: (course: string) => `Your receipt: ${course}`,
    thanks: (course: string, school: string) => `Thank you. We received your payment for ${course} at ${school}.`,
    total: 'Total',
    paidOn: 'Paid on',
    unnamedProduct: 'A product of your course',
    salesTax: 'Sales tax, included',
  },
  paymentFailed: {
    subject: (course: string) => `Your payment did not go through: ${course}`,
    notDone: (course: string, school: string) =>
      `Your bank did not complete the payment for ${course} at ${school}. Nothing was charged. You cannot use the course yet.`,
    retry: 'To try again, open the link to your course.',
  },
  helpReply: {
    subject: (reference: string) => `Your question to support (${reference})`,
    asked: 'You asked:',
    answer: (supportEmail: string) => `To answer, reply to this email. It goes to ${supportEmail}.`,
  },
  refund: {
    subject: (course: string) => `Your refund: ${course}`,
    onItsWay: (amount: string, course: string, school: string) =>
      `A refund of ${amount} for ${course} at ${school} is on its way.`,
    tenDays: 'Your bank may need up to ten days to show it.',
    amount: 'Refund',
    product: 'Product',
  },
} as const
