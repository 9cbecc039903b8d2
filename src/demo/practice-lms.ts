import { randomBytes } from 'node:crypto'
import type { Option, Practice, PracticeChoice, PracticeLaunch, Preset } from '#views/demo/practice.ts'
import { paths } from '#views/paths.ts'
import type { Clock } from '../clock.ts'
import { collectParameters } from '../lti/v1p1/parameters.ts'
import { signatureOf } from '../lti/v1p1/signature.ts'
import { loginFields } from './emulators/lms/launch.ts'
import { DEMO_COURSES, DEMO_SCHOOLS, DEMO_SECRET, demoJoinToken } from './seed.ts'
import { DEMO_CLIENT, DEMO_CONTEXT } from './seed-platform.ts'

interface Person {
  id: string
  name: string
  email: string
}

const PEOPLE: Person[] = [
  { id: 'ana', name: 'Ana Íñiguez', email: 'ana@school.example' },
  { id: 'ben', name: 'Ben Okafor', email: 'ben@school.example' },
  { id: 'chloe', name: 'Chloe Park', email: 'chloe@school.example' },
  { id: 'dev', name: '', email: '' },
  { id: 'tess', name: 'Tess Teacher', email: 'tess@school.example' },
]

const ROLES: Record<string, string> = {
  student: 'Learner',
  teacher: 'Instructor',
  assistant: 'urn:lti:role:ims/lis/TeachingAssistant',
  observer: 'urn:lti:role:ims/lis/Mentor',
}

const FAULTS: Option[] = [
  { value: 'none', label: 'Nothing, it is a good launch' },
  { value: 'wrong-secret', label: 'The secret in the LMS is wrong' },
  { value: 'unknown-key', label: 'The key in the LMS is unknown' },
  { value: 'old', label: 'The clock of the LMS is 10 minutes slow' },
  { value: 'replay', label: 'The same launch was sent before' },
  { value: 'no-context', label: 'The LMS does not say which course' },
  { value: 'deployment', label: 'LTI 1.3: a school that nobody approved' },
  { value: 'denied', label: 'LTI 1.3: the person is not logged in to the LMS' },
  { value: 'no-email', label: 'The LMS sends no name and no email (this works)' },
]

const CODES = [
  { code: 'DEMO-ASL1-0001', says: 'ASL 1, one student; 0001 to 0020' },
  { code: 'DEMO-ASL2-0001', says: 'ASL 2, one student; 0001 to 0020' },
  { code: 'CLASS-ASL1-30', says: 'ASL 1, a class of thirty' },
  { code: 'EXPIRED-ASL1', says: 'ran out yesterday' },
]

const COURSE_13 = `${DEMO_CLIENT}/${DEMO_CONTEXT.contextId}`

const OPENS: Option[] = [
  { value: 'textbook', label: 'The textbook' },
  { value: 'signs', label: "What's the Sign?" },
  { value: 'check', label: 'A check of the launch, for who sets it up' },
  { value: 'place', label: 'LTI 1.3: links for the teacher to place' },
  { value: 'register', label: 'LTI 1.3: the registration of the tool' },
]

const TEACHING = ['teacher', 'assistant']
const personOf = (role: string): string => (TEACHING.includes(role) ? 'tess' : BEGIN.person)

const preset = (label: string, over: Partial<PracticeChoice>): Preset => ({
  label,
  choice: { ...BEGIN, person: personOf(over.role ?? BEGIN.role), ...over },
})

/** One launch of each kind. */
const BEGIN: PracticeChoice = {
  course: 'twa_demo/demo-asl12',
  person: 'ana',
  role: 'student',
  opens: 'textbook',
  fault: 'none',
}
const PRESETS: Preset[] = [
  preset('Student, LTI 1.1', {}),
  preset('Student, LTI 1.3', { course: COURSE_13 }),
  preset('Teacher', { role: 'teacher' }),
  preset("What's the Sign?", { opens: 'signs' }),
  preset('Placing links', { course: COURSE_13, role: 'teacher', opens: 'place' }),
  preset('Checking a launch', { course: COURSE_13, role: 'teacher', opens: 'check', fault: 'wrong-secret' }),
  preset('Registering the tool', { course: COURSE_13, role: 'teacher', opens: 'register' }),
  preset('A launch that is refused', { fault: 'wrong-secret' }),
]

