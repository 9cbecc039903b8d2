import type { Queryable } from '#src/core/db/db.ts'
import { preparedByName } from '#src/core/db/statements.ts'
import { type Match, PAGE_SIZE, type Search, type Sign, typoKeys } from '../rules/dictionary.ts'
import { baseForms, COMMON_WORDS, soundKey, splits } from '../rules/search-words.ts'
import { COLUMNS } from './signs.ts'

/**
 * Every kind of search is one statement. Its parts, for the example 'big famly' (a letter is missing):
 *
 * `asked`    0 'big famly', 1 'big', 2 'famly': the whole input, and its words by number.
 * `hits`     Signs with a term that starts with 0, or with terms for both 1 and 2. Empty here: no term has 'famly'.
 * `shared`   Dictionary words equal to a typed word after removing one letter, or by sound: 'big' for 1, 'family' for 2.
 * `measured` Distance of each: 0 equal ('big'), 2 one typo ('family'), 3 two typos; 1 sounds the same, such as 'school'
 *            for 'skool', or is another form of a word, such as 'run' for 'running', which is looked up.
 * `meant`    The words kept: 'big' for 1, 'family' for 2.
 * `guesses`  Signs with terms that start with them: LARGE for 1, FAMILY and RELATIVES for 2. None matches both words.
 * `page`     The hits, or else guesses that match all words, or else guesses that match most: these three.
 */
type Values = {
  /** The rows of `asked` in order. A single word is the whole input and appears once. */
  typed: string[]
  /** Bits of the word numbers that must match together when the whole input does not: 0b110 for two words. */
  together: number
  /** Bits of the words that are in many sentences, so their signs come after the others. */
  common: number
  /** Hits of this rank or higher do not count: for a phrase, words that are not adjacent. */
  below: number
  unit: number | null
  lesson: string | null
  handshape: string | null
  /** Typo keys and other word forms, each with the number of its word. */
  slips: string[]
  slipOf: number[]
  forms: string[]
  formOf: number[]
  most: number | null
  skip: number
}

const NOTHING: Values = {
  typed: [],
  together: 0,
  common: 0,
  below: 0,
  unit: null,
  lesson: null,
  handshape: null,
  slips: [],
  slipOf: [],
  forms: [],
  formOf: [],
  most: null,
  skip: 0,
}

/** SQL condition for a prefix, as one index range. For a whole word the range ends before '!'. */
const begins = (text: string, letters: string, last = 'chr(1114111)') =>
  `${text} >= ${letters} and ${text} < ${letters} || ${last}`
const beginsWithWord = (text: string, word: string) => begins(text, word, "'!'")

/** SQL condition: the whole input or every word matched. */
const isComplete = `bit_or(1 << i) & 1 = 1 or bit_or(1 << i) = (select together from search)`

/**
 * Ranks hits, best first: the exact term, a term starting with these words, the words inside a term, the letters at the
 * start of a term, the letters inside one, scattered words, their letters. Then the gloss before its meanings (the term's place,
 * doubled), and shorter terms first. For a single letter all glosses come before all meanings.
 */
const HITS = `select sign_id, min(rank) as rank from (
    select t.sign_id, a.i, length(t.text) + (t.place >> 1) * 4
      + case when length(a.word) = 1 and t.place > 1 then 500 else 0 end + 1000 * case
      when a.i > 0 and t.text <> a.word and not starts_with(t.text, a.word || ' ') then 7
      when a.i > 0 then (t.place & 1) + 5
      when t.text = a.word then (t.place & 1) * 2
      when starts_with(t.text, a.word || ' ') then (t.place & 1) + 1
      else (t.place & 1) + 3 end as rank
    from asked a join sign_terms t on ${begins('t.text', 'a.word')}
  ) found where rank < (select below from search) group by sign_id having ${isComplete}
  union all
  select s.id, 0 from search p join signs s on s.unit = p.unit and (p.lesson is null or s.lesson = p.lesson)
  union all
  select s.id, 0 from search p join signs s on lower(p.handshape) in (lower(s.handshape), lower(s.other_handshape))
  where p.handshape is not null`

const SHARED = `select k.i, a.word as typed, s.word, bool_or(starts_with(k.key, '~')) as sounds
  from search p cross join unnest(p.slips, p.slip_of) as k(key, i) join asked a on a.i = k.i join sign_slips s on s.key = k.key
  where not exists (select from hits) group by k.i, a.word, s.word`

const MEASURED = `select i, word, length(typed) as letters, case
    when word = typed then 0
    when sounds then 1
    when length(word) <> length(typed) then 2
    when (select count(*) + count(*) filter (where position(substr(word, n, 1) in typed) = 0)
      from generate_series(1, length(word)) n where substr(word, n, 1) <> substr(typed, n, 1)) <= 2 then 2
    else 3 end as slips
  from shared
  union all
  select i, word, 0, 1 from search p cross join unnest(p.forms, p.form_of) as other(word, i)
  where not exists (select from hits) and exists (select from sign_terms t where ${beginsWithWord('t.text', 'word')})`

