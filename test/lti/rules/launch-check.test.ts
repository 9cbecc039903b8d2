import t from 'tap'
import { CUSTOM_FIELDS } from '#src/lti/rules/launch-course.ts'
import { launchFaults } from '#src/lti/texts/launch-check.ts'
import { CLAIM, readClaims } from '#src/lti/v1p3/claims.ts'
import { textsIn } from '#src/texts/catalogues.ts'

const { launchCheck } = textsIn('en')
const place = { publicUrl: 'http://localhost:3000', timezone: 'America/Chicago' }
const claims = (custom: Record<string, string>) => ({
  sub: '7',
  name: 'Noé Díaz',
  email: 'noe@school.example',
  [`${CLAIM}context`]: { id: '2', title: 'ASL' },
  [`${CLAIM}custom`]: custom,
})
const unfilled = (custom: Record<string, string>) => {
  const given = claims(custom)
  const faults = launchFaults({ launch: readClaims(given, place), given, version: '1.3', skew: 0 }, launchCheck)
  return faults.map(f => f.what).filter(what => what.includes('did not fill in'))
}

t.test('variables of our own registration that the LMS does not know are no fault', async t => {
  t.strictSame(unfilled(CUSTOM_FIELDS), [], 'as Moodle sends them after a registration')
  t.strictSame(unfilled({ user_email: '$Person.email.primary' }), [
    'Your LMS did not fill in the variable in user_email.',
  ])
  t.strictSame(
    unfilled({ canvas_course_id: '$Canvas.course.sisSourceId' }),
    ['Your LMS did not fill in the variable in canvas_course_id.'],
    'another variable in our parameter was typed by somebody',
  )
  const given = { custom_canvas_course_id: '$Canvas.course.id', custom_x: '$X.y' }
  const launch = readClaims(claims({}), place)
  const faults = launchFaults({ launch, given, version: '1.1', skew: 0 }, launchCheck).map(f => f.what)
  t.ok(faults.includes('Your LMS did not fill in the variable in custom_x.'))
  t.notOk(faults.includes('Your LMS did not fill in the variable in custom_canvas_course_id.'), 'by 1.1 too')
})