/** Only LTI 1.3 knows these, of what is opened and of what goes wrong. */
const BY_13 = ['place', 'register', 'deployment', 'denied']
/** These are not for students. */
const FOR_TEACHERS = ['place', 'register', 'check']

/** What the practice LMS's own services know. */
export interface PracticeServices {
  /** Where its service for grades of LTI 1.1 listens. */
  outcomeUrl: string
  /** Where it lists the class to tools of LTI 1.1. */
  rosterUrl: string
  grade11(sourcedId: string): Promise<number | null>
  grade13(userId: string): Promise<number | null>
  /** What it sends along when an administrator opens a registration link. */
  registration(): Promise<Record<string, string>>
}

interface PracticeDeps {
  clock: Clock
  publicUrl: string
  /** Null: the practice services are not running. */
  services: PracticeServices | null
  /** Sends a launch ahead, so that the browser's is a replay. */
  post(path: string, fields: [string, string][]): Promise<void>
}

const TEN_MINUTES = 600

/** An LMS to try Signbook with: it signs with a school's real secret, and the browser posts into a frame. */
export const makePractice = ({ clock, publicUrl, services, post }: PracticeDeps): Practice => ({
  options: {
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
      label: name ? `${name}, ${email}` : 'Someone whose name and email the LMS keeps',
    })),
    roles: [
      { value: 'student', label: 'Student' },
      { value: 'teacher', label: 'Teacher' },
      { value: 'assistant', label: 'Teaching assistant' },
      { value: 'observer', label: 'Observer' },
    ],
    opens: OPENS,
    faults: FAULTS,
    codes: CODES,
    joins: DEMO_COURSES.filter(c => c.school === 'twa_demo').map(c => ({
      label: c.title,
      token: demoJoinToken(c.contextId),
    })),
  },
  choose(query) {
    const { course, role, opens, fault } = { ...BEGIN, ...query }
    const by13 = BY_13.includes(opens) || BY_13.includes(fault)
    const taught = FOR_TEACHERS.includes(opens) && !TEACHING.includes(role) ? 'teacher' : role
    return {
      course: by13 ? COURSE_13 : course,
      person: query.person ?? personOf(taught),
      role: taught,
      opens,
      fault: opens === 'register' ? 'none' : fault,
    }
  },
  changed(query, choice) {
    const is = (name: keyof PracticeChoice) => query[name] !== undefined && query[name] !== choice[name]
    return [
      ...(is('course') ? ['Only LTI 1.3 knows this, so the course by LTI 1.3 is open.'] : []),
      ...(is('role') ? ['This is not for students, so the role is teacher.'] : []),
      ...(is('fault') ? ['Nothing goes wrong here: the registration of the tool is no launch.'] : []),
    ]
  },
  async launch(choice) {
    if (choice.opens === 'register') return register(await services?.registration())
    if (choice.course === COURSE_13) return login(choice, publicUrl, services)
    const launch = await sign(choice, publicUrl, clock.now(), services)
    if (choice.fault === 'replay') await post(paths.launch, launch.fields)
    return launch
  },
})

