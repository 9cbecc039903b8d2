import t from 'tap'
import { gradeAdvice } from '#src/lti/rules/grade.ts'
import type { PlatformPreset } from '#src/schools/rules/platform.ts'

t.test('names the setting that allows grades, by the words of the LMS', async t => {
  const cases: [preset: PlatformPreset, authorization: string, setting: string][] = [
    ['moodle', 'https://moodle.example/mod/lti/auth.php', 'Use this service for grade sync and column management'],
    [
      'custom',
      'https://school.example/moodle/mod/lti/auth.php',
      'Use this service for grade sync and column management',
    ],
    ['d2l', 'https://d2l.example/d2l/lti/authenticate', 'Assignment and Grade Services'],
    ['custom', 'https://d2l.example/d2l/lti/authenticate', 'In Brightspace'],
    ['canvas', 'https://sso.canvaslms.com/api/lti/authorize_redirect', 'In Canvas'],
    ['custom', 'https://canvas.school.example/api/lti/authorize_redirect', 'In Canvas'],
    ['blackboard', 'https://developer.blackboard.com/api/v1/gateway/oidcauth', 'Allow grade service access'],
    ['custom', 'https://lms.example/auth', 'In the LMS, allow the tool'],
  ]
  for (const [preset, authorizationRedirect, setting] of cases)
    t.match(gradeAdvice({ preset, authorizationRedirect }), setting, `${preset} ${authorizationRedirect}`)
  t.match(gradeAdvice(null), 'Accept grades from the tool', 'by LTI 1.1')
})
