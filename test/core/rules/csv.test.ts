import t from 'tap'
import { cellFault, codeCell, codeCellFault, csvLine, fitsHeadings, headingsOf } from '#src/core/rules/csv.ts'

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
  for (const cell of [
    '0012345',
    '=""0012345""',
    ' 0012345\u00a0',
    '="0012345"',
    ' ="0012345" ',
    "'0012345",
    '\u200e0012345\ufeff',
  ])
    t.equal(codeCell(cell), '0012345', cell)
  const changed = `6.93217E+12 6,93217e+12 7E+11 -6.9E-5 1.5E12 1.E+11 12345678.0 1234567,00 123456789012345000 1,234,567
    1.234.567,89 1/2/2026 31/12/26 2026-01-05 05.01.2026 10-Mar 10-mar-26 May-26 ene-26`
  for (const text of [...changed.split(/\s+/), '1.23 E+11']) t.equal(codeCellFault(text), 'changed_number', text)
  const errors = `#NAME? #REF! #N/A #DIV/0! #value! #¿NOMBRE? #¡VALOR! #N/D ######## #WERT! #BEZUG! #NV #ERROR! #BUSY! Err:502
    =A1 =VLOOKUP(A1,B:B,1) ="00"&"12" =T("0012345")`
  for (const text of errors.split(/\s+/)) t.equal(codeCellFault(codeCell(text)), 'cell_error', text)
  for (const text of [
    '4E7K2M9',
    '12E45678',
    '1E234567',
    '#JOB',
    'MAY-26',
    '10-11-12',
    'FALL-2026',
    '123.456',
    '#1234567',
    '0012345678',
    '1234567890123456',
    'A.0',
    '',
    '#',
  ])
    t.equal(codeCellFault(text), null, text)
  t.equal(codeCell(`x${' '.repeat(1_000_000)}x`).length, 1_000_002, 'a long cell is fast')
  for (const text of ['1,000', '1,000,000', 'Mar-26']) t.equal(cellFault(text), null, `${text} is a meaning`)
  t.strictSame(headingsOf(['\ufeffCoupon_Code', ' Código  de acceso ', '="Max uses"', '', ' ']), [
    'coupon code',
    'codigo de acceso',
    'max uses',
  ])
  t.ok(fitsHeadings(['a', 'b', '', ' '], 2))
  t.notOk(fitsHeadings(['a', 'b', 'c'], 2))
  t.notOk(fitsHeadings(['a'], 2))
})
