import t from 'tap'
import { soundKey } from '#src/signs/rules/search-words.ts'

t.test('words that sound alike have the same key', t => {
  for (const [typed, meant] of [
    ['skool', 'school'],
    ['helo', 'hello'],
    ['tankyou', 'thankyou'],
    ['nite', 'night'],
    ['fone', 'phone'],
    ['tomorow', 'tomorrow'],
    ['nife', 'knife'],
    ['plees', 'please'],
  ] as const)
    t.equal(soundKey(typed), soundKey(meant), `${typed}, ${meant}`)
  t.not(soundKey('help'), soundKey('hello'))
  t.equal(soundKey('go'), null, 'too short')
  t.end()
})
