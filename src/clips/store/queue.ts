import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { QueueEntry } from '../rules/queue.ts'

const entries = prepared<QueueEntry>(
  'clip_queue',
  `select s.slug, s.gloss, s.english, s.lesson,
    coalesce(json_agg(json_build_object('id', c.id, 'state', c.state, 'kind', c.kind, 'variant', c.variant)
      order by c.id desc) filter (where c.id is not null), '[]') as clips
  from signs s left join clips c on c.sign = s.slug where s.unit = $1 group by s.id order by s.id`,
)

/** Lists the signs of a unit with their clips, in the order of the course. */
export const listQueue = (db: Queryable, unit: number): Promise<QueueEntry[]> => entries(db, [unit])

/** Counts of the clips that wait in a unit, for the list of units. */
export interface UnitCounts {
  unit: number
  signs: number
  /** Signs with a published clip. */
  published: number
  /** Clips that wait for review. */
  waiting: number
}

const units = prepared<UnitCounts>(
  'clip_units',
  `select s.unit, count(*)::int as signs, count(*) filter (where exists (
      select from clips c where c.sign = s.slug and c.state = 'published'))::int as published,
    (select count(*)::int from clips c join signs o on o.slug = c.sign where o.unit = s.unit and c.state = 'waiting') as waiting
  from signs s group by s.unit order by s.unit`,
)

export const listUnitCounts = (db: Queryable): Promise<UnitCounts[]> => units(db, [])
