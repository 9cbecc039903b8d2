import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { firstOrNull, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRow, queryRows, queryValues } from '#src/core/db/statements.ts'
import { RetryTransaction } from '#src/core/db/transactions.ts'
import type { Clip, ClipComment, ClipFile, ClipState } from '../rules/clips/clip.ts'
import { partNames } from '../rules/clips/files.ts'
import { type QueueEntry, type StudioEntry, UNDER_WAY } from '../rules/clips/reviews.ts'
import { clipComments, clipFiles, clips } from './schema/clips.ts'
import { nameOf } from './staff-names.ts'

export type ClipRow = typeof clips.$inferSelect

/** States of a clip whose file may be uploaded again. */
const SPENT: ClipState[] = ['sent_back', 'failed', 'replaced']

/** Returns the clip of a file that was uploaded before. */
export const findClipOfFile = async (db: Queryable, sourceHash: string): Promise<number | null> => {
  const [row] = await db.orm
    .select({ id: clips.id })
    .from(clips)
    .where(and(eq(clips.sourceHash, sourceHash), notInArray(clips.state, SPENT)))
    .orderBy(asc(clips.id))
    .limit(1)
  return row?.id ?? null
}

export const insertClip = async (
  tx: Tx,
  given: Omit<typeof clips.$inferInsert, 'createdAt' | 'updatedAt'>,
  now: Date,
) => {
  const [row] = await tx.orm
    .insert(clips)
    .values({ ...given, createdAt: now, updatedAt: now })
    .returning({ id: clips.id })
  return row!.id
}

/** Finds a clip whose files are not made yet. */
export const findUnmadeClip = (db: Queryable, id: number): Promise<ClipRow | null> =>
  db.orm
    .select()
    .from(clips)
    .where(and(eq(clips.id, id), eq(clips.state, 'processing')))
    .then(firstOrNull)

/** Saves how far the files of a clip are, in percent, unless they are made. */
export const saveProgress = async (db: Queryable, id: number, progress: number): Promise<void> => {
  await db.orm
    .update(clips)
    .set({ progress })
    .where(and(eq(clips.id, id), eq(clips.state, 'processing')))
}

/** Locks a clip, so that its changes come one after the other. Null if it is gone. */
export const lockClip = (tx: Tx, id: number): Promise<ClipRow | null> =>
  tx.orm.select().from(clips).where(eq(clips.id, id)).for('update').then(firstOrNull)

/** Locks all versions of a clip in the order of their ids, and returns the clip and those that are published. */
export const lockVersions = async (tx: Tx, id: number): Promise<{ clip: ClipRow; published: ClipRow[] } | null> => {
  const [named] = await tx.orm.select().from(clips).where(eq(clips.id, id))
  if (!named) return null
  const { kind, variant } = named
  const versions = named.sign
    ? await tx.orm
        .select()
        .from(clips)
        .where(and(eq(clips.sign, named.sign), eq(clips.kind, kind), eq(clips.variant, variant)))
        .orderBy(asc(clips.id))
        .for('update')
    : []
  const clip = versions.find(v => v.id === id)
  // Its sign or variant changed between the two statements, or it was deleted.
  if (!clip && named.sign) throw new RetryTransaction()
  return { clip: clip ?? named, published: versions.filter(v => v.state === 'published' && v.id !== id) }
}

export const updateClip = async (tx: Tx, id: number, set: Partial<typeof clips.$inferInsert>, now: Date) => {
  await tx.orm
    .update(clips)
    .set({ ...set, updatedAt: now })
    .where(eq(clips.id, id))
}

