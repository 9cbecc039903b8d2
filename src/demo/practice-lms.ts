import { randomBytes } from 'node:crypto'
import type { Option, Practice, PracticeChoice, PracticeLaunch } from '#views/demo/practice.ts'
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
  { value: 'no-email', label: 'The LMS sends no name and no e-mail (this works)' },
]

const CODES = [
  { code: 'DEMO-ASL1-0001', says: 'ASL 1, one student; 0001 to 0020' },
  { code: 'DEMO-ASL2-0001', says: 'ASL 2, one student; 0001 to 0020' },
  { code: 'CLASS-ASL1-30', says: 'ASL 1, a class of thirty' },
  { code: 'EXPIRED-ASL1', says: 'ran out yesterday' },
]

const COURSE_13 = `${DEMO_CLIENT}/${DEMO_CONTEXT.contextId}`

interface PracticeDeps {
  clock: Clock
  publicUrl: string
  /** Sends a launch ahead, so that the browser's is a replay. */
  post(path: string, fields: [string, string][]): Promise<void>
}

const TEN_MINUTES = 600

/** An LMS to try Signbook with: it signs with a school's real secret, and the browser posts into a frame. */
export const makePractice = ({ clock, publicUrl, post }: PracticeDeps): Practice => ({
  options: {
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
      label: name ? `${name}, ${email}` : 'Someone whose name and e-mail the LMS keeps',
    })),
    roles: [
      { value: 'student', label: 'Student' },
      { value: 'teacher', label: 'Teacher' },
      { value: 'assistant', label: 'Teaching assistant' },
      { value: 'observer', label: 'Observer' },
    ],
    faults: FAULTS,
    codes: CODES,
    joins: DEMO_COURSES.filter(c => c.school === 'twa_demo').map(c => ({
      label: c.title,
      token: demoJoinToken(c.contextId),
    })),
  },
  choose: query => ({
    course: query.course ?? 'twa_demo/demo-asl12',
    person: query.person ?? 'ana',
    role: query.role ?? 'student',
    fault: query.fault ?? 'none',
  }),
  async launch(choice) {
    if (choice.course === COURSE_13) return login(choice, publicUrl)
    const launch = sign(choice, publicUrl, clock.now())
    if (choice.fault === 'replay') await post(paths.launch, launch.fields)
    return launch
  },
})

/** LTI 1.3 begins with a login: the practice LMS answers it with the launch itself (src/demo/emulators/lms.ts). */
const login = ({ person: personId, role, fault }: PracticeChoice, publicUrl: string): PracticeLaunch => {
  const person = PEOPLE.find(p => p.id === personId) ?? PEOPLE[0]!
  const { contextId: context, title } = DEMO_CONTEXT
  const options = { clientId: DEMO_CLIENT, toolUrl: publicUrl }
  const who = { person: person.id, name: person.name, email: person.email, role, context, title, fault }
  const fields = loginFields(who, { issuer: `${publicUrl}/demo/lms`, options })
  return { action: paths.ltiLogin, fields: Object.entries(fields), course: title, school: 'Practice LMS' }
}

const sign = (
  { course: chosen, person: personId, role, fault }: PracticeChoice,
  publicUrl: string,
  now: Date,
): PracticeLaunch => {
  const course = DEMO_COURSES.find(c => `${c.school}/${c.contextId}` === chosen) ?? DEMO_COURSES[0]!
  const person = PEOPLE.find(p => p.id === personId) ?? PEOPLE[0]!
  const known = fault !== 'no-email'
  const url = `${publicUrl}${paths.launch}`
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
    fields: [...Object.entries(parameters), ['oauth_signature', signature]],
    course: course.title,
    school: DEMO_SCHOOLS.find(s => s.key === course.school)?.name ?? '',
  }
}
