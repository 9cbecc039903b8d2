import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { entriesOf, type Sign, typoKeys } from '../rules/dictionary.ts'

export interface Row {
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

export const COLUMNS = `s.slug, s.gloss, s.english, s.part_of_speech, s.unit, s.lesson, s.usage, s.formation, s.video, s.variants, s.signer,
  s.reviewed_by, s.reviewed_at::text as reviewed_at, s.transcript`

const bySlug = prepared<Row>('sign_by_slug', `select ${COLUMNS} from signs s where s.slug = $1`)

export const findSign = async (db: Queryable, slug: string): Promise<Sign | null> => {
  const [row] = await bySlug(db, [slug])
  return row ? toSign(row) : null
}

export const toSign = (row: Row): Sign => ({
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

/** Replaces all signs with these, given in course order. */
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
  const slips = [...words].flatMap(word => typoKeys(word).map(key => ({ key, word })))
  for (let from = 0; from < slips.length; from += AT_ONCE * 10)
    await insert(tx, 'sign_slips', slips.slice(from, from + AT_ONCE * 10))
}

/** Inserts rows in one statement. Their property names are column names. */
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
