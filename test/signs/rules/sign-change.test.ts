import t from 'tap'
import type { SignEntry } from '#src/signs/rules/dictionary.ts'
import { readEntry, writeEntry } from '#src/signs/rules/entry-fields.ts'
import { guessedWords, slipsOf } from '#src/signs/rules/search-words.ts'
import { changedFields, changeFaults, withApproved } from '#src/signs/rules/sign-changes.ts'

const texts = {
  ...{ english: 'mother; mom', spanish: 'madre', partOfSpeech: 'noun', usage: 'My mother teaches.', formation: '' },
  ...{ handshape: '5', otherHandshape: '', location: 'chin', movement: '', hands: 'one', mouth: '', notes: '' },
  ...{ related: 'FATHER', confusable: '', variants: '' },
}
const sign: SignEntry = {
  ...readEntry(texts),
  ...{ slug: 'mother', gloss: 'MOTHER', unit: 3, lesson: '3.1', video: null, example: null },
  ...{ signer: null, reviewedBy: null, reviewedAt: null, transcript: null, picture: null },
}
const all = () => true

t.test('a change has the fields that say something else', async t => {
  for (const [typed, changed] of [
    [{}, {}],
    [{ english: 'mother;mom;' }, {}],
    [{ usage: ' My  mother teaches.\n' }, {}],
    [{ location: 'forehead' }, { location: 'forehead' }],
    [{ location: '' }, { location: '' }],
    [{ hands: 'three' }, { hands: 'three' }],
    [{ spanish: 'madre ;mamá', english: 'mother; mom' }, { spanish: 'madre; mamá' }],
  ] as const)
    t.strictSame(changedFields(texts, typed), changed, JSON.stringify(typed))
})

t.test('faults name the field and the rule', async t => {
  for (const [fields, field, rule] of [
    [{ english: '' }, 'english', /at least one meaning/],
    [{ hands: 'three' }, 'hands', /one of one, two/],
    [{ location: 'x'.repeat(61) }, 'location', /at most 60/],
    [{ related: 'FATHER; FATHER' }, 'related', /there twice/],
    [{ related: 'MOTHER' }, 'related', /itself/],
    [{ confusable: 'NOBODY' }, 'confusable', /no entry NOBODY/],
  ] as const)
    t.match(
      changeFaults('MOTHER', fields, gloss => gloss !== 'NOBODY'),
      [{ field, rule }],
    )
  t.strictSame(changeFaults('MOTHER', { location: '', related: 'FATHER' }, all), [])
})

t.test('what staff approved is laid over the files, without signs that are gone', async t => {
  t.equal(withApproved(sign, undefined, all), sign)
  const fields = { location: 'forehead', related: 'FATHER; AUNT', hands: '' }
  const changed = withApproved(sign, fields, gloss => gloss !== 'AUNT')
  t.match(changed, {
    location: 'forehead',
    related: ['FATHER'],
    hands: null,
    english: ['mother', 'mom'],
    lesson: '3.1',
  })
  t.strictSame(writeEntry(sign), texts, 'and the sign itself is unchanged')
})

t.test('words that a misspelled search may mean', async t => {
  t.strictSame(guessedWords('thank you much'), ['thank', 'thank you'])
  t.strictSame(guessedWords('mother'), ['mother'])
  t.ok(slipsOf('mother').some(({ key, word }) => key === 'moher' && word === 'mother'))
  t.match(slipsOf('thank you'), [{ key: /^~/, word: 'thank you' }])
})