/**
 * An exact spelling needs no guess. Two typos are allowed only in a long word without a better match. In a word of the same length, two
 * other letters are one typo only if they are swapped.
 */
const MEANT = `select i, word, slips from (select *, min(slips) over (partition by i) as least from measured) m
  where slips = 0 or least > 0 and (slips < 3 or least > 1 and letters > 5)`

const GUESSES = `select sign_id, sum(rank) as rank, count(*) as words, ${isComplete} as complete
  from (
    select t.sign_id, m.i, min(m.slips * 1000 + (p.common >> m.i & 1) * 1500
      + (t.place & 1) * 300 + (t.place >> 1) * 4 + length(t.text)) as rank
    from search p cross join meant m join sign_terms t on ${beginsWithWord('t.text', 'm.word')}
    group by t.sign_id, m.i
  ) each_word group by sign_id`

const FOUND = `select sign_id, 0 as match, 0 as words, rank from hits
    union all
    select sign_id, case when complete then 1 else 2 end, words, rank from guesses
    where complete or not exists (select from guesses where complete)`

const search = preparedByName<Sign & { total: number; match: number }, Values>(
  'sign_search',
  `with search as (
  select $1::text[] as typed, $2::int as together, $3::int as below, $4::int as unit, $5::text as lesson,
    $6::text[] as slips, $7::int[] as slip_of, $8::text[] as forms, $9::int[] as form_of, $10::int as most, $11::int as skip,
    $12::text as handshape, $13::int as common
), asked as (
  select (n - 1)::int as i, word from search p cross join unnest(p.typed) with ordinality as a(word, n)
), hits as materialized (
  ${HITS}
), shared as (
  ${SHARED}
), measured as (
  ${MEASURED}
), meant as (
  ${MEANT}
), guesses as materialized (
  ${GUESSES}
), page as (
  select sign_id, match, words, rank, count(*) over () as total
  from (
    ${FOUND}
  ) all_of_them
  order by words desc, rank, sign_id limit (select most from search) offset (select skip from search)
)
select ${COLUMNS}, page.match, page.total::int as total from page join signs s on s.id = page.sign_id
order by page.words desc, page.rank, page.sign_id`,
)

const matches: Match[] = ['exact', 'near', 'parts']

export interface Found {
  signs: Sign[]
  total: number
  match: Match
}

/** Returns one page of matches, best first. A unit search returns all its signs. */
export const searchSigns = async (db: Queryable, asked: Search, page = 1): Promise<Found> => {
  if (asked.kind === 'nothing') return { signs: [], total: 0, match: 'exact' }
  const rows = await search(db, valuesOf(asked, page))
  return {
    signs: rows.map(({ total: _total, match: _match, ...sign }) => sign),
    total: rows[0]?.total ?? 0,
    match: matches[rows[0]?.match ?? 0] ?? 'exact',
  }
}

const valuesOf = (asked: Exclude<Search, { kind: 'nothing' }>, page: number): Values => {
  if (asked.kind === 'unit') return { ...NOTHING, unit: asked.unit, lesson: asked.lesson }
  if (asked.kind === 'handshape') return { ...NOTHING, handshape: asked.handshape }
  return wordValues(asked, page)
}

const bitsOf = (numbered: { i: number }[]): number => numbered.reduce((bits, { i }) => bits | (1 << i), 0)

const PHRASE_RANKS = 3000
const ALL_RANKS = 1_000_000

const wordValues = ({ kind, whole, words }: Search & { kind: 'words' | 'phrase' }, page: number): Values => {
  const paged = { ...NOTHING, most: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE }
  // A quoted phrase is matched exactly, without typo search.
  if (kind === 'phrase') return { ...paged, typed: [whole], together: 1, below: PHRASE_RANKS }
  const isOne = words.length === 1 && words[0] === whole
  const numbered = words.map((word, n) => ({ word, i: isOne ? 0 : n + 1 }))
  const slips = numbered.flatMap(({ word, i }) =>
    [...typoKeys(word), soundKey(word) ?? []].flat().map(key => ({ key, i })),
  )
  const forms = numbered.flatMap(({ word, i }) => [...baseForms(word), ...splits(word)].map(form => ({ form, i })))
  // 'ice cream' may be written as one word in the dictionary.
  if (words.length > 1) forms.push({ form: whole.replaceAll(' ', ''), i: 0 })
  return {
    ...paged,
    typed: isOne ? [whole] : [whole, ...words],
    together: bitsOf(numbered),
    common: bitsOf(numbered.filter(({ word }) => COMMON_WORDS.has(word))),
    below: ALL_RANKS,
    slips: slips.map(s => s.key),
    slipOf: slips.map(s => s.i),
    forms: forms.map(f => f.form),
    formOf: forms.map(f => f.i),
  }
}
