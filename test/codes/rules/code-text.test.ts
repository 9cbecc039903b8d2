import fc from 'fast-check'
import t from 'tap'
import { codeKey, codeProblem, lookAlikeKey } from '#src/access/rules/access-code.ts'
import reasons from '#src/texts/en/reasons.ts'
import { holds } from '../../support/property.ts'

t.test('checks a typed code', async t => {
  const cases: [typed: string, problem: string | null][] = [
    ['', 'code_required'],
    ['   \t ', 'code_required'],
    ['ABCDE', 'code_malformed'],
    ['  ABCDE  ', 'code_malformed'],
    ['ABCDEF', null],
    ['  ABCDEF  ', null],
    ['A'.repeat(20), null],
    [` ${'A'.repeat(20)} `, null],
    ['A'.repeat(21), 'code_malformed'],
    ['A-B-C-', null],
    ['ABC DEF', null],
  ]
  for (const [typed, problem] of cases) t.equal(codeProblem(typed), problem, JSON.stringify(typed))
})

t.test('keeps the fixed sentences letter for letter', async t => {
  t.equal(reasons.code_required, 'Please enter the access code.')
  t.equal(reasons.code_malformed, 'The code given is not right.')
  t.equal(reasons.code_unknown, 'The code given is not right.')
  t.equal(reasons.MAX, 'This code has run out of uses. Please let your teacher know.')
  t.equal(reasons.maxOnPay, 'That code has already been activated. Please contact your seller.')
  t.equal(
    reasons.MAX_SAME_EMAIL,
    "You've already used this code for another course. To transfer the code, please contact us using the chat button below.",
  )
  t.equal(
    reasons.MAX_OTHER_EMAIL,
    'This code has already been used. Please return the code to where you got the code from and get a new one.',
  )
  t.equal(reasons.code_expired, 'This access code has expired.')
  t.equal(reasons.code_not_used_here('ASL 2'), 'This code is for ASL 2, which this course does not use.')
  t.equal(reasons.already_covered, 'You already have a code for this.')
})

t.test('ignores case, spaces and hyphens in a code', async t => {
  for (const typed of ['abcd1234', ' ABCD-1234', 'ab cd 12 34', 'A‐B–C—D-1234', 'ABCD\u00a01234\t', '-abcd1234-']) {
    t.equal(codeKey(typed), 'ABCD1234', JSON.stringify(typed))
  }
  t.not(codeKey('ABCD_1234'), 'ABCD1234', 'other characters count')
})

t.test('maps letters to the digits they look like', async t => {
  t.equal(lookAlikeKey('OILSBZ'), '011582')
  t.equal(lookAlikeKey('CODE-X'), 'C0DE-X')
  t.equal(lookAlikeKey(codeKey('demo-asl1-ooil')), 'DEM0A5110011')
})

const typed = fc.string({ unit: 'binary' })
const letters = fc.string({ unit: fc.constantFrom(...'ABCDILOSZ0125-89 ') })

t.test('properties of a typed code', async t => {
  holds(t, 'the key of a key is the key', [typed], code => codeKey(codeKey(code)) === codeKey(code))
  holds(t, 'surrounding spaces and hyphens never matter', [typed], code => codeKey(code) === codeKey(` ${code}-`))
  holds(t, 'case never matters', [letters], code => codeKey(code) === codeKey(code.toLowerCase()))
  holds(t, 'surrounding spaces are no problem', [typed], code => codeProblem(code) === codeProblem(` ${code} `))
  holds(t, 'a valid code has 6 to 20 letters and digits', [fc.stringMatching(/^[A-Z0-9]{0,30}$/)], code => {
    return (codeProblem(code) === null) === (code.length >= 6 && code.length <= 20)
  })
})

t.test('properties of the look-alike key', async t => {
  holds(t, 'it is idempotent', [letters], key => lookAlikeKey(lookAlikeKey(key)) === lookAlikeKey(key))
  holds(t, 'it keeps the length', [letters], key => lookAlikeKey(key).length === key.length)
  holds(t, 'replacing letters by digits changes the key but not the look-alike key', [letters], typed => {
    const key = codeKey(typed)
    return lookAlikeKey(lookAlikeKey(key)) === lookAlikeKey(key.replaceAll('0', 'O').replaceAll('5', 'S'))
  })
  holds(
    t,
    'other letters still make a difference',
    [letters],
    key => lookAlikeKey(`${key}X`) !== lookAlikeKey(`${key}Y`),
  )
})
