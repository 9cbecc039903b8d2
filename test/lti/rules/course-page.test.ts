import fc from 'fast-check'
import t from 'tap'
import { type CoursePlace, coursePage } from '#src/lti/rules/launch-course.ts'
import { holds } from '../../support/property.ts'

const place = (over: Partial<CoursePlace>): CoursePlace => ({
  returnUrl: null,
  family: null,
  issuer: null,
  contextId: '2',
  ...over,
})

const MOODLE_BACK = 'mod/lti/return.php?course=2&launch_container=3&instanceid=1&sesskey=xwlLFxYNWk'
const CANVAS_BACK = 'external_content/success/external_tool_redirect'
const BLACKBOARD = 'https://school.blackboard.com/webapps/blackboard/execute'
const LAUNCH_RETURN = `${BLACKBOARD}/blti/launchReturn?course_id=_122_1&content_id=_18938_1&toGC=false`

t.test('leads to the course, never with a session key', async t => {
  const cases: [name: string, given: Partial<CoursePlace>, page: string | null][] = [
    [
      'Moodle',
      { family: 'moodle', returnUrl: `https://school.example/${MOODLE_BACK}` },
      'https://school.example/course/view.php?id=2',
    ],
    [
      'Moodle below a path',
      { family: 'moodle', returnUrl: `https://school.example/moodle/${MOODLE_BACK}` },
      'https://school.example/moodle/course/view.php?id=2',
    ],
    [
      'Moodle without a return address',
      { family: 'moodle', issuer: 'https://school.example/moodle' },
      'https://school.example/moodle/course/view.php?id=2',
    ],
    [
      'Moodle with an odd course id',
      { family: 'moodle', contextId: '2&x', returnUrl: `https://school.example/${MOODLE_BACK}` },
      null,
    ],
    [
      'Canvas',
      { family: 'canvas', contextId: '4dde05', returnUrl: `https://school.instructure.com/courses/12/${CANVAS_BACK}` },
      'https://school.instructure.com/courses/12',
    ],
    [
      'Canvas outside a course',
      { family: 'canvas', returnUrl: `https://school.instructure.com/users/178/${CANVAS_BACK}` },
      null,
    ],
    [
      'Brightspace',
      { family: 'desire2learn', contextId: '6606', issuer: 'https://school.brightspace.com' },
      'https://school.brightspace.com/d2l/home/6606',
    ],
    [
      'Blackboard',
      {
        family: 'BlackboardLearn',
        contextId: 'c8a1',
        issuer: 'https://blackboard.com',
        returnUrl: `${LAUNCH_RETURN}&nonce=b76463f9&launch_id=03e17634-4119-4534-8934-34e2ea4d03d6`,
      },
      `${BLACKBOARD}/launcher?type=Course&id=_122_1&url=`,
    ],
    [
      'Blackboard outside a course',
      { family: 'Blackboard Learn', returnUrl: `${BLACKBOARD}/blti/launchReturn?launch_id=d0b8a363` },
      null,
    ],
    ['another LMS', { returnUrl: 'https://lms.example/courses/7' }, 'https://lms.example/courses/7'],
    ['another LMS, with a query', { returnUrl: 'https://lms.example/back?key=1' }, null],
    ['another LMS, with a random part', { returnUrl: 'https://lms.example/r/03e1763441194534893434e2ea4d03d6' }, null],
    ['a name and a password', { returnUrl: 'https://me:secret@lms.example/courses/7' }, null],
    ['without TLS', { returnUrl: 'http://lms.example/courses/7' }, null],
    ['no web address', { returnUrl: 'javascript:alert(1)' }, null],
    ['nothing', {}, null],
  ]
  for (const [name, given, page] of cases) t.equal(coursePage(place(given)), page, name)
})

t.test("never leaves the platform's own hosts", async t => {
  const url = fc.oneof(
    fc.webUrl({ withQueryParameters: true }),
    fc.string().map(s => `https://lms.example/mod/lti/return.php?course=${s}`),
    fc.string().map(s => `https://lms.example/courses/${s}`),
  )
  const family = fc.constantFrom('moodle', 'canvas', 'desire2learn', 'BlackboardLearn', '', 'sakai')
  const contextId = fc.oneof(fc.string(), fc.constantFrom('//evil.example', '\\evil', '12'))
  holds(
    t,
    'the page is on the host of the return address or the issuer',
    [fc.option(url), fc.option(url), family, contextId],
    (returnUrl, issuer, family, contextId) => {
      const page = coursePage({ returnUrl, issuer, family, contextId })
      if (page === null) return true
      const own = [returnUrl, issuer].flatMap(u => (u !== null && URL.canParse(u) ? [new URL(u).origin] : []))
      return own.includes(new URL(page).origin) && page.startsWith('https://')
    },
  )
})
