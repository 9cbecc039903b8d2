/** The start page. */
export default {
  welcome: 'Welcome',
  title: 'Welcome to your ASL course',
  about: 'An American Sign Language course, textbook and sign dictionary',
  forStudents: 'For students',
  askTeacher: 'Each course has its own link. Ask your teacher for the link to join your course.',
  insideLms:
    'Does your school use Canvas, Brightspace, Moodle or Blackboard? Then open your course there and use the link inside it.',
  forTeachers: 'For teachers',
  teachers: 'Open the Signbook link in your course. You get slides, activities, vocabulary lists and guides.',
  forSchools: 'For schools',
  schools: 'Signbook opens inside your learning platform. Students pay by access code or by card.',
  privacy: 'Read how we protect student information',
  writeToUs: 'Write to us to get started',
  staffLogIn: 'Staff log in',
} as const
