import t from 'tap'
import {
  compareSpelling,
  drillNames,
  drillPace,
  drillWords,
  lookAlikeWords,
  nextWord,
} from '#src/signs/rules/fingerspelling/drill.ts'
import { spell } from '#src/signs/rules/fingerspelling/spelling.ts'

const compared = (word: string, typed: string) =>
  compareSpelling(spell(word).letters, spell(typed).letters)
    .map(pair => `${pair.spelled ?? '-'}${pair.typed ?? '-'}`)
    .join(' ')

t.test('shows where an answer went wrong', t => {
  for (const [word, typed, pairs] of [
    ['ana', 'Ana', 'AA NN AA'],
    ['maria', 'mara', 'MM AA RR I- AA'],
    ['maria', 'marina', 'MM AA RR II -N AA'],
    ['maria', 'naria', 'MN AA RR II AA'],
    ['leo', '', 'L- E- O-'],
  ] as const)
    t.equal(compared(word, typed), pairs, `${word}, ${typed}`)
  t.end()
})

t.test('words get longer and the pace faster with the streak', t => {
  const words = drillWords(drillNames)
  t.ok(words.length > 40)
  const longest = (streak: number) =>
    Math.max(...[0, 0.25, 0.5, 0.75, 0.999].map(random => nextWord(words, streak, '', random)?.length ?? 0))
  t.equal(longest(0), 4)
  t.ok(longest(15) > longest(3))
  t.strictSame([drillPace(0), drillPace(3), drillPace(300)], [1, 1.5, 5])
  t.not(nextWord(['ANA', 'LEO'], 0, 'LEO', 0.99), 'LEO', 'not twice the same')
  t.equal(nextWord(['ANA'], 0, 'ANA', 0), 'ANA', 'but for a single word')
  t.equal(nextWord([], 0, '', 0), null)
  t.end()
})

t.test('takes words of letters only, once each', t => {
  t.strictSame(drillWords(['mother', 'Mother', 'thank you', 'I', 'T-shirt', 'dog']), ['DOG', 'MOTHER'])
  t.end()
})

t.test('letters that look alike are mixed with each other only', t => {
  t.ok(lookAlikeWords.length > 200)
  for (const word of lookAlikeWords) t.match(word, /^([ASTMNE]{3}|[UVR]{3}|[KP]{3}|[GQ]{3}|[D1]{3})$/)
  t.notOk(lookAlikeWords.includes('AAA'), 'the same letter three times teaches nothing')
  t.end()
})
