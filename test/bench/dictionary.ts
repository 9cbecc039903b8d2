import { join } from 'node:path'
import { type Database, openDatabase } from '#src/core/db/db.ts'
import { migrateDatabase } from '#src/core/db/migrations.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { prepareJobs } from '#src/core/jobs/queue.ts'
import { readSearch, type SignEntry } from '#src/signs/rules/dictionary.ts'
import { searchSigns } from '#src/signs/store/sign-search.ts'
import { replaceSigns } from '#src/signs/store/signs.ts'
import { query, withName } from '../support/template.ts'
import { median } from './load.ts'
import type { Bench, Row } from './rows.ts'
import { chance, makeSigns, slip, slipKinds } from './signs.ts'

interface Dictionary {
  db: Database
  signs: SignEntry[]
}

const SIZES = [5_000, 100_000] as const
const migrations = join(import.meta.dirname, '../../migrations')

const makeDictionary = async (url: string, size: number): Promise<Dictionary> => {
  const name = `bench_signs_${size}`
  await query(url, `create database ${name}`)
  const db = await openDatabase({ databaseUrl: withName(url, name), dataDir: '' })
  await migrateDatabase(db, migrations, prepareJobs)
  const signs = makeSigns(size)
  await inTransaction(db, tx => replaceSigns(tx, signs))
  await db.client.query('analyze')
  return { db, signs }
}

let made: Promise<Dictionary[]> | undefined
const dictionaries = ({ databaseUrl }: Bench) => {
  made ??= Promise.all(SIZES.map(size => makeDictionary(databaseUrl, size)))
  return made
}

type Ask = (signs: SignEntry[], next: () => number) => string

const signOf: (...given: Parameters<Ask>) => SignEntry = (signs, next) => signs[Math.floor(next() * signs.length)]!
const wordOf: Ask = (signs, next) => {
  for (;;) {
    const word = signOf(signs, next).english[0]?.split(' ')[0] ?? ''
    if (word.length >= 5) return word
  }
}
const pairOf = (signs: SignEntry[], next: () => number): string[] => {
  for (;;) {
    const words = signOf(signs, next).english[0]?.split(' ') ?? []
    if (words.length === 2) return words
  }
}

/** Searches in equal parts. Units are searched by lesson, as a whole unit takes as long as its result is large. */
const kinds: Record<string, Ask> = {
  word: wordOf,
  prefix: (signs, next) => wordOf(signs, next).slice(0, 2 + Math.floor(next() * 3)),
  phrase: (signs, next) => `"${pairOf(signs, next).join(' ')}"`,
  'words in another order': (signs, next) => pairOf(signs, next).reverse().join(' '),
  sentence: (signs, next) => [1, 2, 3].map(() => wordOf(signs, next)).join(' '),
  lesson: (signs, next) => `Unit ${signOf(signs, next).lesson}`,
  typo: (signs, next) => slip(wordOf(signs, next), slipKinds[Math.floor(next() * 4)]!, next),
  nothing: (signs, next) => `zzqq${wordOf(signs, next)}`,
}

