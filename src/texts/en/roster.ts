/** A teacher's list of students. */
export default {
  whoHasAccess: 'Who has access',
  nameless: 'Student without a name',
  lmsAway: 'Your LMS did not send its class list. Students who have not opened the course are missing here.',
  lmsRefuses:
    'Your LMS does not let us read its class list. Students who have not opened the course are missing here. The person who runs your LMS can allow the tool to use Names and Roles.',
  lmsPart: (why: string) => `Your LMS sent only a part of its class list: ${why}. Students may be missing here.`,
  /** Reasons that a class list is not complete. */
  parts: {
    repeats: 'its pages repeat',
    pages: 'it has too many pages',
    items: 'it has too many entries',
    slow: 'it takes too long',
    origin: 'its next page is on another site',
    empty: 'it has no entries',
    unreadable: 'some entries cannot be read',
    broken: 'one of its pages could not be read',
  },
  tooMany: (most: number) => `This list ends after ${most} people who opened the course. Others may be missing here.`,
  noList: 'Your LMS does not share its class list. You see only students who opened the course.',
  nobody: 'No students have opened the course yet.',
  nothing: 'All done.',
  testStudent: 'Test student',
  signedUp: 'Signed up with your link',
  idEndsIn: (end: string) => `LMS ID ends in ${end}`,
  total: (isIn: number, all: number) => `${isIn} of ${all} ${all === 1 ? 'student has' : 'students have'} access.`,
  student: 'Student',
  step: 'Step',
  stillNeeded: 'Still needed',
  all: 'All',
  byStep: 'Students by step',
  findName: 'Find a student',
  find: 'Show',
  noMatch: 'No student matches.',
  csv: 'Save as CSV',
  copy: 'Copy names',
  copyAndRemind: 'Copy names and a reminder',
  names: (count: number) => (count === 1 ? '1 name' : `${count} names`),
  reminder: 'A reminder to paste into a message in your LMS',
  /** Texts that a teacher sends to students, by the step they are at. */
  reminders: {
    absent: (course: string) =>
      `${course}: You have not opened the course yet. Open its link in our class in the LMS, and do what the page says. Have your access code ready if you were given one.`,
    opened: (course: string) =>
      `${course}: You opened the course but you do not have access yet. Open the link again and agree to the Terms of Use. Then do what the page says.`,
    agreed: (course: string) =>
      `${course}: You are almost there. Open the link again and finish the last step. Have your access code ready if you were given one.`,
    codes: (course: string) =>
      `${course}: You have done one part. Open the link again. The page says what is still missing.`,
    ended: (course: string) =>
      `${course}: Your access has ended. Do you still need the course? Open the link again, and do what the page says.`,
  },
  steps: {
    absent: 'Not opened',
    opened: 'Opened',
    agreed: 'Agreed',
    codes: 'Has some codes',
    paid: 'Paid',
    ended: 'Ended',
    out: 'Removed',
    in: 'Has access',
    left: 'No longer in class',
  },
  /** Each sentence says what is missing at a step, and who does it. */
  stuck: {
    absent: 'Has not opened the link in your course yet.',
    opened: 'Opened the link. Has not agreed to the Terms of Use yet.',
    agreed: 'Agreed to the Terms of Use. Has not entered an access code or paid yet.',
    paid: 'Paid. We are confirming the payment. No action needed.',
    out: 'Was removed from the course. Write to us if this is a mistake.',
  },
  left: (step: string) => `Your LMS no longer lists this student as active. Here: ${step}. Not counted above.`,
  endedOn: (date: string) => `Access ended on ${date}. They need a new access code or payment.`,
  halfWay: (done: number, all: number, paid: boolean) => `${done} of ${all} ${paid ? 'products' : 'codes'}`,
  stillNeeds: (products: string) => `Still needs: ${products}.`,
} as const
