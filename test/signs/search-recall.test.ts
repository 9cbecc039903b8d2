import t from 'tap'
import { readSearch } from '#src/signs/rules/dictionary.ts'
import { searchSigns } from '#src/signs/store/sign-search.ts'
import { chance, slip, slipKinds } from '../bench/signs.ts'
import { withContent } from '../support/content.ts'
import { freshDatabase } from '../support/database.ts'

const db = await freshDatabase(t)
const { signs } = await withContent(db)
const words = [...new Set(signs.flatMap(s => s.english).filter(e => /^[a-z]{5,}$/.test(e)))]
const found = async (typed: string) => (await searchSigns(db, readSearch(typed))).signs.slice(0, 10)

t.test('finds a word with one typo among the first ten', async t => {
  const next = chance(1)
  const shares: number[] = []
  for (const kind of slipKinds) {
    let hits = 0
    let all = 0
    while (all < 200) {
      const word = words[Math.floor(next() * words.length)]!
      const typed = slip(word, kind, next)
      if (typed === word) continue
      all++
      if ((await found(typed)).some(s => s.english.includes(word))) hits++
    }
    shares.push((hits / all) * 100)
    t.ok(hits / all >= 0.9, `${kind}: ${((hits / all) * 100).toFixed(1)} of 100`)
  }
  const mean = shares.reduce((a, b) => a + b) / shares.length
  t.ok(mean >= 98, `all kinds: ${mean.toFixed(1)} of 100`)
})

t.test('finds every first meaning among the first three, and lists a lesson completely', async t => {
  const missed: string[] = []
  for (const sign of signs) {
    const first = (await found(sign.english[0] ?? '')).slice(0, 3)
    if (!first.some(s => s.english.includes(sign.english[0] ?? ''))) missed.push(sign.gloss)
  }
  t.strictSame(missed, [])
  for (const lesson of ['1.1', '9.4', '18.4']) {
    const { signs: given } = await searchSigns(db, readSearch(`Unit ${lesson}`))
    t.strictSame(
      given.map(s => s.slug),
      signs.filter(s => s.lesson === lesson).map(s => s.slug),
    )
  }
})

t.test('finds the base word of a form, without distant guesses', async t => {
  const glosses = (await found('stories')).map(s => s.gloss)
  t.ok(glosses.includes('STORY'))
  t.notOk(glosses.includes('STRIPES'), 'two typos away, so a guess only for words that are not forms')
})
