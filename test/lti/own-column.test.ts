import t from 'tap'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { findGradeTarget } from '#src/lti/store/grades.ts'
import { testApp } from '../support/app.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const scope = ['https://purl.imsglobal.org/spec/lti-ags/scope/score']
const lineitems = 'https://lms.example/items?type_id=4'
const lineitem = 'https://lms.example/items/4/lineitem?type_id=4'

t.test("the score goes to the activity's own column once a launch named it, else to ours", async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const targetAfter = async (sub: string, endpoint: object) => {
    const { token } = await launch13(app, platform, { sub, [AGS]: { scope, lineitems, ...endpoint } })
    const found = await findGradeTarget(app.db, (await findEntitlementByToken(app.db, token))!)
    return found?.target
  }
  t.hasStrict(await targetAfter('ana', {}), { lineItemUrl: null, lineItemsUrl: lineitems }, 'ours, for the course')
  t.hasStrict(await targetAfter('ana', { lineitem }), { lineItemUrl: lineitem }, 'her activity has one')
  t.hasStrict(await targetAfter('ana', {}), { lineItemUrl: lineitem }, 'a unit link without a column changes nothing')
  t.hasStrict(await targetAfter('ben', {}), { lineItemUrl: null })
})
