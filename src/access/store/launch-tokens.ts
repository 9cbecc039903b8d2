import { prepared, type Queryable } from '#src/core/db/db.ts'
import { deletesInBatches } from '#src/core/db/statements.ts'
import { framers } from '#src/courses/rules/course.ts'
import { openedUnits, type Product } from '#src/courses/rules/product.ts'
import { COURSE_COLUMNS, type CourseRow, PRODUCTS } from '#src/courses/store/schema/course-columns.ts'
import type { LaunchOpened } from '../rules/opened-launch.ts'

/** Hashes of the two secrets in a launch's link. */
export interface LaunchLinkHashes {
  tokenHash: string
  stateHash: string
  now: Date
}

const opened = prepared<
  CourseRow &
    Pick<LaunchOpened, 'app' | 'courseId' | 'personId' | 'language' | 'lastTab' | 'lastLesson'> & {
      products: Product[]
      seenOrigin: string | null
    }
>(
  'launch_token',
  `select t.app, coalesce(o.language, o.launch_language) as language, c.id as "courseId", o.id as "personId", w.last_tab as "lastTab", w.last_lesson as "lastLesson", t.seen_origin as "seenOrigin", ${COURSE_COLUMNS}, ${PRODUCTS} as products
   from launch_tokens t join courses c on c.id = t.course_id join people o on o.id = t.person_id
     left join course_teachers w on (w.course_id, w.person_id) = (t.course_id, t.person_id)
   where t.token_hash = $1 and t.state_hash = $2 and t.expires_at > $3 and (t.app <> 'wts' or c.allows_wts)`,
)

/** Returns what a launch opened. Null when the token is unknown, expired or does not match the state. */
export const findLaunchOpened = async (
  db: Queryable,
  { tokenHash, stateHash, now }: LaunchLinkHashes,
): Promise<LaunchOpened | null> => {
  const [row] = await opened(db, [tokenHash, stateHash, now])
  if (!row) return null
  const units = openedUnits(row.products.flatMap(p => p.unitsForTeacher))
  return { ...row, units, framers: framers(row, row.seenOrigin) }
}

const framersOfLaunch = prepared<CourseRow & { seenOrigin: string | null }>(
  'launch_framers',
  `select t.seen_origin as "seenOrigin", ${COURSE_COLUMNS} from launch_tokens t join courses c on c.id = t.course_id where t.token_hash = $1`,
)

/** Returns the origins that may frame the pages of a launch, also when it has expired. */
export const findFramersOfLaunch = async (db: Queryable, tokenHash: string): Promise<string[]> =>
  (await framersOfLaunch(db, [tokenHash])).flatMap(row => framers(row, row.seenOrigin))

export const deleteLaunchTokensBefore = deletesInBatches<[before: Date]>(
  'launch_tokens_before',
  most =>
    `delete from launch_tokens where ctid = any(array(select ctid from launch_tokens where expires_at < $1 limit ${most}))`,
)
