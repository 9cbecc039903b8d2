import { PUBLISHED_CLIPS } from '#src/clips/store/schema/published-clips.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { entriesOf, type Sign, type SignEntry, typoKeys } from '../rules/dictionary.ts'
import { soundKey } from '../rules/sound-key.ts'

/** A row as the queries below return it: lists are never null. */
export interface Row extends Omit<Sign, 'partOfSpeech' | 'otherHandshape' | 'reviewedBy' | 'reviewedAt'> {
  part_of_speech: string
  other_handshape: string | null
  reviewed_by: string | null
  reviewed_at: string | null
}

export const COLUMNS = `s.slug, s.gloss, s.english, coalesce(s.spanish, '{}') as spanish, s.part_of_speech, s.unit, s.lesson, s.usage,
  s.formation, s.handshape, s.other_handshape, s.location, s.movement, s.hands, s.mouth, s.notes,
  coalesce(s.related, '{}') as related, coalesce(s.confusable, '{}') as confusable, s.video, s.example, s.variants, s.signer,
  s.reviewed_by, s.reviewed_at::text as reviewed_at, s.transcript, ${PUBLISHED_CLIPS} as clips`

const bySlug = prepared<Row>('sign_by_slug', `select ${COLUMNS} from signs s where s.slug = $1`)

export const findSign = async (db: Queryable, slug: string): Promise<Sign | null> => {
  const [row] = await bySlug(db, [slug])
  return row ? toSign(row) : null
}

export const toSign = ({ part_of_speech, other_handshape, reviewed_by, reviewed_at, ...row }: Row): Sign => ({
  ...row,
  partOfSpeech: part_of_speech,
  otherHandshape: other_handshape,
  reviewedBy: reviewed_by,
  reviewedAt: reviewed_at,
})

const AT_ONCE = 5000

/** Replaces all signs with these, given in course order. */
export const replaceSigns = async (tx: Tx, signs: SignEntry[]): Promise<void> => {
  for (const table of ['signs', 'sign_terms', 'sign_slips']) await tx.client.query(`delete from ${table}`)
  const words = new Set<string>()
  const pairs = new Set<string>()
  for (let from = 0; from < signs.length; from += AT_ONCE) {
    const some = signs.slice(from, from + AT_ONCE).map((sign, i) => ({ ...sign, id: from + i + 1 }))
    await insert(tx, 'signs', some.map(wireSign))
    const entries = some.flatMap(sign => entriesOf(sign).map(e => ({ ...e, sign_id: sign.id })))
    await insert(tx, 'sign_terms', entries)
    for (const { text } of entries) {
      const [first = '', second] = text.split(' ', 2)
      words.add(first)
      if (second) pairs.add(`${first} ${second}`)
    }
  }
  const slips = [
    ...[...words].flatMap(word => typoKeys(word).map(key => ({ key, word }))),
    ...[...words, ...pairs].flatMap(bySound),
  ]
  for (let from = 0; from < slips.length; from += AT_ONCE * 10)
    await insert(tx, 'sign_slips', slips.slice(from, from + AT_ONCE * 10))
}

/** The key by sound of a word, or of two words written as one: 'tankyou' finds 'thank you'. */
const bySound = (word: string): { key: string; word: string }[] => {
  const key = soundKey(word.replace(' ', ''))
  return key ? [{ key, word }] : []
}

/** Inserts rows in one statement. Their property names are column names. */
const insert = (tx: Tx, table: 'signs' | 'sign_terms' | 'sign_slips', rows: object[]) =>
  tx.client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ])

const wireSign = ({ partOfSpeech, otherHandshape, reviewedBy, reviewedAt, ...rest }: SignEntry & { id: number }) => ({
  ...rest,
  part_of_speech: partOfSpeech,
  other_handshape: otherHandshape,
  reviewed_by: reviewedBy,
  reviewed_at: reviewedAt,
})
