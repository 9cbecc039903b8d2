import { entriesOf, PAGE_SIZE, type Search, type Sign, slipKeys } from '../../domain/dictionary.ts'
import { prepared, type Queryable, type Tx } from '../db.ts'

interface Row {
  slug: string
  gloss: string
  english: string[]
  part_of_speech: string
  unit: number
  lesson: string
  usage: string
  formation: string | null
  video: string | null
  variants: string[]
  signer: string | null
  reviewed_by: string | null
  reviewed_at: string | null
  transcript: string | null
}

const COLUMNS = `s.slug, s.gloss, s.english, s.part_of_speech, s.unit, s.lesson, s.usage, s.formation, s.video, s.variants, s.signer,
  s.reviewed_by, s.reviewed_at::text as reviewed_at, s.transcript`

/**
 * Every kind of search in one statement. `asked` holds all that was typed (0) and, if there are several, its words (1 …).
 * Whatever begins with one of them is one range of sign_terms. A sign is hit when all that was typed begins a part of a
 * term, or when each of the words does. Best first: the term itself, a term that begins with these words, the words
 * inside a term, the letters at the beginning of a term, inside one, scattered words; then the shortest; then the order
 * of the course. Only where nothing is hit, `meant` looks for words that are one slip of the hand away, or two where a
 * long word shares all but one letter.
 */
const search = prepared<Row & { total: number; guessed: boolean }>(
  'sign_search',
  `with asked as (
  select (n - 1)::int as i, word from unnest($1::text[]) with ordinality as a(word, n)
), hits as materialized (
  select sign_id, min(rank) as rank from (
    select t.sign_id, a.i, length(t.text) + 1000 * case
      when a.i > 0 then 5
      when t.text = a.word then t.place * 2
      when starts_with(t.text, a.word || ' ') then t.place + 1
      else t.place + 3 end as rank
    from asked a join sign_terms t on t.text >= a.word and t.text < a.word || chr(1114111)
  ) found where rank < $2 group by sign_id
  having bit_or(1 << i) & 1 = 1 or bit_or(1 << i) = $3
  union all
  select id, 0 from signs where unit = $4 and ($5::text is null or lesson = $5)
), shared as (
  select distinct k.i, a.word as typed, s.word
  from unnest($6::text[], $7::int[]) as k(key, i) join asked a on a.i = k.i join sign_slips s on s.key = k.key
  where not exists (select from hits)
), meant as (
  select i, word, slips from (
    select i, typed, word, case
      when word = typed then 0
      when length(word) <> length(typed) then 1
      when (select count(*) from generate_series(1, length(word)) n where substr(word, n, 1) <> substr(typed, n, 1)) <= 2 then 1
      else 2 end as slips
    from shared) measured where slips < 2 or length(typed) > 5
), guesses as (
  select t.sign_id, max(m.slips) * 10000 + min(t.place) * 1000 + min(length(t.text)) as rank
  from meant m join sign_terms t on t.text >= m.word and t.text < m.word || '!'
  group by t.sign_id having bit_or(1 << m.i) = $8
), page as (
  select sign_id, rank, guessed, count(*) over () as total
  from (select sign_id, rank, false as guessed from hits union all select sign_id, rank, true from guesses) all_of_them
  order by rank, sign_id limit $9 offset $10
)
select ${COLUMNS}, page.guessed, page.total::int as total from page join signs s on s.id = page.sign_id order by page.rank, page.sign_id`,
)

const bySlug = prepared<Row>('sign_by_slug', `select ${COLUMNS} from signs s where s.slug = $1`)

const PHRASE_RANKS = 3000
const ALL_RANKS = 1_000_000

/** The bits of the words 1 to n, or of all that was typed where it is one word. */
const bits = (words: number): number => (words === 1 ? 1 : 2 ** (words + 1) - 2)

export interface Found {
  signs: Sign[]
  total: number
  /** Nothing is spelled like that: these are what may have been meant. */
  guessed: boolean
}

/** One page of what is found, best first; a unit is given whole. */
export const searchSigns = async (db: Queryable, asked: Search, page = 1): Promise<Found> => {
  if (asked.kind === 'nothing') return { signs: [], total: 0, guessed: false }
  const rows = await search(db, asked.kind === 'unit' ? unitValues(asked) : wordValues(asked, page))
  return { signs: rows.map(toSign), total: rows[0]?.total ?? 0, guessed: rows[0]?.guessed ?? false }
}

const unitValues = ({ unit, lesson }: Search & { kind: 'unit' }) => [[], 0, 0, unit, lesson, [], [], 0, null, 0]

const wordValues = ({ kind, whole, words }: Search & { kind: 'words' | 'phrase' }, page: number) => {
  const phrase = kind === 'phrase'
  const asked = words.length === 1 || phrase ? [whole] : [whole, ...words]
  // Where a slip is looked for: in each word, or in the only one.
  const slips = phrase ? [] : words.map((word, n) => ({ i: words.length === 1 ? 0 : n + 1, keys: slipKeys(word) }))
  return [
    asked,
    phrase ? PHRASE_RANKS : ALL_RANKS,
    phrase ? 1 : bits(words.length),
    null,
    null,
    slips.flatMap(s => s.keys),
    slips.flatMap(s => s.keys.map(() => s.i)),
    bits(words.length),
    PAGE_SIZE,
    (page - 1) * PAGE_SIZE,
  ]
}

export const findSign = async (db: Queryable, slug: string): Promise<Sign | null> => {
  const [row] = await bySlug(db, [slug])
  return row ? toSign(row) : null
}

const toSign = (row: Row): Sign => ({
  slug: row.slug,
  gloss: row.gloss,
  english: row.english,
  partOfSpeech: row.part_of_speech,
  unit: row.unit,
  lesson: row.lesson,
  usage: row.usage,
  formation: row.formation,
  video: row.video,
  variants: row.variants,
  signer: row.signer,
  reviewedBy: row.reviewed_by,
  reviewedAt: row.reviewed_at,
  transcript: row.transcript,
})

const AT_ONCE = 5000

/** Puts these signs, in the order of the course, in place of all that were there. */
export const replaceSigns = async (tx: Tx, signs: Sign[]): Promise<void> => {
  for (const table of ['signs', 'sign_terms', 'sign_slips']) await tx.client.query(`delete from ${table}`)
  const words = new Set<string>()
  for (let from = 0; from < signs.length; from += AT_ONCE) {
    const some = signs.slice(from, from + AT_ONCE).map((sign, i) => ({ ...sign, id: from + i + 1 }))
    await insert(tx, 'signs', some.map(wireSign))
    const entries = some.flatMap(sign => entriesOf(sign).map(e => ({ ...e, sign_id: sign.id })))
    await insert(tx, 'sign_terms', entries)
    for (const { text } of entries) words.add(text.split(' ', 1)[0] ?? '')
  }
  const slips = [...words].flatMap(word => slipKeys(word).map(key => ({ key, word })))
  for (let from = 0; from < slips.length; from += AT_ONCE * 10)
    await insert(tx, 'sign_slips', slips.slice(from, from + AT_ONCE * 10))
}

/** Many rows in one statement, by the names of their columns. */
const insert = (tx: Tx, table: 'signs' | 'sign_terms' | 'sign_slips', rows: object[]) =>
  tx.client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ])

const wireSign = ({ partOfSpeech, reviewedBy, reviewedAt, ...rest }: Sign & { id: number }) => ({
  ...rest,
  part_of_speech: partOfSpeech,
  reviewed_by: reviewedBy,
  reviewed_at: reviewedAt,
})
