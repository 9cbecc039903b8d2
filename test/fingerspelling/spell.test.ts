import t from 'tap'
import { firstLooks, readLooks } from '#src/signs/rules/fingerspelling/looks.ts'
import { playbackOf, wayOfZ } from '#src/signs/rules/fingerspelling/playback.ts'
import { motions } from '#src/signs/rules/fingerspelling/poses.ts'
import { moving, spell, WORD_MAX, wordsOf } from '#src/signs/rules/fingerspelling/spelling.ts'

const written = (text: string) =>
  spell(text)
    .letters.map(({ character }) => character ?? ' ')
    .join('')

t.test('spells words without accents, with gaps, and says what it left out', t => {
  for (const [text, letters] of [
    ['Zoë 2', 'ZOE 2'],
    ['  Anne-Marie!  ', 'ANNE MARIE'],
    ['Straße', 'STRASSE'],
    ['Łódź', 'LODZ'],
    ["O'Brien", 'O BRIEN'],
    ['', ''],
    ['?!', ''],
  ] as const)
    t.equal(written(text), letters, text)
  t.strictSame(spell('a漢b').leftOut, ['漢'])
  t.strictSame(spell('Ana 🙂').leftOut, ['🙂'])
  t.equal(spell('x'.repeat(500)).letters.length, WORD_MAX)
  t.end()
})

t.test('splits the letters into words', t => {
  const split = (text: string) => wordsOf(spell(text).letters).map(word => word.map(l => l.character).join(''))
  t.strictSame(split('Zoë Anna'), ['ZOE', 'ANNA'])
  t.strictSame(split(' Bo '), ['BO'])
  t.end()
})

t.test('marks the second of two equal letters', t => {
  const doubled = (text: string) => spell(text).letters.map(letter => letter.doubled)
  t.strictSame(doubled('Anna'), [false, false, true, false])
  t.strictSame(doubled('a a'), [false, false, false], 'not across a gap')
  t.end()
})

t.test('plays letters at the pace; J and Z move, unless motion is reduced', t => {
  const { letters } = spell('jazz')
  const moves = playbackOf(letters, 2, false)
  t.strictSame(
    moves.filter(moment => !moment.change).map(moment => moment.drawing),
    ['J0', 'J1', 'J2', 'J3', 'J4', 'A', ...Array(14).fill('Z0')],
  )
  const [first, , , last] = moves.filter(moment => moment.drawing === 'A')
  t.strictSame(first?.change, { from: 'J', to: 'A', share: 0.25 }, 'the hand is shown on its way')
  t.equal(first!.milliseconds * 3 + last!.milliseconds, 500)
  t.strictSame(
    moves.filter(moment => moment.drawing === 'Z0' && !moment.change).map(moment => moment.way),
    [...wayOfZ.keys(), ...wayOfZ.keys()],
  )
  const still = playbackOf(letters, 2, true)
  t.strictSame(
    still.map(moment => moment.drawing),
    ['J', 'A', 'Z', 'Z'],
  )
  t.notOk(still.some(moment => moment.slides || moment.change))
  t.notOk(
    playbackOf(spell('ee i').letters, 1, false).some(moment => moment.change),
    'nor in a double letter or after a gap',
  )
  t.ok(playbackOf(spell('ee').letters, 1, false)[1]?.slides)
  t.strictSame(Object.keys(motions), moving)
  t.end()
})

t.test('reads kept looks, and nothing else', t => {
  t.same(readLooks(null), firstLooks)
  t.same(readLooks('{"skin":"4","hand":"left"}'), { ...firstLooks, skin: '4', hand: 'left' })
  for (const odd of ['x', 'null', '[]', '{"skin":"9","sleeve":"toString"}']) t.same(readLooks(odd), firstLooks, odd)
  t.end()
})
