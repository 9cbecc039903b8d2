import t from 'tap'
import { isSharedIssuer } from '#src/schools/rules/platform-presets.ts'

t.test('issuers of many schools are known, so that a new deployment always waits', t => {
  for (const issuer of [
    'https://canvas.instructure.com',
    'https://canvas.beta.instructure.com',
    'https://blackboard.com',
    'https://schoology.schoology.com',
  ])
    t.equal(isSharedIssuer(issuer), true, issuer)
  for (const issuer of [
    'https://canvas.school.edu',
    'https://moodle.school.edu',
    'https://blackboard.com.evil.example',
  ])
    t.equal(isSharedIssuer(issuer), false, issuer)
  t.end()
})
