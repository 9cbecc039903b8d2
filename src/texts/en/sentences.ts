/** Sentences that only the server writes. */
export default {
  /** On every page of a copy (OUTSIDE=off). */
  isCopy: 'This is a copy for rehearsal. Nothing leaves it: no mail, no payment, no grade.',
  yourCourse: 'Your course',
  wordCut: (most: number) => `This is long. We spelled the first ${most} characters.`,
  /** Below the first rows of a long table on a phone. */
  allRows: (count: number) => `Show all ${count} rows`,
  /** Names of the step that asks for a code or a card. */
  asks: { code_or_card: 'Code or card', code: 'Access code', card: 'Payment' },
  /** Links between the pages to learn with. */
  learn: {
    label: 'Practice',
    dictionary: 'Dictionary',
    fingerspelling: 'Fingerspelling',
    fingerspellingDrill: 'Reading',
    deck: 'Cards',
  },
  otherBook: 'Enter a code for the other book.',
  noToken: 'Open this page from the link in your course.',
  linkNotFound: 'Link not found',
  /** Follows the sentence that names the chat button. `Ask for help` is a button of the page. */
  noChat: 'No chat button? Press “Ask for help”.',
  /** Texts that a student sends to the teacher. */
  closedLetter: (course: string, sentence: string, id: string) =>
    `Hello. I opened ${course} in Signbook. The page said: “${sentence}” Could you look at it, or ask Signbook for help? Course ID: ${id}`,
  lostLinkLetter: 'Hello. The link to our sign language course opens no page for me. Could you send me the link again?',
  /** On the way back from a payment. */
  paymentLetter: (course: string, title: string) =>
    `Hello. ${course} is not open for me yet. Signbook says: “${title}”. I will tell you when it opens.`,
  paidLetter: 'Hello. I paid for our sign language course in Signbook. Could you send me the link to the course?',
  /** On the teacher page, once its launch is too old. */
  expired: {
    areYouStudent: 'Are you a student? Ask your teacher for the link to your course.',
    letter:
      'Hello. The link you shared opens a page for teachers, and it has expired. Could you send me the link for students?',
  },
  openAgainFromCourse: 'Go back to your course and open the link there again.',
  stillThisPage: 'Do you still see this page? Ask your teacher for the link, or write to us.',
  openAgainFromEither: 'Go back to your course or your sign-up page. Open the link there again.',
  openAgainForPayment: 'Go back to your course and open the link there again to see your payment.',
  yourPayment: 'Your payment',
  thankYou: 'Thank you',
  aboutContent: 'About this content',
  testMode: 'Test mode',
  receiptComes:
    'We will email your receipt. If your course is not open yet, wait a minute and try again. Do not pay twice.',
  openNamed: (course: string) => `Open ${course}`,
  openByLink: 'Open your course with the link from your teacher.',
  unknownPayment:
    'This can take a moment. You do not need to pay again. If you left before you paid, try again in a minute.',
  /** A teacher or tester looks at the student's page. */
  studentView: {
    title: 'You are looking as a student.',
    in: 'This test has access for one day. Nothing is charged.',
    over: 'Test access lasts one day. Open the link in your course again.',
    none: 'Only one test student of a course has access at a time. Try again in a day.',
    teacher: 'You opened this course as a teacher before. Teachers need no code and no payment.',
  },
  enrollment: {
    congratulations: 'Congratulations!',
    /** 'Your enrollment in ASL 1 is complete.' */
    yours: 'Your enrollment in',
    isComplete: 'is complete.',
    notComplete: 'Your enrollment is not complete yet',
    stillNeeded: 'You still need to enter an access code or pay.',
    finish: 'Finish enrolling',
  },
  /** The question without a script. */
  captcha: {
    /** From 0 to 20. */
    numbers:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    sum: (a: string, b: string) => `What is ${a} plus ${b}?`,
  },
  help: {
    sent: 'Thank you. We have your question and will answer by email.',
    too_many_requests: 'You asked several questions this hour. We will answer by email.',
    captcha_needed: 'Many questions came from your network. Please wait for the check, then send yours.',
    backToPage: 'Back to your page',
  },
  late: 'Many codes were asked for at this address, so yours may take longer. It works for ten minutes once it is sent.',
  resent: 'If your sign-up is still open, we sent a new email. The old one no longer works.',
  units: (ranges: string, many: boolean) => `${many ? 'Units' : 'Unit'} ${ranges}`,
  to: 'to',
  and: 'and',
  teacherOf: 'Teacher',
  teachersOf: 'Teachers',
  /** Above the form of a join link. */
  signedUpBefore: {
    already: 'Signed up before?',
    logIn: 'Log in to your course',
    notPaid: 'Not finished? Sign up again with the same email.',
  },
  keptLogin: (host: string) => `You already have a login at ${host}. Your password has not changed.`,
  /** A join link that does not open. */
  joinCard: {
    logIn: 'Log in to your course',
    course_expired: {
      title: 'Missed the sign-up window?',
      what: 'Sign-up for this course has ended.',
      student: 'If you signed up before, log in to your course. If not, contact your teacher to request an extension.',
      letter: 'Hello. I missed the sign-up window of our sign language course. Could you ask for an extension?',
      teacher: 'Write to us with the course ID below. We can reopen sign-up until a date you choose.',
    },
    unknown: {
      title: "We don't recognize your course link",
      what: 'No course uses this link. It may be incomplete, or from another year.',
      student:
        'Open the link from your teacher again, or copy all of it. If it still fails, ask your teacher for the link.',
      letter: 'Hello. The link to our sign language course does not open. Could you send me the link again?',
      teacher: 'Send your students the join link again. If you do not have it, write to us.',
    },
    forbidden: {
      title: 'This link does not open a course',
      what: 'This course exists, but no one can join it with this link now.',
      student: 'Ask your teacher for the right link. Tell them the course ID below.',
      letter: 'Hello. The link to our sign language course opens no course. Could you send me the right link?',
      teacher: 'Write to us with the course ID below, and we will set the course up.',
    },
  },
  /** Logging in to Canvas after a sign-up. */
  login: {
    as: (email: string) => `Log in to the course platform as ${email}.`,
    chosen: 'Use the password you chose when you signed up.',
    kept: 'You already had this login. Your password has not changed.',
    asked: 'To choose a password, use the link in the email from the course platform.',
    ifKept: 'If you already had a login, its password has not changed.',
  },
} as const
