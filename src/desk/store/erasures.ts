import { desc, eq, isNull, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { execute, queryOne, queryRows } from '#src/core/db/statements.ts'
import { IDENTITY } from './person-scope.ts'
import { erasures, type schoolErasures } from './schema/erasures.ts'

export type Erasure = typeof erasures.$inferSelect

/** Lists a person as erased. Somebody who came back and was erased again has one line, with the newer time. */
export const saveErasure = async (tx: Tx, line: Omit<Erasure, 'doneAt'>): Promise<void> => {
  const { at, actor, asked, byHand } = line
  await tx.orm
    .insert(erasures)
    .values({ ...line, doneAt: byHand.length === 0 ? at : null })
    .onConflictDoUpdate({
      target: erasures.keyHash,
      set: {
        at: sql`greatest(${erasures.at}, excluded.at)`,
        actor,
        asked,
        byHand: sql`${erasures.byHand} || excluded.by_hand`,
        doneAt: sql`case when ${erasures.doneAt} is not null and excluded.done_at is not null then ${erasures.doneAt} end`,
      },
    })
}

/** Lists erasures, those with work left first, then the newest. */
export const listErasures = (db: Queryable, most: number): Promise<Erasure[]> =>
  db.orm
    .select()
    .from(erasures)
    .orderBy(desc(isNull(erasures.doneAt)), desc(erasures.at))
    .limit(most)

/** Marks an erasure as done at other services, and deletes their ids. Returns false if it was done before. */
export const claimByHandDone = async (tx: Tx, keyHash: string, now: Date): Promise<boolean> =>
  (
    await tx.orm
      .update(erasures)
      .set({ doneAt: now, byHand: [] })
      .where(sql`${eq(erasures.keyHash, keyHash)} and ${isNull(erasures.doneAt)}`)
      .returning({ keyHash: erasures.keyHash })
  ).length === 1

const page = prepared<{ keyHash: string; at: Date }>(
  'erasures_page',
  'select key_hash as "keyHash", at from erasures where key_hash > $1 order by key_hash limit 1000',
)

/** Reads the whole list for the operator, in pages. */
export async function* readErasures(db: Queryable): AsyncGenerator<{ keyHash: string; at: Date }> {
  for (let after = ''; ; ) {
    const rows = await page(db, [after])
    yield* rows
    if (rows.length < 1000) return
    after = rows.at(-1)!.keyHash
  }
}

const identities = prepared<{ id: number; identity: string | null; createdAt: Date }>(
  'privacy_identities',
  `select p.id, ${IDENTITY} as identity, p.created_at as "createdAt" from people p where p.id > $1 and p.erased_at is null order by p.id limit 1000`,
)

/** Reads everybody, in pages, with what their hash is made of. */
export async function* readIdentities(db: Queryable) {
  for (let after = 0; ; ) {
    const rows = await identities(db, [after])
    yield* rows
    if (rows.length < 1000) return
    after = rows.at(-1)!.id
  }
}

/** SQL condition for a person `p` of the school $1: of its consumers, in its courses, or teaching them. Each part is read by an index. */
const OF_SCHOOL = `p.erased_at is null and p.id in (
  select o.id from consumers k join people o on o.consumer_id = k.id where k.school_id = $1
  union select e.person_id from courses c join entitlements e on e.course_id = c.id where c.school_id = $1
  union select t.person_id from courses c join course_teachers t on t.course_id = c.id where c.school_id = $1)`

export const listSchoolPeople = queryRows<{ id: number }, [schoolId: number, after: number, most: number]>(
  'school_people',
  `select p.id from people p where p.id > $2 and ${OF_SCHOOL} order by p.id limit $3`,
)
export const countSchoolPeople = queryOne<{ people: number }, [schoolId: number]>(
  'school_people_count',
  `select count(*)::int as people from people p where ${OF_SCHOOL}`,
)
/** Finds out whether the person, or a record linked to them, has a course of another school. */
export const findIsElsewhere = queryOne<{ is: boolean }, [schoolId: number, personId: number]>(
  'school_person_elsewhere',
  `select exists (
    select from people q cross join lateral (
      select course_id from entitlements where person_id = q.id union all select course_id from course_teachers where person_id = q.id
    ) place join courses c on c.id = place.course_id
    where (q.id = $2 or q.one_person = (select one_person from people where id = $2)) and c.school_id <> $1
  ) as is`,
)

type SchoolErasure = typeof schoolErasures.$inferSelect

/** Starts a run. Returns nothing while another one of the school runs. */
export const claimSchoolErasure = queryRows<
  { erasureId: number },
  [schoolId: number, actor: string, now: Date, people: number]
>(
  'school_erasure_begin',
  `insert into school_erasures (school_id, actor, started_at, total) values ($1, $2, $3, $4)
   on conflict do nothing returning id as "erasureId"`,
)

const RUN = `id, school_id as "schoolId", actor, started_at as "startedAt",
  finished_at as "finishedAt", total, erased, kept, failed, last_person_id as "lastPersonId"`
/** Locks a run that is not finished. */
export const lockSchoolErasure = queryRows<SchoolErasure, [id: number]>(
  'school_erasure_lock',
  `select ${RUN} from school_erasures where id = $1 and finished_at is null for update`,
)
export const listSchoolErasures = queryRows<SchoolErasure, []>(
  'school_erasures',
  `select ${RUN} from school_erasures order by id desc limit 20`,
)
const step = prepared(
  'school_erasure_step',
  'update school_erasures set erased = erased + $2, kept = kept + $3, failed = failed + $4, last_person_id = $5 where id = $1',
)
/** Goes back to the first person. The counts stay until the next pass. */
export const saveRewind = execute<[id: number]>(
  'school_erasure_rewind',
  'update school_erasures set last_person_id = 0 where id = $1',
)
/** Begins another pass: people who stay are counted again, erased ones are not listed again. */
export const saveRestart = execute<[id: number]>(
  'school_erasure_restart',
  'update school_erasures set kept = 0, failed = 0 where id = $1',
)
export const saveFinished = execute<[id: number, now: Date]>(
  'school_erasure_finish',
  'update school_erasures set finished_at = $2 where id = $1',
)

interface Step {
  id: number
  erased?: number
  kept?: number
  failed?: number
  /** The person that was erased, kept, or failed. */
  personId: number
}

export const saveStep = async (tx: Tx, { id, erased = 0, kept = 0, failed = 0, personId }: Step): Promise<void> =>
  void (await step(tx, [id, erased, kept, failed, personId]))
