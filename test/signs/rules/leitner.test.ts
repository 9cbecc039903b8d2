import fc from 'fast-check'
import t from 'tap'
import {
  BOX_GAPS,
  type CardProgress,
  countBoxes,
  countOpen,
  type DeckProgress,
  moveCard,
  nextCard,
  readProgress,
  withoutCards,
  writeProgress,
} from '#src/signs/rules/leitner.ts'
import { holds } from '../../support/property.ts'

const NOW = Date.parse('2026-11-25T09:00:00Z')
const HOUR = 3_600_000
const MINUTE = 60_000

t.test('an answer moves a card', t => {
  const cases: [before: number | null, knew: boolean, box: number, hours: number][] = [
    [null, true, 2, 20],
    [null, false, 1, 1 / 60],
    [1, true, 2, 20],
    [2, true, 3, 68],
    [3, true, 4, 164],
    [4, true, 5, 500],
    [5, true, 5, 500],
    [5, false, 1, 1 / 60],
    [2, false, 1, 1 / 60],
  ]
  for (const [before, knew, box, hours] of cases)
    t.strictSame(
      moveCard(before === null ? undefined : { box: before, due: NOW }, knew, NOW),
      { box, due: NOW + hours * HOUR },
      `box ${before}, ${knew ? 'known' : 'not known'}`,
    )
  t.end()
})

t.test('the next card', t => {
  const cases: [what: string, progress: DeckProgress, next: string | null, open: number][] = [
    ['new ones in order', {}, 'a', 3],
    ['a due one before new ones', { b: { box: 2, due: NOW } }, 'b', 3],
    ['the longest wait first', { b: { box: 2, due: NOW - 1 }, c: { box: 3, due: NOW - 2 } }, 'c', 3],
    ['a missed one waits behind new ones', { a: { box: 1, due: NOW + MINUTE } }, 'b', 3],
    [
      'a missed one comes back when nothing else is left',
      { a: { box: 2, due: NOW + HOUR }, b: { box: 1, due: NOW + MINUTE }, c: { box: 2, due: NOW + HOUR } },
      'b',
      1,
    ],
    ['all known', { a: { box: 2, due: NOW + 1 }, b: { box: 2, due: NOW + 1 }, c: { box: 5, due: NOW + 1 } }, null, 0],
    ['a time that no gap reaches is due', { a: { box: 5, due: NOW + 501 * HOUR } }, 'a', 3],
    ['cards of other decks do not count', { z: { box: 1, due: NOW } }, 'a', 3],
  ]
  for (const [what, progress, next, open] of cases) {
    t.equal(nextCard(['a', 'b', 'c'], progress, NOW), next, what)
    t.equal(countOpen(['a', 'b', 'c'], progress, NOW), open, `${what}: number`)
  }
  t.end()
})

const card: fc.Arbitrary<CardProgress> = fc.record({
  box: fc.integer({ min: 1, max: 5 }),
  due: fc.integer({ min: -2000, max: 2000 }).map(minutes => NOW + minutes * MINUTE),
})
const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
const progressOf = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), card)

t.test('properties', t => {
  holds(t, 'a known card never comes back sooner than before', [card], before => {
    const after = moveCard(before, true, NOW)
    return after.box >= before.box && after.due - NOW >= BOX_GAPS[before.box - 1]!
  })
  holds(t, 'there is a next card exactly while some are to practice', [keys, progressOf], (deck, progress) => {
    const next = nextCard(deck, progress, NOW)
    return (next !== null) === countOpen(deck, progress, NOW) > 0 && (next === null || deck.includes(next))
  })
  holds(t, 'a deck ends after one right answer to each open card', [keys, progressOf], (deck, given) => {
    let progress = given
    const open = countOpen(deck, progress, NOW)
    for (let i = 0; i < open; i++) {
      const next = nextCard(deck, progress, NOW)
      if (next === null) return false
      progress = { ...progress, [next]: moveCard(progress[next], true, NOW) }
    }
    return nextCard(deck, progress, NOW) === null
  })
  holds(t, 'each card is in one box', [keys, progressOf], (deck, progress) => {
    const counts = countBoxes(deck, progress)
    return counts.length === 6 && counts.reduce((sum, n) => sum + n, 0) === deck.length
  })
  holds(t, 'what was kept is read again', [progressOf], progress => {
    const again = readProgress(writeProgress(progress))
    return JSON.stringify(again) === JSON.stringify(progress)
  })
  holds(t, 'whatever was kept, reading never fails', [fc.oneof(fc.string(), fc.json())], kept =>
    Object.values(readProgress(kept)).every(({ box, due }) => box >= 1 && box <= 5 && Number.isFinite(due)),
  )
  holds(t, 'forgetting makes cards new and keeps the others', [keys, progressOf], (deck, progress) => {
    const left = withoutCards(deck, progress)
    const others = Object.keys(progress).filter(key => !deck.includes(key))
    return countBoxes(deck, left)[0] === deck.length && others.every(key => left[key] === progress[key])
  })
  t.end()
})

t.test('nothing kept, or something else', t => {
  for (const kept of [null, '', '7', 'null', '[]', '{"a":1}', '{"a":[6,1]}', '{"a":[1.5,1]}', '{"a":[1,"x"]}'])
    t.strictSame(readProgress(kept), {}, String(kept))
  t.strictSame(readProgress('{"a":[2,1],"b":[0,1]}'), { a: { box: 2, due: MINUTE } })
  t.end()
})
