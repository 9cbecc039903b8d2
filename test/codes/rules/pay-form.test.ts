import fc from 'fast-check'
import t from 'tap'
import { AgreeForm } from '#src/access/rules/agree-form.ts'
import { agreeMessage } from '#src/access/rules/entitlement.ts'
import { codeProblem } from '#src/codes/rules/access-code.ts'
import { CodeForm } from '#src/codes/rules/code-form.ts'
import { redeemRefusals } from '#src/codes/rules/redeem-texts.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { holds } from '../../support/property.ts'

t.test('the code form uses the same sentences as the code rules', async t => {
  t.strictSame(checkForm(CodeForm, { coupon: ' ABCDEF ' }), { ok: true, value: { coupon: 'ABCDEF' } })
  t.strictSame(checkForm(CodeForm, { coupon: ' ' }), {
    ok: false,
    problems: { coupon: redeemRefusals.code_required.message },
  })
  t.strictSame(checkForm(CodeForm, { coupon: 'ABCDE' }), {
    ok: false,
    problems: { coupon: redeemRefusals.code_malformed.message },
  })
  t.equal(checkForm(CodeForm, {}).ok, false, 'without the field')
  t.equal(checkForm(CodeForm, { coupon: ['ABCDEF'] }).ok, false, 'not a text')
  holds(t, 'form and rule agree on any input', [fc.string({ unit: 'binary' })], typed => {
    const checked = checkForm(CodeForm, { coupon: typed })
    const problem = codeProblem(typed)
    return (checked.ok ? null : checked.problems.coupon) === (problem && redeemRefusals[problem].message)
  })
})

t.test('only "yes" counts as agreement', async t => {
  t.strictSame(checkForm(AgreeForm, { agreed: 'yes' }), { ok: true, value: { agreed: 'yes' } })
  for (const given of [{}, { agreed: 'no' }, { agreed: '' }, { agreed: 'YES' }, { agreed: true }, { agreed: 'on' }]) {
    t.strictSame(checkForm(AgreeForm, given), { ok: false, problems: { agreed: agreeMessage } }, JSON.stringify(given))
  }
})
