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
  /** People who see a plain page. `letter` is a text for the teacher. */
  visitors: {
    /** To a parent or mentor. */
    observer: {
      tab: 'Observer',
      title: 'You are here as an observer',
      what: "You can look. You don't need a code or a payment.",
      next: 'The student you support logs in and opens this same link.',
      student: 'Are you the student? Ask your teacher to give you the role of a student.',
      letter:
        'Hello. Our sign language course opens for me as an observer, but I am a student. Could you change my role in the course?',
    },
    'no-role': {
      tab: 'No role in this course',
      title: 'You have no role in this course',
      what: "Your school's site says that you are neither a student nor a teacher in this course.",
      next: 'You have nothing to enter or pay here.',
      student:
        'Are you a student or a teacher of this course? Ask the person who runs it to add you, then open the link again.',
      letter:
        'Hello. Our sign language course opens for me without a role. Could you add me to the course as a student?',
    },
    'no-course': {
      tab: 'Open it inside a course',
      title: 'Open it inside a course',
      what: "You opened this link outside of a course, so we can't tell which course you want.",
      next: "Go to your course in your school's site and open the link there.",
      teacher: 'Do you run the site? Place the tool in courses. A launch must name its course (context_id).',
      letter: 'Hello. I opened our sign language course outside of a course. Where in our course is the link?',
    },
  },
} as const
