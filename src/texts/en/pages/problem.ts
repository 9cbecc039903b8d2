/** Ways on from an error. */
export default {
  tellTeacher: 'Tell my teacher',
  /** A text that the student sends to the teacher. */
  toTeacher: (what: string, reference: string) =>
    `Hello. I could not open our sign language course. The page said: “${what}” Can you open the link? If you see the same page, please send this reference to the person who runs our LMS: ${reference}`,
  copyText: 'Copy this text and send it to your teacher.',
  copy: 'Copy',
  copied: 'Copied',
  /** Said when the browser does not let us copy. */
  selected: 'Selected. Copy it with your keyboard.',
  ifStudent: 'If you are a student',
  ifTeacher: 'If you teach this course',
  forAdministrator: 'For the person who runs the LMS',
  forSupport: 'For our support',
} as const
