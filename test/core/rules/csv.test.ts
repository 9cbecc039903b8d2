import t from 'tap'
import { csvLine } from '#src/core/rules/csv.ts'

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
