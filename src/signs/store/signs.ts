import type { Queryable, Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRow, queryRows, queryValues } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { entriesOf, type Sign, type SignEntry } from '../rules/dictionary.ts'
import { columnOf, entryFieldNames } from '../rules/entry-fields.ts'
import { guessedWords, slipsOf } from '../rules/search-words.ts'
import { type ListedSign, lackable, type signStates } from '../rules/sign-changes.ts'
import { PUBLISHED_CLIPS } from './schema/clips.ts'

/** The columns of a sign `s`. Lists are never null. */
export const COLUMNS = `s.slug, s.gloss, s.english, coalesce(s.spanish, '{}') as spanish, s.part_of_speech as "partOfSpeech", s.unit, s.lesson, s.usage,
  s.formation, s.handshape, s.other_handshape as "otherHandshape", s.location, s.movement, s.hands, s.mouth, s.notes,
  coalesce(s.related, '{}') as related, coalesce(s.confusable, '{}') as confusable, s.video, s.example, s.variants, s.signer,
  s.reviewed_by as "reviewedBy", s.reviewed_at::text as "reviewedAt", s.transcript, s.picture, ${PUBLISHED_CLIPS} as clips`

export const findSign = queryRow<Sign, [slug: string]>(
  'sign_by_slug',
  `select ${COLUMNS} from signs s where s.slug = $1`,
)

/** Counts the lists of teachers that have a sign, and the other entries that name it. */
export const countMentions = queryRow<{ lists: number; entries: number }, [slug: string, gloss: string]>(
  'sign_mentions',
  `select (select count(*)::int from sign_lists l where $1 = any(l.signs)) as lists,
     (select count(*)::int from signs o where $2 = any(o.related) or $2 = any(o.confusable)) as entries`,
)

/** Lists all signs, in the order of the course. */
export const listAllSigns = queryRows<Sign>('sign_list', `select ${COLUMNS} from signs s order by s.id`)

export const listSignsNamed = queryRows<Sign, [slugs: string[]]>(
  'signs_by_slug',
  `select ${COLUMNS} from signs s where s.slug = any($1)`,
)

/** Returns those of the glosses that the dictionary has. */
export const listKnownGlosses = queryValues<string, [glosses: string[]]>(
  'sign_glosses',
  'select gloss as value from signs where gloss = any($1)',
)

/** Lists the handshapes that entries name. Only a signer or a publisher's file says which hand a sign is made with. */
export const listHandshapes = queryValues<string>(
  'sign_handshapes',
  'select distinct handshape as value from signs where handshape is not null order by 1',
)

const AT_ONCE = 5000
/** Distance of the ids of neighbours, so that an added sign fits in behind its lesson. */
const STEP = 1000

/** Replaces all signs with these, given in course order. */
export const replaceSigns = async (tx: Tx, signs: SignEntry[]): Promise<void> => {
  for (const table of ['signs', 'sign_terms', 'sign_slips']) await tx.client.query(`delete from ${table}`)
  const words = new Set<string>()
  for (let from = 0; from < signs.length; from += AT_ONCE) {
    const some = signs.slice(from, from + AT_ONCE).map((sign, i) => ({ ...sign, id: (from + i + 1) * STEP }))
    await insert(tx, 'signs', some.map(rowOf))
    const entries = some.flatMap(sign => entriesOf(sign).map(e => ({ ...e, sign_id: sign.id })))
    await insert(tx, 'sign_terms', entries)
    for (const word of wordsOf(entries)) words.add(word)
  }
  const slips = [...words].flatMap(slipsOf)
  for (let from = 0; from < slips.length; from += AT_ONCE * 10)
    await insert(tx, 'sign_slips', slips.slice(from, from + AT_ONCE * 10))
}

