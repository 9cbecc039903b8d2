import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { handFiles } from '#src/signs/rules/fingerspelling/hand-files.ts'
import { playbackOf } from '#src/signs/rules/fingerspelling/playback.ts'
import { poseOf } from '#src/signs/rules/fingerspelling/poses.ts'
import { strokesOf } from '#src/signs/rules/fingerspelling/sketch.ts'
import { characters, spell } from '#src/signs/rules/fingerspelling/spelling.ts'
import texts from '#src/texts/en/pages/fingerspelling.ts'
import { root } from '../support/app.ts'

const fileOf = (address: string) => readFileSync(join(root, 'client/public', address.replace(/\?.*/, '')), 'utf8')
const symbolsIn = (file: string) => new Set([...file.matchAll(/<symbol id="(\w+)"/g)].map(m => m[1]))

t.test('every letter and number has a pose, words, and a drawing from each side', t => {
  t.equal(characters.length, 36)
  for (const character of characters) t.match(texts.letters[character], /^[A-Z].{20,}\.$/)
  for (const [side, address] of Object.entries(handFiles)) {
    const symbols = symbolsIn(fileOf(address))
    for (const character of characters) t.ok(symbols.has(character), `${character}, ${side}`)
  }
  t.end()
})

t.test('moving letters have a drawing for each moment', t => {
  for (const address of Object.values(handFiles)) {
    const symbols = symbolsIn(fileOf(address))
    for (const { drawing } of playbackOf(spell('JZ').letters, 1, false)) t.ok(symbols.has(drawing ?? ''), `${drawing}`)
  }
  t.end()
})

t.test('a hand between any two letters can be drawn from each side', t => {
  for (const from of characters)
    for (const to of characters)
      for (const side of Object.keys(handFiles)) {
        const paths = strokesOf(poseOf(from, to, 0.5), side).map(({ path }) => path)
        if (!paths.every(path => /^M-?\d+ -?\d+(L-?\d+ -?\d+)+z?$/.test(path))) t.fail(`${from} to ${to}, ${side}`)
      }
  t.end()
})

t.test('an address changes with its drawings, which browsers keep for a year', t => {
  for (const address of Object.values(handFiles)) {
    const hash = createHash('sha256').update(fileOf(address)).digest('hex').slice(0, 8)
    t.equal(address.split('?')[1], hash, address)
  }
  t.end()
})

t.test('drawings have flat fills that a page may choose, and no script', t => {
  for (const address of Object.values(handFiles)) {
    const file = fileOf(address)
    t.match(file, 'var(--hand-skin,')
    t.notMatch(file, /<script|href|style=|on\w+=/)
    t.ok(file.length < 500_000, `${address}: ${file.length} bytes`)
  }
  t.end()
})
