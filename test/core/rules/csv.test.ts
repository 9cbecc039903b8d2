import t from 'tap'
import { cellFault, codeCell, csvLine, fitsHeadings, headingsOf } from '#src/core/rules/csv.ts'

t.test('a spreadsheet runs no cell as a formula, also after spaces and separators', async t => {
  const cases: [string, string][] = [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-2', "'-2"],
    ['@sum', "'@sum"],
    [' =1+1', "' =1+1"],
    ['\u00a0\u200b=1', "'\u00a0\u200b=1"],
    ['＝1', "'＝1"],
    ['\t=1', `"'\t=1"`],
    ['\tx', `"'\tx"`],
    ['a;=1', `"a;'=1"`],
    ['a, =1', `"a,' =1"`],
    ['a\n=1', `"a\n'=1"`],
    ['x"; =1', `"x"";' =1"`],
    ['"=1', `"'""=1"`],
    ['a|@b', `"a|'@b"`],
  ]
  for (const [text, line] of cases) t.equal(csvLine([text]), `${line}\r\n`, JSON.stringify(text))
  for (const text of ['CFGH-3479-KMNP', 'a=b', 'ana@school.example', '2027-05-31', "O'Neill"])
    t.equal(csvLine([text]), `${text}\r\n`, text)
  t.equal(csvLine([-5, null, 'x,y']), '-5,,"x,y"\r\n', 'numbers stay numbers')
})

t.test('reads cells as a spreadsheet leaves them', async t => {
  for (const cell of ['0012345', ' 0012345\u00a0', '="0012345"', ' ="0012345" ', "'0012345", '\u200e0012345\ufeff'])
    t.equal(codeCell(cell), '0012345', cell)
  for (const text of ['6.93217E+12', '6,93217e+12', '7E+11', '-6.9E-5', '1.5E12', '12345678.0', '123456789012345000'])
    t.equal(cellFault(text), 'changed_number', text)
  for (const text of ['#NAME?', '#REF!', '#N/A', '#DIV/0!', '#value!', '#¿NOMBRE?', '#¡VALOR!', '#N/D', '########'])
    t.equal(cellFault(text), 'cell_error', text)
  for (const text of [
    '4E7K2M9',
    '12E45678',
    '1E234567',
    '#JOB',
    '#1234567',
    '0012345678',
    '1234567890123456',
    'A.0',
    '',
    '#',
  ])
    t.equal(cellFault(text), null, text)
  t.strictSame(headingsOf(['\ufeffCoupon_Code', ' Código  de acceso ', '="Max uses"', '', ' ']), [
    'coupon code',
    'codigo de acceso',
    'max uses',
  ])
  t.ok(fitsHeadings(['a', 'b', '', ' '], 2))
  t.notOk(fitsHeadings(['a', 'b', 'c'], 2))
  t.notOk(fitsHeadings(['a'], 2))
})
