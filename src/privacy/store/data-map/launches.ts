import {
  canvasCourses,
  canvasEnrollments,
  canvasPlatforms,
  canvasUsers,
  contentMigrations,
} from '#src/canvas/store/schema.ts'
import { codeTries } from '#src/codes/store/schema/failed-attempts.ts'
import { gradeTargets, ownColumns } from '#src/lti/store/schema/grade-targets.ts'
import { launchDiary } from '#src/lti/store/schema/launches.ts'
import { ltiLogins } from '#src/lti/store/schema/logins.ts'
import { moveSuggestions } from '#src/lti/store/schema/move-suggestions.ts'
import { entry, OF_ENTITLEMENT, rowsOf } from './entry.ts'

export const launchEntries = [
  entry(ltiLogins, {
    purpose: 'Logins from the LMS, each from its first request to its launch',
    kept: 'until they expire, after ten minutes',
    seenBy: 'nobody',
    erase: 'delete',
    rows: `exists (select from people p where p.id = ${rowsOf.people} and p.platform_id = lti_logins.platform_id
      and p.lti_user_id = lti_logins.claims::jsonb->>'sub')`,
    secret: ['stateHash', 'nonceHash', 'bindingHash', 'networkHash', 'userAgentHash', 'continueHash'],
    text: ['claims'],
    plain: ['storageTarget', 'lmsOrigin'],
  }),
  entry(launchDiary, {
    purpose: 'Launches, to find out why one failed; names of parameters, not their values',
    kept: 'diary',
    seenBy: 'staff',
    erase: 'cut',
    text: ['detail', 'baseString'],
    plain: [
      'reference',
      'outcome',
      'consumerKey',
      'issuer',
      'clientId',
      'deploymentId',
      'school',
      'contextId',
      'parameters',
    ],
  }),
  entry(gradeTargets, {
    purpose: 'Columns of the LMS that get a grade of access, and the grade sent to each',
    kept: 'people',
    seenBy: 'the LMS, staff',
    erase: 'delete',
    rows: OF_ENTITLEMENT,
    personal: ['sourcedId', 'outcomeServiceUrl', 'lineItemUrl', 'lineItemsUrl', 'sentTo'],
    record: ['resourceLink', 'scopes', 'problem'],
  }),
  entry(ownColumns, {
    purpose: 'Grade columns that we made in courses of an LMS',
    kept: 'as long as the course is used',
    seenBy: 'nobody',
    plain: ['lineItemsUrl', 'lineItemUrl'],
  }),
  entry(moveSuggestions, {
    purpose: 'Pairs of records that may be one person, when a school moved to LTI 1.3',
    kept: 'people',
    seenBy: 'staff',
    erase: 'delete',
    rows: `from_id = ${rowsOf.entitlements} or to_id = ${rowsOf.entitlements}`,
    personal: ['reason'],
  }),
  entry(codeTries, {
    purpose: 'Refused codes, to explain why; unknown codes only as hashes',
    kept: 'attempts',
    seenBy: 'staff',
    erase: 'delete',
    rows: OF_ENTITLEMENT,
    secret: ['codeHash'],
    record: ['answer'],
  }),
  entry(canvasUsers, {
    purpose: "Login on the publisher's Canvas",
    kept: 'people',
    seenBy: 'staff, Canvas',
    erase: 'delete',
    rows: `login = ${rowsOf.emails}`,
    personal: ['login', 'canvasUserId'],
    record: ['domain'],
  }),
  entry(canvasEnrollments, {
    purpose: "Enrollment on the publisher's Canvas",
    kept: 'people',
    seenBy: 'staff, Canvas',
    erase: 'delete',
    rows: OF_ENTITLEMENT,
    personal: ['canvasEnrollmentId'],
  }),
  entry(canvasCourses, {
    purpose: "A course on the publisher's Canvas, with its teachers as Canvas names them",
    kept: 'as long as the course is used',
    seenBy: 'staff',
    erase: 'cut',
    text: ['teachers'],
    plain: ['domain', 'id', 'accountId', 'name', 'courseCode', 'workflowState'],
  }),
  entry(contentMigrations, {
    purpose: 'Copies of course content',
    kept: 'as long as the course is used',
    seenBy: 'staff',
    plain: ['domain', 'courseId', 'id', 'progressUrl', 'workflowState', 'sourceCourseName'],
  }),
  entry(canvasPlatforms, {
    purpose: 'Course templates of a Canvas',
    kept: 'as long as the Canvas is used',
    seenBy: 'staff',
    plain: ['domain', 'blueprints'],
  }),
]
