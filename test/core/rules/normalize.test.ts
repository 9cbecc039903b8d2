import fc from 'fast-check'
import t from 'tap'
import { codeKey, codeProblem } from '#src/access/rules/access-code.ts'
import { codesTyped, codeTyped, normalize, plainTyped, spellingsOf } from '#src/core/rules/normalize.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { cleanName, nameProblem, tidyName } from '#src/core/rules/person-names.ts'
import { readSearch } from '#src/signs/rules/dictionary.ts'
import { holds } from '../../support/property.ts'

t.test('brings what people type to one form', async t => {
  const cases: [typed: string, plain: string][] = [
    [' Ａｎａ　Ｌｉｍａ ', 'Ana Lima'],
    ['a\u00a0\t\n b', 'a b'],
    ['\u200ba\u200e\ufeffb\u00ad', 'ab'],
    ['a‐b‑c–d—e−f－g', 'a-b-c-d-e-f-g'],
    ['‘a’ ‚b‛ `c´ ʻdʼ', "'a' 'b' 'c' 'd'"],
    ['“a” „b‟', '"a" "b"'],
    ['１２ ٣٤ ۵۶ १२ ৩৪ ๕๖ 𑁦𑁧', '12 34 56 12 34 56 01'],
    ['a。b', 'a.b'],
    ['ŉ', "'n"],
  ]
  for (const [typed, plain] of cases) t.equal(plainTyped(typed), plain, JSON.stringify(typed))
})

t.test('a searched word is found with letters that have no accent to take off', t => {
  const cases: [typed: string, stored: string][] = [
    ['Luk', 'łuk'],
    ['Łuk', 'łuk'],
    ['łuk', 'luk'],
    ['walesa', 'wałesa'],
    ['Malolepszy', 'małolepszy'],
    ['jorgensen', 'jørgensen'],
    ['Đorđe', 'đorđe'],
    ['dorde', 'đorđe'],
    ['strasse', 'straße'],
    ['straße', 'strasse'],
    ['Aero', 'ærø'],
    ['thor', 'þor'],
    ['Guðrún', 'gudrun'],
  ]
  for (const [typed, stored] of cases) t.ok(spellingsOf(typed).includes(stored), `${typed} ${stored}`)
  t.ok(spellingsOf('lolololodododododo').length <= 40)
  t.end()
})

t.test('a searched word is the same with each apostrophe, and without', t => {
  for (const apostrophe of ["'", '’', '‘', '‛', 'ʻ', 'ʼ', 'ʽ', 'ʹ', 'ˈ', 'ʾ', 'ʿ', '′', '`', '´', '＇', '｀', 'ꞌ', ''])
    for (const [word, plain] of [
      [`O${apostrophe}Néil`, 'oneil'],
      [`${apostrophe}Ōhi${apostrophe}a`, 'ohia'],
    ] as const)
      t.equal(normalize(word), plain, word)
  t.end()
})

t.test('reads codes and PINs as people type and paste them', async t => {
  const codes = [
    'abcd-1234',
    'ＡＢＣＤ－１２３４',
    'ABCD\u22121234',
    '“ABCD-1234”',
    "'ABCD1234'",
    '«ABCD–1234»',
    '(ABCD-1234)',
    'ABCDー1234',
    'АВСD-1234',
    'ABCD\u034f\ufe0f1234',
    '="ABCD1234"',
    'ABCD-1234.',
    'Access code: ABCD 1234',
    'Your access code is “ABCD-1234”.',
    'Código de acceso: ABCD1234',
    'Code #ABCD1234',
    'Code:\u200bABCD1234,',
    'ABCD.1234',
    'ABCD_1234',
    'ABCD·1234',
    'ABCD━1234',
    'ABCD~1234',
    '3. ABCD-1234',
    'Voucher ABCD-1234',
  ]
  for (const typed of codes) {
    t.equal(codeTyped(typed), 'ABCD1234', typed)
    t.equal(codeProblem(typed), null, typed)
  }
  const own: [code: string, key: string][] = [
    ['AB:CD-1234', 'AB:CD1234'],
    ['ABCD.1234.', 'ABCD.1234'],
    ['“ABCD-1234”', 'ABCD1234'],
    ['Code 123456', 'CODE123456'],
  ]
  for (const [code, key] of own) {
    t.equal(codeKey(code), key, code)
    for (const typed of [code, `'${code}'`, `${code}.`, code.toLowerCase()])
      t.ok(codesTyped(typed).includes(key), typed)
  }
  for (const typed of [
    '123456',
    '１２３４５６',
    '\u200b123456\u200b',
    '123–456',
    '123 456',
    '١٢٣٤٥٦',
    'Your code: 123456.',
    '१२३४५६',
    '123.456',
  ])
    t.equal(codeTyped(typed), '123456', typed)
  holds(
    t,
    'the form of a form is the form',
    [fc.string({ unit: 'binary' })],
    s => plainTyped(plainTyped(s)) === plainTyped(s),
  )
})