const timed = async ({ db, signs }: Dictionary, ask: Ask, next: () => number, amount: number): Promise<number> => {
  const asked = Array.from({ length: amount }, () => readSearch(ask(signs, next)))
  const times: number[] = []
  for (const search of asked) {
    const began = performance.now()
    await searchSigns(db, search)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** Median time of each kind of search, small and large dictionary in turn. */
const measureKinds = async (bench: Bench) => {
  const [small, large] = await dictionaries(bench)
  const amount = Math.max(10, bench.size.amount / 40)
  const rounds: Record<string, { small: number; large: number }>[] = []
  for (let round = -1; round < bench.size.rounds; round++) {
    const measured: Record<string, { small: number; large: number }> = {}
    for (const [kind, ask] of Object.entries(kinds))
      measured[kind] = {
        small: await timed(small!, ask, chance(round), amount),
        large: await timed(large!, ask, chance(round), amount),
      }
    if (round >= 0) rounds.push(measured)
  }
  return rounds
}
let measured: ReturnType<typeof measureKinds> | undefined
const allKinds = (bench: Bench) => {
  measured ??= measureKinds(bench)
  return measured
}

/** Percentage of words with one typo found among the first ten, by kind of typo. */
const measureRecall = async (bench: Bench): Promise<number[]> => {
  const [{ db, signs }] = (await dictionaries(bench)) as [Dictionary]
  const next = chance(1)
  const found: number[] = []
  for (const kind of slipKinds) {
    let hits = 0
    const amount = Math.max(50, bench.size.amount / 10)
    for (let n = 0; n < amount; ) {
      const word = wordOf(signs, next)
      const typed = slip(word, kind, next)
      if (typed === word) continue
      const { signs: shown } = await searchSigns(db, readSearch(typed))
      if (shown.slice(0, 10).some(s => s.english.some(e => e.split(' ').includes(word)))) hits++
      n++
    }
    found.push((hits / amount) * 100)
  }
  return found
}
let recall: ReturnType<typeof measureRecall> | undefined
const allRecall = (bench: Bench) => {
  recall ??= measureRecall(bench)
  return recall
}

/** Checks that prefixes, phrases and lessons find exactly the right signs. */
const exactness = async (bench: Bench): Promise<number> => {
  const [{ db, signs }] = (await dictionaries(bench)) as [Dictionary]
  const next = chance(2)
  const answer = async (typed: string) => {
    const search = readSearch(typed)
    const first = await searchSigns(db, search)
    const slugs = first.signs.map(s => s.slug)
    for (let page = 2; slugs.length < first.total; page++)
      slugs.push(...(await searchSigns(db, search, page)).signs.map(s => s.slug))
    return slugs.sort().join()
  }
  const expected = (test: (sign: SignEntry) => boolean) =>
    signs
      .filter(test)
      .map(s => s.slug)
      .sort()
      .join()
  let right = 0
  const amount = 20
  for (let n = 0; n < amount; n++) {
    const start = wordOf(signs, next).slice(0, 3)
    const phrase = pairOf(signs, next).join(' ')
    const { lesson } = signOf(signs, next)
    const began = await answer(start)
    if (began === expected(s => s.english.some(e => e.split(' ').some(w => w.startsWith(start))))) right++
    if ((await answer(`"${phrase}"`)) === expected(s => s.english.some(e => ` ${e} `.includes(` ${phrase} `)))) right++
    if ((await answer(`Unit ${lesson}`)) === expected(s => s.lesson === lesson)) right++
  }
  return right / (amount * 3)
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

export const dictionaryRows: Row[] = [
  {
    what: 'search among 100,000 signs, all kinds mixed',
    against: 'among 5,000',
    bar: { most: 5 },
    measure: async bench =>
      median(
        (await allKinds(bench)).map(round => {
          const times = Object.values(round)
          return sum(times.map(t => t.large)) / sum(times.map(t => t.small))
        }),
      ),
  },
  {
    what: 'the kind of search that grows most',
    against: 'the same among 5,000',
    bar: { most: 10 },
    measure: async bench => {
      const rounds = await allKinds(bench)
      return Math.max(...Object.keys(kinds).map(kind => median(rounds.map(r => r[kind]!.large / r[kind]!.small))))
    },
  },
  {
    what: 'typos found in the first ten, of a hundred',
    against: 'one letter missing, extra, wrong or swapped',
    bar: { least: 95 },
    measure: async bench => sum(await allRecall(bench)) / slipKinds.length,
  },
  {
    what: 'those of the worst class',
    against: 'the same',
    bar: { least: 90 },
    measure: async bench => Math.min(...(await allRecall(bench))),
  },
  {
    what: 'beginnings, phrases and lessons found exactly',
    against: 'looking at every sign',
    bar: { least: 1 },
    measure: exactness,
  },
]
