import fc from 'fast-check'
import t from 'tap'
import { normalize } from '#src/core/rules/normalize.ts'
import { digitsOf, entriesOf, readSearch, resultPage, termsOf, typoKeys } from '#src/signs/rules/dictionary.ts'
import { baseForms, splits } from '#src/signs/rules/search-words.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { holds } from '../../support/property.ts'

t.test('parses a search', async t => {
  const unit = (unit: number, lesson: string | null) => ({ kind: 'unit', unit, lesson })
  const words = (whole: string) => ({ kind: 'words', whole, words: whole.split(' ') })
  for (const [typed, search] of [
    ['Unit 3', unit(3, null)],
    ['  unit3.1 ', unit(3, '3.1')],
    ['UNIT 12.04', unit(12, '12.4')],
    ['Lesson 3.1', unit(3, '3.1')],
    ['3.1', unit(3, '3.1')],
    ['3', words('3')],
    ['Unit', words('unit')],
    ['Unit three', unit(3, null)],
    ['unidad tres', unit(3, null)],
    ['Unidad dieciséis', unit(16, null)],
    ['unidad cero', words('unidad cero')],
    ['Units: 3', unit(3, null)],
    ['U3.1.', unit(3, '3.1')],
    ['unit 3 lesson 1', unit(3, '3.1')],
    ["'Unit 3.1'", unit(3, '3.1')],
    ['\u201cUnit 3.1\u201d', unit(3, '3.1')],
    ['unit cell', words('unit cell')],
    ['unit 3 mother', words('unit 3 mother')],
    ['to be', { kind: 'words', whole: 'be', words: ['to', 'be'] }],
    ['The dog', { kind: 'words', whole: 'dog', words: ['dog'] }],
    ['mo%er', words('mo er')],
    ['mo_er', words('mo er')],
    ['%', { kind: 'nothing' }],
    ['where is the cat', { kind: 'words', whole: 'where is the cat', words: ['where', 'cat'] }],
    ['¿Dónde está el gato?', { kind: 'words', whole: 'donde esta el gato', words: ['donde', 'esta', 'gato'] }],
    ['"the dog"', { kind: 'phrase', whole: 'the dog', words: ['the', 'dog'] }],
    ['Mother', words('mother')],
    ['New Year\u2019s  Day!', words('new years day')],
    ['"see you"', { kind: 'phrase', whole: 'see you', words: ['see', 'you'] }],
    ['\u201csee you\u201d', { kind: 'phrase', whole: 'see you', words: ['see', 'you'] }],
    ['"see', words('see')],
    ['', { kind: 'nothing' }],
    ['?!', { kind: 'nothing' }],
    ['""', { kind: 'nothing' }],
    ['a'.repeat(201), { kind: 'nothing' }],
  ] as const)
    t.strictSame(readSearch(typed), search, typed)
})

t.test('reads whole numbers in digits and in words', async t => {
  for (const [typed, digits] of [
    ['21', '21'],
    ['1,000', '1000'],
    ['007', '007'],
    ['cero', '0'],
    ['twenty-one', '21'],
    ['Ninety nine', '99'],
    ['fortytwo', '42'],
    ['veintiuno', '21'],
    ['veintidós', '22'],
    ['veinte', '20'],
    ['treinta y uno', '31'],
    ['Treinta y una', '31'],
    ['noventa y nueve', '99'],
    ['hundred', null],
    ['twenty-ten', null],
    ['3.1', null],
    ['number one', null],
    ['', null],
  ] as const)
    t.equal(digitsOf(typed), digits, typed)
})

t.test('compares text without case, accents, apostrophes and punctuation', async t => {
  t.equal(normalize("  Crème-brûlée, I'm\tfine "), 'creme brulee im fine')
  t.equal(normalize('1,000'), '1000')
  t.equal(normalize('ŉ'), 'n')
  holds(
    t,
    'normalizing twice changes nothing',
    [fc.string({ unit: 'grapheme' })],
    s => normalize(normalize(s)) === normalize(s),
  )
})

