/** Pages between the LMS and the course. */
export default {
  opening: 'Opening your course',
  oneMoreStep: 'One more step',
  cookiesBlocked: 'Your browser blocks cookies here. Press the button to open your course.',
  yourCourse: 'your course',
  continueAs: (name: string, course: string) => `Continue as ${name} in ${course}`,
  continueTo: (course: string) => `Continue to ${course}`,
  notYourName: 'Is this not your name? Close this page and open the link from your own course.',
  notYourCourse: 'Is this not your course? Close this page and open the link from your own course.',
  /** To a parent or mentor. */
  observer: {
    tab: 'Observer',
    title: 'You are here as an observer',
    viewing: "You're viewing this course as an observer.",
    nothingNeeded: "You don't need a code or a payment. The student you support logs in and opens this same link.",
    areYouStudent: 'Are you the student? Ask your teacher to give you the role of a student.',
    /** A text for the teacher. */
    letter:
      'Hello. Our sign language course opens for me as an observer, but I am a student. Could you change my role in the course?',
  },
} as const
