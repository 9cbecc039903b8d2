import t from 'tap'
import { testApp } from '../support/app.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/'
const INSTRUCTOR = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'
const ODD = 'a\0b\ud800c'

t.test('characters that PostgreSQL cannot store never break a launch, in any claim', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const texts = {
    name: ODD,
    given_name: ODD,
    family_name: ODD,
    [`${CLAIM}context`]: { id: 'ctx-1', title: ODD, label: ODD },
    [`${CLAIM}custom`]: { canvas_course_id: ODD, canvas_workflow_state: ODD, [ODD]: ODD },
    [`${CLAIM}tool_platform`]: { name: ODD, guid: ODD },
    'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
      scope: [ODD],
      lineitem: `${platform.base}/${ODD}`,
      lineitems: `${platform.base}/${ODD}`,
    },
    'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
      context_memberships_url: `${platform.base}/${ODD}`,
    },
  }
  t.equal((await launch13(app, platform, texts)).status, 303, 'a student')
  const link = {
    ...texts,
    [`${CLAIM}message_type`]: 'LtiDeepLinkingRequest',
    [`${CLAIM}roles`]: [INSTRUCTOR],
    'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
      deep_link_return_url: `${platform.base}/${ODD}`,
      accept_types: ['ltiResourceLink', ODD],
      accept_presentation_document_targets: ['window'],
      data: ODD,
    },
  }
  t.equal((await launch13(app, platform, link)).status, 303, 'a teacher placing links')
  const { rows } = await app.db.client.query('select name from people where name is not null')
  t.strictSame(rows[0], { name: 'ab c' })
})

t.test('refuses ids that would become equal when stored', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  for (const sub of ['ana\0', 'ana\ud800', 'ana\udfff'])
    t.ok((await launch13(app, platform, { sub })).status >= 400, JSON.stringify(sub))
  t.equal((await app.db.client.query('select from people')).rowCount, 0)
})
