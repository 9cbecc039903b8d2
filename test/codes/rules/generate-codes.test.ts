import fc from 'fast-check'
import t from 'tap'
import { codeKey, codeProblem, lookAlikeKey } from '#src/access/rules/access-code.ts'
import {
  CODE_ALPHABET,
  codesToMake,
  drawCode,
  MakeCodesForm,
  MOST_CODES,
  MOST_CODES_WRITTEN,
  makingMessages,
} from '#src/access/rules/code-batches.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { holds } from '../../support/property.ts'

const now = new Date('2026-11-21T15:00:00Z')
const form = (over: Record<string, string> = {}) => ({
  product_code: 'ASL1',
  count: '1',
  max_usage: '1',
  expires_at: '',
  note: '',
  code: '',
  school: '',
  ...over,
})
const made = (over: Record<string, string>) => codesToMake(form(over), { now, timezone: 'America/Chicago' })

t.test('the maximum in the text equals the limit', async t => {
  t.equal(MOST_CODES_WRITTEN, MOST_CODES.toLocaleString('en'))
})

t.test('the alphabet has no vowels and no look-alikes', async t => {
  t.equal(lookAlikeKey(CODE_ALPHABET), CODE_ALPHABET)
  t.equal(new Set(CODE_ALPHABET).size, CODE_ALPHABET.length)
  t.notMatch(CODE_ALPHABET, /[AEIOU01258]/)
})

t.test('generated codes are valid, and no other code looks like them', async t => {
  const numbers = fc.array(fc.nat(), { minLength: 12, maxLength: 12 })
  holds(t, 'valid as generated', [numbers], drawn => {
    let at = 0
    const code = drawCode(below => (drawn[at++] ?? 0) % below)
    const key = codeKey(code)
    return /^(\w{4}-){2}\w{4}$/.test(code) && codeProblem(code) === null && lookAlikeKey(key) === key
  })
})

t.test('reports invalid fields', async t => {
  for (const [over, field, message] of [
    [{ product_code: ' ' }, 'product_code', makingMessages.product],
    [{ count: '0' }, 'count', makingMessages.count],
    [{ count: '1001' }, 'count', makingMessages.count],
    [{ count: '1.5' }, 'count', makingMessages.count],
    [{ max_usage: '10001' }, 'max_usage', makingMessages.usage],
    [{ expires_at: 'soon' }, 'expires_at', makingMessages.date],
  ] as const) {
    const checked = checkForm(MakeCodesForm, form(over))
    t.strictSame(checked, { ok: false, problems: { [field]: message } })
  }
  t.ok(checkForm(MakeCodesForm, form()).ok)
})

t.test('reports problems beyond single fields', async t => {
  t.match(made({ expires_at: '2026-11-20' }), { ok: false, reason: 'expiry_in_past' })
  t.match(made({ code: 'MY-CODE', count: '2' }), { ok: false, reason: 'one_code_only' })
  t.match(made({ code: 'AB-12' }), { ok: false, reason: 'code_too_short' })
  t.match(made({ code: 'A'.repeat(21) }), { ok: false, reason: 'code_too_long' })
  t.match(made({ code: '=1+1+1+1' }), { ok: false, reason: 'code_letters' })
  t.match(made({ code: 'my-code-1', expires_at: '11/21/2026' }), {
    ok: true,
    wanted: { code: 'MY-CODE-1', expiresAt: new Date('2026-11-22T05:59:59.999Z') },
  })
})

t.test('CSV quotes text and neutralizes formulas', async t => {
  t.equal(csvLine(['a', 1, null, 'x,y', 'say "hi"', '=1+1']), `a,1,,"x,y","say ""hi""",'=1+1\r\n`)
})