/** Inserts rows in one statement. Their property names are column names. */
const insert = (tx: Tx, table: 'signs' | 'sign_terms' | 'sign_slips', rows: object[], onConflict = '') =>
  tx.client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) ${onConflict}`, [
    JSON.stringify(rows),
  ])

const CHANGED = entryFieldNames.map(columnOf).join(', ')

/** Saves the fields of a sign that staff may change, and makes its new words searchable. One at a time: `lockContent`. */
export const updateSign = async (tx: Tx, sign: SignEntry): Promise<void> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `update signs set (${CHANGED}) = (select ${CHANGED} from jsonb_populate_record(null::signs, $2))
     where slug = $1 returning id`,
    [sign.slug, JSON.stringify(rowOf({ ...sign, id: 0 }))],
  )
  const id = rows[0]!.id
  const before = await deleteTerms(tx, id)
  await insertTerms(tx, id, sign)
  await deleteUnusedWords(tx, before)
}

/** Adds a sign at the end of its lesson, or else of its unit. Before the next import it may be at the end of all. */
export const insertSign = async (tx: Tx, sign: SignEntry): Promise<void> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `with place as (select coalesce(max(id) filter (where lesson = $1), max(id) filter (where unit <= $2), 0) + 1 as id,
       coalesce(max(id), 0) + 1 as last from signs)
     select case when exists (select from signs s where s.id = place.id) then last else place.id end as id from place`,
    [sign.lesson, sign.unit],
  )
  const id = rows[0]!.id
  await insert(tx, 'signs', [rowOf({ ...sign, id })])
  await insertTerms(tx, id, sign)
}

/** Removes a sign, its search terms, and its gloss from the related signs of others. */
export const deleteSign = async (tx: Tx, slug: string): Promise<void> => {
  const { rows } = await tx.client.query<{ id: number; gloss: string }>(
    'delete from signs where slug = $1 returning id, gloss',
    [slug],
  )
  const [gone] = rows
  if (!gone) return
  await deleteUnusedWords(tx, await deleteTerms(tx, gone.id))
  await tx.client.query(
    `update signs set related = array_remove(related, $1), confusable = array_remove(confusable, $1)
     where $1 = any(related) or $1 = any(confusable)`,
    [gone.gloss],
  )
}

/** Deletes the search terms of a sign, and returns their words. */
const deleteTerms = async (tx: Tx, id: number): Promise<string[]> => {
  const { rows } = await tx.client.query<{ text: string }>('delete from sign_terms where sign_id = $1 returning text', [
    id,
  ])
  return wordsOf(rows)
}

const insertTerms = async (tx: Tx, id: number, sign: SignEntry): Promise<void> => {
  const entries = entriesOf(sign).map(entry => ({ ...entry, sign_id: id }))
  await insert(tx, 'sign_terms', entries)
  await insert(tx, 'sign_slips', wordsOf(entries).flatMap(slipsOf), 'on conflict do nothing')
}

const deleteUnusedWords = async (tx: Tx, words: string[]): Promise<void> => {
  const unused = await listUnusedWords(tx, words)
  await tx.client.query(
    `delete from sign_slips k using jsonb_populate_recordset(null::sign_slips, $1) old where k.key = old.key and k.word = old.word`,
    [JSON.stringify(unused.flatMap(slipsOf))],
  )
}

/** Returns those of the words that no term begins with. */
const listUnusedWords = queryValues<string, [words: string[]]>(
  'sign_words_unused',
  `select word as value from unnest($1::text[]) as given(word) where not exists (
     select from sign_terms t where t.text = word or (t.text >= word || ' ' and t.text < word || '!'))`,
)

/** Lists the words and pairs of words that a misspelled search may mean, each once. */
const wordsOf = (entries: { text: string }[]): string[] => [
  ...new Set(entries.flatMap(({ text }) => guessedWords(text))),
]

/** Returns a sign with the names of its columns. */
const rowOf = (sign: SignEntry & { id: number }) =>
  Object.fromEntries(Object.entries(sign).map(([field, value]) => [columnOf(field), value]))

const LATEST = `(select k.id, k.state, k.withdraws from sign_changes k
  where k.sign = s.slug and k.state <> 'draft' order by k.id desc limit 1)`

const STATES: Record<keyof typeof signStates, string> = {
  waiting: "k.state = 'waiting'",
  sent_back: "k.state = 'sent_back'",
  approved: "k.state = 'approved'",
  untouched: 'k.id is null',
}

const WORDS = `s.gloss || ' ' || array_to_string(s.english, ' ') || ' ' || array_to_string(coalesce(s.spanish, '{}'), ' ')`

/** Lists the entries of the dictionary, each with the state of its latest change. */
export const listSignRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedSign>> => {
  const values = new SqlValues()
  const { unit = '', state = '', lacks } = query.filters
  return listRows<ListedSign>(
    db,
    {
      select: `${COLUMNS}, k.id as "changeId", k.state, coalesce(k.withdraws, false) as withdraws`,
      from: `signs s left join lateral ${LATEST} k on true`,
      where: [
        hasWords(WORDS, query.words, values),
        /^\d{1,2}$/.test(unit) ? `s.unit = ${values.add(Number(unit))}` : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
        lacksField(lacks),
      ],
      id: 's.id',
      sorts: {
        course: { by: 's.id', kind: 'number' },
        gloss: { by: 's.gloss', kind: 'text' },
        newest: { by: 'coalesce(k.id, 0)', kind: 'number', descends: true },
      },
      values,
    },
    query,
  )
}

/** SQL condition that a field is empty: null, an empty text or an empty list. */
const lacksField = (name: string | undefined): string | null => {
  const field = lackable.find(each => each === name)
  return field ? `coalesce(s.${columnOf(field)}::text, '') in ('', '{}')` : null
}
