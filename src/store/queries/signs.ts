import { entriesOf, type Match, PAGE_SIZE, type Search, type Sign, slipKeys } from '../../domain/dictionary.ts'
import { baseForms, splits } from '../../domain/word-forms.ts'
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
 * Every kind of search in one statement. `asked` holds all that was typed (0) and its words (1 …). Whatever begins with
 * one of them is one range of sign_terms. A sign is hit when all that was typed begins a part of a term, or when each of
 * the words does. Best first: the term itself, a term that begins with these words, the words inside a term, the letters
 * at the beginning of a term, inside one, scattered words; then the gloss before its meanings, and the shortest.
 *
 * Only where nothing is hit: `meant` looks for words that each typed word is another form of ($11), that are one slip of
 * the hand away, or two where a long word shares all but one letter and is a form of nothing we have. Signs for all of them come alone; where there is
 * none, those for most of the words.
 */
const search = prepared<Row & { total: number; match: number }>(
  'sign_search',
  `with asked as (
  select (n - 1)::int as i, word from unnest($1::text[]) with ordinality as a(word, n)
), hits as materialized (
  select sign_id, min(rank) as rank from (
    select t.sign_id, a.i, length(t.text) + (t.place >> 1) * 4 + 1000 * case
      when a.i > 0 then 5
      when t.text = a.word then (t.place & 1) * 2
      when starts_with(t.text, a.word || ' ') then (t.place & 1) + 1
      else (t.place & 1) + 3 end as rank
    from asked a join sign_terms t on t.text >= a.word and t.text < a.word || chr(1114111)
  ) found where rank < $2 group by sign_id
  having bit_or(1 << i) & 1 = 1 or bit_or(1 << i) = $3
  union all
  select id, 0 from signs where unit = $4 and ($5::text is null or lesson = $5)
), shared as (
  select distinct k.i, a.word as typed, s.word
  from unnest($6::text[], $7::int[]) as k(key, i) join asked a on a.i = k.i join sign_slips s on s.key = k.key
  where not exists (select from hits)
), measured as (
  select i, word, length(typed) as letters, case
    when word = typed then 0
    when length(word) <> length(typed) then 2
    when (select count(*) from generate_series(1, length(word)) n where substr(word, n, 1) <> substr(typed, n, 1)) <= 2 then 2
    else 3 end as slips
  from shared
  union all
  select i, word, 0, 1 from unnest($11::text[], $12::int[]) as other(word, i)
  where not exists (select from hits) and exists (select from sign_terms t where t.text >= word and t.text < word || '!')
), meant as (
  select i, word, slips from (select *, min(slips) over (partition by i) as least from measured) m
  where slips = 0 or least > 0 and (slips < 3 or least > 1 and letters > 5)
), guesses as materialized (
  select sign_id, sum(rank) as rank, count(*) as words, bit_or(1 << i) & 1 = 1 or bit_or(1 << i) = $8 as complete
  from (
    select t.sign_id, m.i, min(m.slips * 1000 + (t.place & 1) * 300 + (t.place >> 1) * 4 + length(t.text)) as rank
    from meant m join sign_terms t on t.text >= m.word and t.text < m.word || '!'
    group by t.sign_id, m.i
  ) each_word group by sign_id
), page as (
  select sign_id, match, words, rank, count(*) over () as total
  from (
    select sign_id, 0 as match, 0 as words, rank from hits
    union all
    select sign_id, case when complete then 1 else 2 end, words, rank from guesses
    where complete or not exists (select from guesses where complete)
  ) all_of_them
  order by words desc, rank, sign_id limit $9 offset $10
)
select ${COLUMNS}, page.match, page.total::int as total from page join signs s on s.id = page.sign_id
order by page.words desc, page.rank, page.sign_id`,
)

const bySlug = prepared<Row>('sign_by_slug', `select ${COLUMNS} from signs s where s.slug = $1`)

const PHRASE_RANKS = 3000
const ALL_RANKS = 1_000_000

/** The bits of the words 1 to n. */
const bits = (words: number): number => 2 ** (words + 1) - 2

const matches: Match[] = ['exact', 'near', 'parts']

export interface Found {
  signs: Sign[]
  total: number
  match: Match
}

/** One page of what is found, best first; a unit is given whole. */
export const searchSigns = async (db: Queryable, asked: Search, page = 1): Promise<Found> => {
  if (asked.kind === 'nothing') return { signs: [], total: 0, match: 'exact' }
  const rows = await search(db, asked.kind === 'unit' ? unitValues(asked) : wordValues(asked, page))
  return { signs: rows.map(toSign), total: rows[0]?.total ?? 0, match: matches[rows[0]?.match ?? 0] ?? 'exact' }
}

const unitValues = ({ unit, lesson }: Search & { kind: 'unit' }) => [[], 0, 0, unit, lesson, [], [], 0, null, 0, [], []]

const wordValues = ({ kind, whole, words }: Search & { kind: 'words' | 'phrase' }, page: number) => {
  const phrase = kind === 'phrase'
  // One word alone is all that was typed; several stand beside it.
  const single = words.length === 1 && words[0] === whole
  const asked = single || phrase ? [whole] : [whole, ...words]
  const all = single || phrase ? 1 : bits(words.length)
  const places = words.map((word, n) => ({ word, i: single ? 0 : n + 1 }))
  const keys = phrase ? [] : places.flatMap(({ word, i }) => slipKeys(word).map(key => ({ key, i })))
  const others = phrase
    ? []
    : places.flatMap(({ word, i }) => [...baseForms(word), ...splits(word)].map(form => ({ form, i })))
  if (!phrase && words.length > 1) others.push({ form: whole.replaceAll(' ', ''), i: 0 })
  return [
    asked,
    phrase ? PHRASE_RANKS : ALL_RANKS,
    all,
    null,
    null,
    keys.map(k => k.key),
    keys.map(k => k.i),
    all,
    PAGE_SIZE,
    (page - 1) * PAGE_SIZE,
    others.map(o => o.form),
    others.map(o => o.i),
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
