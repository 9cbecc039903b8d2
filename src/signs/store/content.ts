import { takeLock } from '#src/core/db/advisory-locks.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRows, queryValues } from '#src/core/db/statements.ts'
import type { Language } from '#src/core/rules/language.ts'
import { withDecisions } from '../rules/added-signs.ts'
import {
  type Content,
  type Faq,
  type HowToGroup,
  type Library,
  type partKinds,
  type Resource,
  titleIn,
  type Unit,
  type UnitOutline,
  type UnitTitles,
} from '../rules/content.ts'
import type { SignEntry } from '../rules/dictionary.ts'
import { withApproved, withoutMissing } from '../rules/sign-changes.ts'
import { findApprovedFields, findDecisions } from './sign-changes.ts'
import { replaceSigns } from './signs.ts'

/** Type of each kind of content part. The key is the unit number for units, the language of translated FAQs, and '' for all others. */
interface Parts extends Record<(typeof partKinds)[number], unknown> {
  everywhere: Content
  unit: Unit
  resources: Resource[]
  'how-to': HowToGroup[]
  faqs: Faq[]
}

const part = <Body>() =>
  prepared<{ body: Body }>('content_part', 'select body from content_parts where kind = $1 and key = $2')

export const findContentPart = async <K extends keyof Parts>(
  db: Queryable,
  kind: K,
  key = '',
): Promise<Parts[K] | null> => (await part<Parts[K]>()(db, [kind, key]))[0]?.body ?? null

interface UnitRow extends Omit<UnitOutline, 'unit'> {
  key: string
  body: Unit | null
}

const listUnitRows = queryRows<UnitRow, [allowed: string[] | null, chosen: string]>(
  'content_units',
  `select key, case when key = $2 then body end as body, body->>'title' as title,
     body->'translated' as translated, body->>'picture' as picture,
     (select coalesce(jsonb_agg(jsonb_build_object('lesson', g->'lesson', 'name', g->'name', 'translated', g->'translated') order by nth), '[]')
      from jsonb_array_elements(body->'glances') with ordinality as glances(g, nth)) as lessons
   from content_parts where kind = 'unit' and ($1::text[] is null or key = any($1))`,
)

/** Lists the numbers of units with content, in ascending order. */
export const listUnits = queryValues<number>(
  'content_unit_numbers',
  `select key::int as value from content_parts where kind = 'unit' order by 1`,
)

/** Lists the lessons of all units, in their order. */
export const listLessons = queryValues<string>(
  'content_lessons',
  `select glance->>'lesson' as value from content_parts, jsonb_array_elements(body->'glances') glance
   where kind = 'unit' order by key::int, string_to_array(glance->>'lesson', '.')::int[]`,
)

const listTitles = queryRows<Pick<Unit, 'unit' | 'title' | 'translated'>>(
  'content_unit_titles',
  `select key::int as unit, body->>'title' as title, body->'translated' as translated from content_parts where kind = 'unit'`,
)

export const findUnitTitles = async (db: Queryable, language: Language): Promise<UnitTitles> =>
  new Map((await listTitles(db)).map(row => [row.unit, titleIn(language, row.title, row.translated).text]))

/**
 * Returns an outline of the allowed units that have content, and the chosen unit in full (null when it has none).
 * `allowed` is null for all units.
 */
export const findUnits = async (db: Queryable, allowed: number[] | null, chosen: number | null) => {
  const rows = await listUnitRows(db, allowed?.map(String) ?? null, String(chosen))
  return {
    outline: rows
      .map(({ key, body, ...outline }) => ({ unit: Number(key), ...outline }))
      .sort((a, b) => a.unit - b.unit),
    unit: rows.find(r => r.body)?.body ?? null,
  }
}

export type Origin = 'shipped' | 'own'

export const findContentState = async (db: Queryable): Promise<{ origin: Origin; fingerprint: string } | null> =>
  (await db.client.query('select origin, fingerprint from content_state')).rows[0] ?? null

/** Lets one import run at a time. The lock ends with the transaction. */
export const lockContent = (tx: Tx): Promise<void> => takeLock(tx, 'content')

/** Replaces all content. Readers see the old or the new library, never a mixture. */
export const replaceLibrary = async (
  tx: Tx,
  { about, terms, privacy, translations = {}, help = [], ...library }: Library,
  state: { origin: Origin; fingerprint: string; now: Date },
): Promise<void> => {
  const parts: [keyof Parts, string, unknown][] = [
    ['everywhere', '', { about, terms, privacy, translations, help }],
    ['resources', '', library.resources],
    ['how-to', '', library.howTo],
    ['faqs', '', library.faqs],
    ...Object.entries(library.translatedFaqs).map(([language, faqs]): [keyof Parts, string, unknown] => [
      'faqs',
      language,
      faqs,
    ]),
    ...library.units.map((u): [keyof Parts, string, unknown] => ['unit', String(u.unit), u]),
  ]
  await tx.client.query('delete from content_parts')
  await tx.client.query(
    'insert into content_parts (kind, key, body) select kind, key, body from unnest($1::text[], $2::text[], $3::jsonb[]) as p(kind, key, body)',
    [parts.map(p => p[0]), parts.map(p => p[1]), parts.map(p => JSON.stringify(p[2]))],
  )
  await replaceSigns(tx, await keepApproved(tx, library.signs))
  await tx.client.query(
    `insert into content_state (id, origin, fingerprint, imported_at) values (1, $1, $2, $3)
     on conflict (id) do update set origin = excluded.origin, fingerprint = excluded.fingerprint, imported_at = excluded.imported_at`,
    [state.origin, state.fingerprint, state.now],
  )
}

/** Applies what staff approved to the signs of the files: entries added and withdrawn, then changes of fields. */
const keepApproved = async (tx: Tx, files: SignEntry[]): Promise<SignEntry[]> => {
  const signs = withDecisions(files, await findDecisions(tx))
  const approved = await findApprovedFields(tx)
  const glosses = new Set(signs.map(sign => sign.gloss))
  const exists = (gloss: string) => glosses.has(gloss)
  return signs.map(sign => withoutMissing(withApproved(sign, approved.get(sign.slug), exists), exists))
}
