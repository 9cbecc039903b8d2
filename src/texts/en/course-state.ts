const keep = 'Students who have access keep it until their own end date.'

/** A teacher reads here how far their course is. */
export default {
  moving: {
    what: 'Your school is being moved to this new link.',
    students: 'Students who have access keep it. Until we are done, nobody is asked for a code or a payment.',
    nextStep: (email: string) => `We know about it and will finish soon. Questions? Write to ${email}.`,
  },
  notActivated: {
    what: 'This course is not activated yet.',
    students: 'Students see “This course is not activated yet.” They cannot enter a code or pay.',
    nextStep: (email: string, course: string) =>
      `We know about your course and will activate it. Need it soon? Write to ${email} and name course ${course}.`,
  },
  ended: {
    what: (date: string) => `Sign-up for this course ended on ${date}.`,
    students: `New students see “Sign-up for this course has ended.” They cannot enter a code or pay. ${keep}`,
    nextStep: (moveDate: string) => `Do you expect more students? ${moveDate}`,
  },
  endsSoon: {
    what: (date: string) => `Sign-up for this course ends on ${date}.`,
    students: `After that day, new students cannot enter a code or pay. ${keep}`,
    nextStep: (moveDate: string) =>
      `Ask students without access to use their code or pay before then. Need more time? ${moveDate}`,
  },
  weMoveDate: (email: string, course: string) => `Write to ${email} with a new date and the course ID ${course}.`,
  youMoveDate: 'Set a later end date for the course in your LMS. Then open this page from your course again.',
  /** Steps to prepare the course. */
  ready: (open: number) => {
    if (open === 0) return 'Your course is ready'
    return open === 1 ? 'Your course: 1 step left' : `Your course: ${open} steps left`
  },
  setUp: 'We have set up your course.',
  settingUp: 'We are still setting up your course.',
  copied: 'The lessons are in your course.',
  notCopied: 'We have not copied the lessons into your course yet.',
  usableUntil: (date: string) => `Students can use it until ${date}.`,
  courseEnded: (date: string) => `Your LMS says the course ended on ${date}. Write to us if that is wrong.`,
  codesReady: 'Access codes are ready. Your school gives them to students.',
  noCodes: 'There are no access codes left. Ask your school to order some.',
  studentsIn: (count: number) => (count === 1 ? '1 student has access.' : `${count} students have access.`),
  nobodyIn: 'No student has access yet. Ask your students to open the link in your course.',
  gradesRefused: 'Your LMS refuses our grades. We will help your school to fix it.',
} as const