t.test('lists the search terms of a sign', async t => {
  t.strictSame(termsOf({ gloss: 'fs-JAN', english: ['January', 'Jan'], spanish: [] }), ['jan', 'fs jan', 'january'])
  t.strictSame(termsOf({ gloss: '#DOG', english: ['dog'], spanish: [] }), ['dog'])
  t.strictSame(termsOf({ gloss: 'CL:3', english: ['car'], spanish: [] }), ['3', 'cl 3', 'car'])
  t.strictSame(termsOf({ gloss: 'GO-TO++', english: ['go often (to a place)'], spanish: [] }), [
    'go to',
    'go often',
    'go often to a place',
  ])
  t.strictSame(entriesOf({ gloss: 'SIBLINGS', english: ['brothers and sisters', 'and sisters'], spanish: [] }), [
    { text: 'siblings', place: 0 },
    { text: 'brothers and sisters', place: 2 },
    { text: 'and sisters', place: 4 },
    { text: 'sisters', place: 3 },
  ])
  t.strictSame(entriesOf({ gloss: 'SAY-NO', english: ['no'], spanish: [] }), [
    { text: 'say no', place: 0 },
    { text: 'no', place: 2 },
  ])
})

t.test('finds base forms of a word', async t => {
  for (const [word, base] of [
    ['mothers', 'mother'],
    ['stories', 'story'],
    ['running', 'run'],
    ['making', 'make'],
    ['happyness', 'happy'],
    ['stopped', 'stop'],
    ['went', 'go'],
    ['teeth', 'tooth'],
    ['vives', 'vivir'],
    ['llamas', 'llamarse'],
    ['quiero', 'querer'],
    ['puedes', 'poder'],
    ['hablamos', 'hablar'],
    ['comiendo', 'comer'],
    ['tengo', 'tener'],
  ] as const)
    t.ok(baseForms(word).includes(base), word)
  t.strictSame(baseForms('cat'), [])
  t.notOk(baseForms('sing').includes('s'), 'no single letters')
  t.strictSame(splits('icecream').slice(0, 2), ['ic ecream', 'ice cream'])
  t.strictSame(splits('cat'), [])
  t.strictSame(splits('x'.repeat(40)), [])
})

t.test('words one typo apart share a key', async t => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 3, maxLength: 10 })
  const share = (a: string, b: string) => typoKeys(a).some(key => typoKeys(b).includes(key))
  const at = fc.nat({ max: 9 })
  const letter = fc.constantFrom(...'abcdef')
  holds(
    t,
    'missing',
    [word, at],
    (w, i) => share(w, w.slice(0, i % w.length) + w.slice((i % w.length) + 1)) || w.length === 3,
  )
  holds(t, 'extra', [word, at, letter], (w, i, l) => share(w, w.slice(0, i) + l + w.slice(i)))
  holds(t, 'wrong', [word, at, letter], (w, i, l) =>
    share(w, w.slice(0, i % w.length) + l + w.slice((i % w.length) + 1)),
  )
  holds(t, 'swapped', [word, at], (w, given) => {
    const i = given % (w.length - 1)
    return share(w, w.slice(0, i) + w[i + 1] + w[i] + w.slice(i + 2))
  })
  t.ok(typoKeys('x'.repeat(5000)).length <= 41, 'and a long one has few')
})

t.test('accepts only valid page numbers', async t => {
  for (const [given, page] of [
    [undefined, 1],
    ['0', 1],
    ['2', 2],
    ['-2', 1],
    ['1e3', 1],
    ['999999', 1],
  ] as const)
    t.equal(resultPage(given), page)
  t.strictSame([0, 1, 2].map(textsIn('en').dictionary.results), ['0 results', '1 result', '2 results'])
  t.equal(textsIn('en').dictionary.resultsFor(2, 'dog'), '2 results for “dog”')
})
