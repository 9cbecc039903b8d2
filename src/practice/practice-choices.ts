import type { Option, PracticeChoice, PracticeOptions } from '#views/demo/practice.ts'
import { DEMO_COURSES, DEMO_SCHOOLS, demoJoinToken } from './seed.ts'
import { DEMO_CLIENT, DEMO_CONTEXT } from './store/seed-platform.ts'

export const PEOPLE = [
  { id: 'ana', name: 'Ana Íñiguez', email: 'ana@school.example' },
  { id: 'ben', name: 'Ben Okafor', email: 'ben@school.example' },
  { id: 'chloe', name: 'Chloe Park', email: 'chloe@school.example' },
  { id: 'dev', name: '', email: '' },
  { id: 'tess', name: 'Tess Teacher', email: 'tess@school.example' },
]

/** `lti11`: as an LTI 1.1 launch names it. */
export const ROLES = [
  { value: 'student', label: 'Student', lti11: 'Learner' },
  { value: 'teacher', label: 'Teacher', lti11: 'Instructor' },
  { value: 'assistant', label: 'Teaching assistant', lti11: 'urn:lti:role:ims/lis/TeachingAssistant' },
  { value: 'observer', label: 'Observer: a parent or mentor', lti11: 'urn:lti:role:ims/lis/Mentor' },
]

const FAULTS: Option[] = [
  { value: 'none', label: 'Nothing: a valid launch' },
  { value: 'wrong-secret', label: 'The secret in the LMS is wrong' },
  { value: 'unknown-key', label: 'The key in the LMS is unknown' },
  { value: 'old', label: 'The clock of the LMS is 10 minutes slow' },
  { value: 'replay', label: 'The same launch was sent before' },
  { value: 'no-context', label: 'The LMS does not say which course' },
  { value: 'deployment', label: 'LTI 1.3: the school is not approved' },
  { value: 'no-cookies', label: 'LTI 1.3: the browser blocks cookies (this works)' },
  { value: 'denied', label: 'LTI 1.3: the person is not logged in to the LMS' },
  { value: 'no-email', label: 'The LMS sends no name and no email (this works)' },
]

const CODES = [
  { code: 'DEMO-ASL1-0001', says: 'ASL 1, one student; 0001 to 0020' },
  { code: 'DEMO-ASL2-0001', says: 'ASL 2, one student; 0001 to 0020' },
  { code: 'CLASS-ASL1-30', says: 'ASL 1, for a class of thirty' },
  { code: 'EXPIRED-ASL1', says: 'expired yesterday' },
]

export const COURSE_13 = `${DEMO_CLIENT}/${DEMO_CONTEXT.contextId}`

const OPENS: Option[] = [
  { value: 'textbook', label: 'The textbook' },
  { value: 'signs', label: "What's the Sign?" },
  { value: 'check', label: 'A launch check, for administrators' },
  { value: 'place', label: 'LTI 1.3: adding links to the course' },
  { value: 'register', label: 'LTI 1.3: registering the tool' },
]

const DEFAULTS: PracticeChoice = {
  course: 'twa_demo/demo-asl12',
  person: 'ana',
  role: 'student',
  opens: 'textbook',
  fault: 'none',
}

const TEACHING = ['teacher', 'assistant']
const personOf = (role: string): string => (TEACHING.includes(role) ? 'tess' : DEFAULTS.person)

const preset = (label: string, over: Partial<PracticeChoice>) => ({
  label,
  choice: { ...DEFAULTS, person: personOf(over.role ?? DEFAULTS.role), ...over },
})

const PRESETS = [
  preset('Student, LTI 1.1', {}),
  preset('Student, LTI 1.3', { course: COURSE_13 }),
  preset('Teacher', { role: 'teacher' }),
  preset("What's the Sign?", { opens: 'signs' }),
  preset('Adding links', { course: COURSE_13, role: 'teacher', opens: 'place' }),
  preset('Blocked cookies', { course: COURSE_13, fault: 'no-cookies' }),
  preset('Checking a launch', { course: COURSE_13, role: 'teacher', opens: 'check', fault: 'wrong-secret' }),
  preset('Registering the tool', { course: COURSE_13, role: 'teacher', opens: 'register' }),
  preset('A refused launch', { fault: 'wrong-secret' }),
]

/** Choices that exist in LTI 1.3 only. */
const ONLY_IN_13 = ['place', 'register', 'deployment', 'denied', 'no-cookies']
const FOR_TEACHERS = ['place', 'register', 'check']

export const OPTIONS: PracticeOptions = {
  presets: PRESETS,
  courses: [
    ...DEMO_SCHOOLS.map(({ key, name }) => ({
      school: name,
      courses: DEMO_COURSES.filter(c => c.school === key).map(c => ({
        value: `${key}/${c.contextId}`,
        label: c.title,
      })),
    })),
    { school: 'Practice LMS, by LTI 1.3', courses: [{ value: COURSE_13, label: DEMO_CONTEXT.title }] },
  ],
  people: PEOPLE.map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name}, ${email}` : 'Someone whose name and email the LMS does not share',
  })),
  roles: ROLES,
  opens: OPENS,
  faults: FAULTS,
  codes: CODES,
  joins: DEMO_COURSES.filter(c => c.school === 'twa_demo').map(c => ({
    label: c.title,
    token: demoJoinToken(c.contextId),
  })),
}

/** Returns a valid choice for the query: defaults for missing values, and changes where choices conflict. */
export const choose = (query: Record<string, string>): PracticeChoice => {
  const { course, role, opens, fault } = { ...DEFAULTS, ...query }
  const by13 = ONLY_IN_13.includes(opens) || ONLY_IN_13.includes(fault)
  const taught = FOR_TEACHERS.includes(opens) && !TEACHING.includes(role) ? 'teacher' : role
  return {
    course: by13 ? COURSE_13 : course,
    person: query.person ?? personOf(taught),
    role: taught,
    opens,
    fault: opens === 'register' ? 'none' : fault,
  }
}

/** Returns a sentence for each changed choice. */
export const changed = (query: Record<string, string>, choice: PracticeChoice): string[] => {
  const is = (name: keyof PracticeChoice) => query[name] !== undefined && query[name] !== choice[name]
  return [
    ...(is('course') ? ['This needs LTI 1.3. We changed the course to the one that uses it.'] : []),
    ...(is('role') ? ['Only a teacher can do this. We changed the role to Teacher.'] : []),
    ...(is('fault') ? ['Registering the tool opens no course, so no problem is simulated.'] : []),
  ]
}
