import { courses, courseTeachers } from '#src/courses/store/schema/courses.ts'
import { consumers, nonces } from '#src/schools/store/schema/consumers.ts'
import { deployments, platforms } from '#src/schools/store/schema/platforms.ts'
import { registrationInvites } from '#src/schools/store/schema/registrations.ts'
import { schools } from '#src/schools/store/schema/schools.ts'
import { seatLinks } from '#src/schools/store/schema/seat-links.ts'
import { toolKeys } from '#src/schools/store/schema/tool-keys.ts'
import { signLists } from '#src/signs/store/schema/sign-lists.ts'
import { entry, rowsOf } from './entry.ts'

const USED = 'as long as the school uses the product'

export const schoolEntries = [
  entry(schools, {
    purpose: "Schools and their settings, with staff's contact and note",
    kept: USED,
    seenBy: 'staff',
    erase: 'cut',
    text: ['contact', 'note'],
    plain: ['name', 'emailDomain'],
  }),
  entry(consumers, {
    purpose: 'Connections of schools by LTI 1.1',
    kept: USED,
    seenBy: 'staff',
    plain: ['key'],
    secret: ['sealedSecret', 'sealedPreviousSecret'],
  }),
  entry(seatLinks, {
    purpose: 'Links to the seat page of a school',
    kept: USED,
    seenBy: 'staff',
    staff: ['createdBy'],
  }),
  entry(nonces, {
    purpose: 'Launches already used',
    kept: 'until they expire, after minutes',
    seenBy: 'nobody',
    plain: ['nonce'],
  }),
  entry(platforms, {
    purpose: 'An LMS by LTI 1.3',
    kept: USED,
    seenBy: 'staff',
    plain: ['issuer', 'clientId', 'domain', 'authorizationRedirect', 'publicKeysUrl', 'grantUrl', 'audience'],
  }),
  entry(deployments, {
    purpose: 'Connections of schools by LTI 1.3',
    kept: USED,
    seenBy: 'staff',
    plain: ['deploymentId', 'seenName', 'seenTitle'],
  }),
  entry(registrationInvites, {
    purpose: 'Invitations to register an LMS',
    kept: 'until they expire, after a week; used ones stay with their platform',
    seenBy: 'staff',
    erase: 'cut',
    secret: ['tokenHash'],
    text: ['note'],
    staff: ['createdBy'],
  }),
  entry(toolKeys, {
    purpose: 'Our signing keys',
    kept: 'until they expire, 180 days after their last use',
    seenBy: 'nobody',
    plain: ['kid', 'publicJwk'],
    secret: ['sealedPrivateKey'],
  }),
  entry(courses, {
    purpose: 'Courses as their LMS names them',
    kept: USED,
    seenBy: 'their students and teachers, staff',
    plain: [
      'contextId',
      'title',
      'label',
      'canvasCourseId',
      'canvasDomain',
      'workflowState',
      'lmsOrigins',
      'seenOrigins',
      'lmsCourseUrl',
      'joinToken',
      'rosterUrl',
    ],
  }),
  entry(courseTeachers, {
    purpose: 'Teachers of a course; the payment page shows the name',
    kept: 'people',
    seenBy: 'students of the course, staff',
    erase: 'delete',
    rows: `person_id = ${rowsOf.people}`,
  }),
  entry(signLists, {
    purpose: "A teacher's lists of signs",
    kept: USED,
    seenBy: 'their teachers and students, everyone with the link',
    erase: 'cut',
    text: ['name'],
    plain: ['link', 'signs'],
  }),
]