/** LTI 1.3 begins with a login: the practice LMS answers it with the launch itself (src/demo/emulators/lms.ts). */
const login = async (
  { person: personId, role, fault, opens }: PracticeChoice,
  publicUrl: string,
  services: PracticeServices | null,
): Promise<PracticeLaunch> => {
  const person = PEOPLE.find(p => p.id === personId) ?? PEOPLE[0]!
  const { contextId: context, title } = DEMO_CONTEXT
  const options = { clientId: DEMO_CLIENT, toolUrl: publicUrl }
  const asked = {
    app: opens === 'signs' ? 'wts' : '',
    check: opens === 'check' ? 'on' : '',
    message: opens === 'place' ? 'LtiDeepLinkingRequest' : 'LtiResourceLinkRequest',
  }
  const who = { person: person.id, name: person.name, email: person.email, role, context, title, fault, ...asked }
  const fields = loginFields(who, { issuer: `${publicUrl}/demo/lms`, options })
  const grade = role === 'student' && services ? gradeText(await services.grade13(`practice-${person.id}`)) : null
  const place = { course: title, school: 'Practice LMS', grade }
  return { action: paths.ltiLogin, method: 'post', fields: Object.entries(fields), ...place }
}

const gradeText = (grade: number | null): string => (grade === null ? 'nothing yet' : `${grade} of 1`)

/** What the LMS adds to the link that an administrator pasted. It is opened, not posted: the page asks first. */
const register = (sent: Record<string, string> = {}): PracticeLaunch => ({
  action: paths.register,
  method: 'get',
  fields: Object.entries(sent),
  course: 'Tools',
  school: 'Practice LMS',
  grade: null,
})

const sign = async (
  { course: chosen, person: personId, role, fault, opens }: PracticeChoice,
  publicUrl: string,
  now: Date,
  services: PracticeServices | null,
): Promise<PracticeLaunch> => {
  const course = DEMO_COURSES.find(c => `${c.school}/${c.contextId}` === chosen) ?? DEMO_COURSES[0]!
  const person = PEOPLE.find(p => p.id === personId) ?? PEOPLE[0]!
  const known = fault !== 'no-email'
  const url = `${publicUrl}${paths.launch}`
  // Like real ones: an LMS sends a place for a grade with those who get one.
  const graded = role === 'student' && services ? services : null
  const sourcedId = `${course.school}/${course.contextId}/${person.id}`
  const parameters = {
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    resource_link_id: `link-${course.contextId}`,
    context_id: fault === 'no-context' ? '' : course.contextId,
    context_title: course.title,
    context_label: course.label,
    user_id: `practice-${person.id}`,
    roles: ROLES[role] ?? 'Learner',
    lis_person_name_full: known ? person.name : '',
    lis_person_contact_email_primary: known ? person.email : '',
    launch_presentation_document_target: 'iframe',
    launch_presentation_return_url: `${publicUrl}${paths.demo}`,
    ...(graded ? { lis_result_sourcedid: sourcedId, lis_outcome_service_url: graded.outcomeUrl } : {}),
    ...(services ? { custom_context_memberships_v2_url: services.rosterUrl } : {}),
    ...(opens === 'signs' ? { custom_app: 'wts' } : {}),
    ...(opens === 'check' ? { custom_check: '1' } : {}),
    tool_consumer_info_product_family_code: 'signbook-practice',
    oauth_consumer_key: fault === 'unknown-key' ? `${course.school}_typo` : course.school,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_timestamp: String(Math.floor(now.getTime() / 1000) - (fault === 'old' ? TEN_MINUTES : 0)),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_version: '1.0',
    oauth_callback: 'about:blank',
  }
  const secret = fault === 'wrong-secret' ? 'not-the-secret' : DEMO_SECRET
  const signature = signatureOf(
    { method: 'POST', url, parameters: collectParameters(parameters), signatureMethod: 'HMAC-SHA256' },
    secret,
  )
  return {
    // Without the host: posted to the one that is open, signed for the one that is public.
    action: paths.launch,
    method: 'post',
    fields: [...Object.entries(parameters), ['oauth_signature', signature]],
    course: course.title,
    school: DEMO_SCHOOLS.find(s => s.key === course.school)?.name ?? '',
    grade: graded && gradeText(await graded.grade11(sourcedId)),
  }
}
