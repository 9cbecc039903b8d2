import { prepared, type Queryable } from '../db.ts'

const flag = prepared(
  'support_flag',
  `insert into support_flags (day, page, last_at) values ($1, $2, $3)
   on conflict (day, page) do update set count = support_flags.count + 1, last_at = excluded.last_at`,
)

export const addSupportFlag = async (
  db: Queryable,
  { day, page, now }: { day: string; page: string; now: Date },
): Promise<void> => {
  await flag(db, [day, page, now])
}