t.test('accepts addresses that mail servers and Stripe accept', async t => {
  const good: [typed: string, email: string][] = [
    ['Ana.Lima+asl@Mail.School.example', 'ana.lima+asl@mail.school.example'],
    ['ａｎａ＠ｓｃｈｏｏｌ．ｅｘａｍｐｌｅ', 'ana@school.example'],
    ['\u200bana@school.example\u200e', 'ana@school.example'],
    ['o’brien@school.example', "o'brien@school.example"],
    ['a@b-c.example', 'a@b-c.example'],
    ['a@1.example', 'a@1.example'],
    ['a@xn--e1afmkfd.xn--p1ai', 'a@xn--e1afmkfd.xn--p1ai'],
    ['ana@München.example', 'ana@xn--mnchen-3ya.example'],
    ['ana@mail。example', 'ana@mail.example'],
    [`${'a'.repeat(64)}@school.example`, `${'a'.repeat(64)}@school.example`],
  ]
  for (const [typed, email] of good) t.equal(cleanEmail(typed), email, typed)
  const bad = `ana@mail.example. ana@mail..example .ana@mail.example ana.@mail.example an..a@mail.example ana@-mail.example
    ana@mail-.example ana@mail.example/ ana@mail.example? ana@123.456.789.10 ana@mail.123 a@x ana@mail_x.example ana@@x.example
    ana@.example ana@${'a'.repeat(64)}.example mailto:ana@mail.example ana@x.e ñandú@mail.example ana@mün_chen.example
    ${'a'.repeat(65)}@mail.example ana@mail,example ana@0x7f.0x1 ana;bo@mail.example "ana"@mail.example ana@[127.0.0.1]`
  for (const typed of bad.split(/\s+/)) t.equal(cleanEmail(typed), null, typed)
})

t.test('accepts the names of people as they write them', async t => {
  const names = [
    'Col·lell',
    'レオナルド・ダ',
    'Ka‘ahumanu',
    'Kaʻahumanu',
    'می‌دانی',
    'Mary–Ann',
    'O`Neill',
    'D´Angelo',
    'Smith, Jr.',
    'Ana–Lucía',
    'ジャン＝ポール',
    'ג׳ורג׳',
    'བསྟན་འཛིན',
    'Ⅲ. Nguyễn',
  ]
  for (const name of names) {
    t.equal(nameProblem(tidyName(name)), null, name)
    t.equal(tidyName(name), name, 'kept as typed')
    t.equal(cleanName(name), name)
  }
  t.equal(tidyName('\u200e Ana\u00a0 \u3000Lima\u200f\u202c'), 'Ana Lima')
  for (const name of ['---', '...', '·', "' '"]) t.equal(nameProblem(name), 'name_letters', name)
  t.equal(tidyName('\u200d Ana \u200c\u200d Lima\u200c'), 'Ana Lima')
  t.equal(tidyName(`می${'\u200c'.repeat(200_000)}دانی`), 'می\u200cدانی')
  t.equal(tidyName('e\u0301'), 'é')
  t.equal(tidyName('\u2068Ana\u2069\t\u2068Li\u00adma\u2069'), 'Ana Lima')
  const sent: [sent: string, name: string][] = [
    ['O&#39;Brien &amp; D&#8217;Arcy', "O'Brien & D’Arcy"],
    ['Jos&eacute; Nu&ntilde;ez &Scaron;im&uring;nek', 'José Nuñez Šimůnek'],
    ['&#x1D5;lo &Oslash;st &szlig;', 'Ǖlo Øst ß'],
    ['O&amp;#39;Brien', 'O& 39 Brien'],
    ['Ana&nbsp;Lima &constructor;', 'Ana Lima &constructor'],
    ['Robert "Bob" Smith (he/him)', 'Robert "Bob" Smith (he/him)'],
    ['ana_lima', 'ana_lima'],
    ['A&shy;na &laquo;Bo&raquo; &#1605;&#1740;&zwnj;&#1583;', 'Ana «Bo» می\u200cد'],
  ]
  for (const [name, kept] of sent) t.equal(cleanName(name), kept, name)
})

t.test('finds a unit as people type it', async t => {
  const lesson = { kind: 'unit', unit: 3, lesson: '3.1' }
  const typed = [
    'Unit 3-1',
    '3-1',
    '3,1',
    '3/1',
    '３／１',
    '3 . 1',
    '3ー1',
    'Unit 3–1',
    'Unit 3,1',
    'Unidad 3,1',
    'Unit 3/1',
    '３．１',
    '3.1:',
    'U3.1',
    'Unit 3 - Lesson 1',
    '‘3.1’',
    '(3.1)',
    '¿3.1?',
    '3_1',
    '3·1',
    '3。1',
    '३.१',
    'unit 3:1',
    'unit 3 1',
    'unit.3.1',
    'u3l1',
  ]
  for (const each of typed) t.strictSame(readSearch(each), lesson, each)
  for (const words of ['24/7', '1,000', '3', '1-800-555', '9/11', '20/1', '$3.10', '12:30', '3.1.2', '⅓', 'CL:3'])
    t.not(readSearch(words).kind, 'unit', words)
})
