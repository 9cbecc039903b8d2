import t from 'tap'
import {
  hiddenEntry,
  type NewSign,
  newEntry,
  newSignFaults,
  problemsOf,
  shownFields,
  withDecisions,
} from '#src/signs/rules/added-signs.ts'
import type { SignChange } from '#src/signs/rules/sign-changes.ts'

const texts = {
  ...{ english: 'thank you; thanks', spanish: 'gracias', partOfSpeech: 'phrase', usage: 'Sign it often.' },
  ...{ formation: '', handshape: '', otherHandshape: '', location: '', movement: '', hands: '', mouth: '', notes: '' },
  ...{ related: '', confusable: '', variants: '' },
}
const given: NewSign = { gloss: 'THANK-YOU', lesson: '1.2', texts }
const entryOf = (gloss: string, lesson: string) => newEntry({ gloss, lesson, texts })

t.test('a new entry has its slug, its unit, and nothing that only a signer knows', async t => {
  t.match(newEntry(given), { slug: 'thank-you', unit: 1, lesson: '1.2', english: ['thank you', 'thanks'], video: null })
  t.equal(newEntry({ ...given, lesson: '12.3' }).unit, 12)
})

t.test('faults of a new entry name the field', async t => {
  t.strictSame(newSignFaults(given, ['1.2']), [])
  for (const [change, field, sentence] of [
    [{ gloss: 'thank you' }, 'gloss', 'Write capitals, with hyphens between words.'],
    [{ gloss: '' }, 'gloss', 'Write capitals, with hyphens between words.'],
    [{ gloss: 'A'.repeat(61) }, 'gloss', 'At most 60 characters.'],
    [{ lesson: '9.9' }, 'lesson', 'Choose a lesson.'],
    [{ texts: { ...texts, english: '' } }, 'english', 'At least one meaning is needed.'],
    [{ texts: { ...texts, related: 'THANK-YOU' } }, 'related', 'The entry itself cannot be named.'],
  ] as const)
    t.equal(problemsOf(newSignFaults({ ...given, ...change }, ['1.2']))[field], sentence)
})

t.test('what staff added and withdrew is applied to the files', async t => {
  const files = [entryOf('HELLO', '1.1'), entryOf('GOOD', '1.1'), entryOf('NAME', '1.2'), entryOf('EAT', '7.1')]
  const added = (gloss: string, lesson: string) => ({ entry: entryOf(gloss, lesson), withdraws: false })
  const after = withDecisions(files, [
    added('HI', '1.1'),
    added('WHO', '1.9'),
    added('LAST', '9.1'),
    added('EAT', '1.1'),
    { entry: entryOf('GOOD', '1.1'), withdraws: true },
    { entry: entryOf('GONE', '1.1'), withdraws: true },
  ])
  t.strictSame(
    after.map(sign => sign.gloss),
    ['HELLO', 'HI', 'NAME', 'WHO', 'EAT', 'LAST'],
  )
  t.equal(files.length, 4, 'the files stay as they are')
})

t.test('changes say whether an entry is new or withdrawn', async t => {
  const change = (
    state: SignChange['state'],
    withdraws: boolean,
    entry = entryOf('HI', '1.1') as SignChange['entry'],
  ) => ({
    ...{ id: 1, sign: 'hi', fields: {}, entry, withdraws, state, proposedBy: null, createdAt: new Date(0) },
    ...{ reviewedBy: null, reviewedAt: null, comment: '', file: null },
  })
  for (const [changes, state] of [
    [[], undefined],
    [[change('waiting', false)], 'new'],
    [[change('sent_back', false)], 'new'],
    [[change('discarded', false)], undefined],
    [[change('approved', false)], undefined],
    [[change('approved', true)], 'withdrawn'],
    [[change('discarded', false), change('approved', true)], 'withdrawn'],
    [[change('waiting', false), change('approved', true)], 'new'],
    [[change('approved', false), change('approved', true)], undefined],
    [[change('approved', false, null), change('approved', true)], 'withdrawn'],
  ] as const)
    t.equal(hiddenEntry([...changes])?.state, state)
  const cleared = change('waiting', false, null)
  t.strictSame(shownFields({ ...cleared, fields: { notes: '' } }), { notes: '' }, 'an emptied field is a change')
  t.strictSame(shownFields({ ...change('waiting', false), fields: { notes: '', mouth: 'x' } }), { mouth: 'x' })
})
