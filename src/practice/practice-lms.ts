import { randomBytes } from 'node:crypto'
import { listStaff } from '#src/accounts/staff.ts'
import type { Needs } from '#src/context.ts'
import { collectLaunchParameters } from '#src/lti/rules/launch.ts'
import { signatureOf } from '#src/lti/v1p1/signature.ts'
import { findInvitation, inviteRegistration } from '#src/schools/registrations.ts'
import type { Practice, PracticeChoice, PracticeLaunch } from '#views/demo/practice.ts'
import { paths } from '#views/paths.ts'
import { loginFields } from './emulators/lms/launch.ts'
import { COURSE_13, changed, choose, OPTIONS, PEOPLE, ROLES } from './practice-choices.ts'
import { COOKIELESS_LOGIN } from './routes.ts'
import { DEMO_COURSES, DEMO_SCHOOLS, DEMO_SECRET } from './seed.ts'
import { DEMO_CLIENT, DEMO_CONTEXT } from './store/seed-platform.ts'

/** The services of the practice LMS: their base URLs, what its gradebook has, and the start of a registration. */
export interface PracticeServices {
  lms: string
  outcomes: string
  grade11(sourcedId: string): number | null
  grade13(userId: string): number | null
  openRegistration(): { configuration: string; token: string }
}

/** Returns the invitation to register the practice LMS, or a new one when it is used. */
const makeInviter = (app: Needs<'clock' | 'db'>) => {
  let invite = ''
  return async (): Promise<string> => {
    if (await findInvitation(app, invite)) return invite
    const by = (await listStaff(app.db)).find(s => s.role === 'manager')
    const invited = by && (await inviteRegistration(app, 'Practice LMS', by))
    if (invited?.ok) invite = invited.invite
    return invite
  }
}

type Services = PracticeServices | null

interface PracticeDeps {
  /** Null when the practice services are not running. */
  services: Services
  term: Practice['term']
  /** Posts a launch first, so that the browser's launch is a replay. */
  post(path: string, fields: [string, string][]): Promise<void>
}

const TEN_MINUTES = 600

/** Creates the practice LMS, which signs launches with a school's real secret. The browser posts them into a frame. */
export const makePractice = (
  app: Needs<'clock' | 'db' | 'publicUrl'>,
  { services, term, post }: PracticeDeps,
): Practice => {
  const findOrInvite = makeInviter(app)
  return {
    term,
    options: OPTIONS,
    choose,
    changed,
    async launch(choice) {
      if (choice.opens === 'register') return register(services, await findOrInvite())
      if (choice.course === COURSE_13) return login(choice, app.publicUrl, services)
      const launch = sign(choice, app.publicUrl, app.clock.now(), services)
      if (choice.fault === 'replay') await post(paths.launch, launch.fields)
      return launch
    },
  }
}

/** Starts an LTI 1.3 login. The practice LMS answers it with the launch itself. */
const login = (
  { person: personId, role, fault, opens }: PracticeChoice,
  publicUrl: string,
  services: Services,
): PracticeLaunch => {
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
  const grade = role === 'student' && services ? gradeText(services.grade13(`practice-${person.id}`)) : null
  const place = { course: title, school: 'Practice LMS', grade }
  const action = fault === 'no-cookies' ? COOKIELESS_LOGIN : paths.ltiLogin
  return { action, method: 'post', fields: Object.entries(fields), ...place }
}

const gradeText = (grade: number | null): string => (grade === null ? 'nothing yet' : `${grade} of 1`)

/** Returns the registration link with the LMS's parameters. The page opens it with GET and asks before it registers. */
const register = (services: Services, invite: string): PracticeLaunch => {
  const { configuration = '', token = '' } = services?.openRegistration() ?? {}
  const sent = { invite, openid_configuration: configuration, registration_token: token }
  const place = { course: 'Tools', school: 'Practice LMS', grade: null }
  return { action: paths.register, method: 'get', fields: Object.entries(sent), ...place }
}

const sign = (
  { course: chosen, person: personId, role, fault, opens }: PracticeChoice,
  publicUrl: string,
  now: Date,
  services: Services,
): PracticeLaunch => {
  const course = DEMO_COURSES.find(c => `${c.school}/${c.contextId}` === chosen) ?? DEMO_COURSES[0]!
  const person = PEOPLE.find(p => p.id === personId) ?? PEOPLE[0]!
  const known = fault !== 'no-email'
  const url = `${publicUrl}${paths.launch}`
  // An LMS sends a grade target for students only.
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
    roles: ROLES.find(({ value }) => value === role)?.lti11 ?? 'Learner',
    lis_person_name_full: known ? person.name : '',
    lis_person_contact_email_primary: known ? person.email : '',
    launch_presentation_document_target: 'iframe',
    launch_presentation_return_url: `${publicUrl}${paths.demo}`,
    ...(graded ? { lis_result_sourcedid: sourcedId, lis_outcome_service_url: `${graded.outcomes}/outcomes` } : {}),
    ...(services ? { custom_context_memberships_v2_url: `${services.outcomes}/memberships` } : {}),
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
    { method: 'POST', url, parameters: collectLaunchParameters(parameters), signatureMethod: 'HMAC-SHA256' },
    secret,
  )
  return {
    // No host: it is posted to the address in the browser and signed for the public URL.
    action: paths.launch,
    method: 'post',
    fields: [...Object.entries(parameters), ['oauth_signature', signature]],
    course: course.title,
    school: DEMO_SCHOOLS.find(s => s.key === course.school)?.name ?? '',
    grade: graded && gradeText(graded.grade11(sourcedId)),
  }
}