/** Deletes clips with their comments. Returns the names of all their files, also of what was uploaded. */
export const deleteClips = async (tx: Tx, ids: number[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const files = await tx.orm.select({ name: clipFiles.name }).from(clipFiles).where(inArray(clipFiles.clipId, ids))
  const deleted = await tx.orm
    .delete(clips)
    .where(inArray(clips.id, ids))
    .returning({ sourceHash: clips.sourceHash, sourceChunks: clips.sourceChunks })
  return [...new Set([...files.map(f => f.name), ...deleted.flatMap(partNames)])]
}

/** Returns those of the names that no clip and no upload needs. */
export const listUnusedNames = async (db: Queryable, names: string[]): Promise<string[]> => {
  const { rows } = await db.orm.execute<{ name: string }>(
    sql`select name from unnest(${sql.param(names)}::text[]) as given(name)
      where not exists (select from clip_files f where f.name = given.name)
        and not exists (select from clips c where c.source_chunks > 0 and c.source_hash = split_part(given.name, '/', 2))
        and not exists (select from clip_uploads u where u.hash = split_part(given.name, '/', 2))`,
  )
  return rows.map(row => row.name)
}

/** Replaces the files of a clip. Those of a clip in state `processing` may not be stored yet. Returns the old names. */
export const saveFiles = async (tx: Tx, clipId: number, files: ClipFile[]): Promise<string[]> => {
  const old = await tx.orm.delete(clipFiles).where(eq(clipFiles.clipId, clipId)).returning({ name: clipFiles.name })
  if (files.length > 0) await tx.orm.insert(clipFiles).values(files.map(file => ({ ...file, clipId })))
  return old.map(({ name }) => name)
}

export const saveCaptionsFile = async (tx: Tx, clipId: number, file: ClipFile | null): Promise<void> => {
  await tx.orm.delete(clipFiles).where(and(eq(clipFiles.clipId, clipId), eq(clipFiles.role, 'captions')))
  if (file) await tx.orm.insert(clipFiles).values({ ...file, clipId })
}

export const saveComment = async (tx: Tx, comment: typeof clipComments.$inferInsert): Promise<void> => {
  await tx.orm.insert(clipComments).values(comment)
}

const CLIP = `select c.id, c.sign, s.gloss, c.kind, c.variant, c.state, c.file_name as "fileName", c.signer_id as "signerId",
    g.name as signer, n.version as "consentVersion", n.given_on::text as "consentOn", c.recorded_on::text as "recordedOn",
    c.trim_from as "trimFrom", c.trim_to as "trimTo", c.poster_at as "posterAt", c.progress, c.problem, c.duration, c.fps, c.captions,
    c.created_at as "createdAt", c.reviewed_at as "reviewedAt", c.published_at as "publishedAt",
    ${nameOf('c.uploaded_by')} as "uploadedBy", ${nameOf('c.reviewed_by')} as "reviewedBy",
    coalesce((select json_agg(json_build_object('role', f.role, 'place', f.place, 'name', f.name, 'bytes', f.bytes,
      'width', f.width, 'height', f.height) order by f.role, f.place) from clip_files f where f.clip_id = c.id and c.state <> 'processing'), '[]') as files
  from clips c left join signs s on s.slug = c.sign
  left join clip_signers g on g.id = c.signer_id left join clip_consents n on n.id = c.consent_id`

export const findClip = queryRow<Clip, [id: number]>('clip_by_id', `${CLIP} where c.id = $1`)

/** Lists all clips of a sign, the newest first. */
export const listClipsOfSign = queryRows<Clip, [slug: string]>(
  'clips_of_sign',
  `${CLIP} where c.sign = $1 order by c.id desc limit 200`,
)

/** Lists clips that are not ready for review: those that need details first. */
export const listUnfinished = queryRows<Clip>(
  'clips_unfinished',
  `${CLIP} where c.state in ('recorded', 'processing', 'failed') order by c.state = 'recorded' desc, c.id limit 500`,
)

export const listComments = queryRows<ClipComment, [clipId: number]>(
  'clip_comments',
  `select k.id, k.at, k.text, k.created_at as "createdAt", ${nameOf('k.staff_id')} as by
   from clip_comments k where k.clip_id = $1 order by k.id limit 500`,
)

/** Finds a file and whether everybody may see it: yes for a published clip, else only the clip studio. Null if unknown. */
export const findMedia = queryRow<{ bytes: number; published: boolean }, [name: string]>(
  'clip_media',
  `select max(f.bytes)::int as bytes, bool_or(c.state = 'published') as published
   from clip_files f join clips c on c.id = f.clip_id where f.name = $1 having count(*) > 0`,
)

interface NamedSign {
  slug: string
  gloss: string
}

/** Finds a sign by its slug or gloss. */
export const findNamedSign = queryRow<NamedSign, [typed: string]>(
  'clip_named_sign',
  `select slug, gloss from signs where slug = $1::text or gloss in ($1, upper($1))
   order by slug = $1 or gloss = $1 desc limit 1`,
)

/** Lists all signs that a file may be named after. */
export const listSignNames = queryRows<NamedSign>('clip_sign_names', 'select slug, gloss from signs order by id')

const ENTRY = `s.slug, s.gloss, s.english, s.lesson, s.usage, s.notes,
  (select k.text from clip_comments k join clips b on b.id = k.clip_id
    where b.sign = s.slug and b.state = 'sent_back' order by k.id desc limit 1) as remark`

/** Lists the signs of a unit with their clips, in the order of the course. */
export const listQueue = queryRows<QueueEntry, [unit: number]>(
  'clip_queue',
  `select ${ENTRY},
    coalesce(json_agg(json_build_object('id', c.id, 'state', c.state, 'kind', c.kind, 'variant', c.variant)
      order by c.id desc) filter (where c.id is not null), '[]') as clips
  from signs s left join clips c on c.sign = s.slug where s.unit = $1 group by s.id order by s.id`,
)

const IS_UNDER_WAY = `state in (${UNDER_WAY.map(state => `'${state}'`).join(', ')})`

/** Lists a sign, and those after it in the course that need a clip. */
export const listSession = queryRows<StudioEntry, [slug: string, most: number]>(
  'clip_session',
  `select ${ENTRY} from signs s where s.slug = $1 or (s.id > (select id from signs where slug = $1)
    and not exists (select from clips c where c.sign = s.slug and c.${IS_UNDER_WAY})) order by s.id limit $2`,
)

/** Lists the slots of signed help that have a clip, or one under way. */
export const listHelpUnderWay = queryValues<string, [prefix: string]>(
  'clip_help_under_way',
  `select distinct sign as value from clips where starts_with(sign, $1) and ${IS_UNDER_WAY}`,
)

/** Lists the published clips of signed help, one for each slot. */
export const listPublishedHelp = queryRows<Clip & { sign: string; signer: string }, [prefix: string]>(
  'clip_help_published',
  `select distinct on (sign) * from (${CLIP} where starts_with(c.sign, $1) and c.state = 'published') help
   order by sign, kind desc, variant`,
)

/** Finds the clip to review after this one, the first again after the last, and how many wait. */
export const findNextToReview = queryRow<{ id: number; waiting: number }, [id: number]>(
  'clip_to_review',
  `select id, (count(*) over ())::int as waiting from clips where state = 'waiting' and id <> $1 order by id < $1, id limit 1`,
)

/** Counts of the clips that wait in a unit, for the list of units. */
interface UnitCounts {
  unit: number
  /** Signs of the unit, with a clip or without. */
  signs: number
  /** Signs with a published clip. */
  published: number
  /** Clips that wait for review. */
  waiting: number
}

export const listUnitCounts = queryRows<UnitCounts>(
  'clip_units',
  `select s.unit, count(*)::int as signs, count(*) filter (where exists (
      select from clips c where c.sign = s.slug and c.state = 'published'))::int as published,
    (select count(*)::int from clips c join signs o on o.slug = c.sign where o.unit = s.unit and c.state = 'waiting') as waiting
  from signs s group by s.unit order by s.unit`,
)
