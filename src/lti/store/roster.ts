import type { LaunchLinkHashes } from '#src/access/store/launch-tokens.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { queryRow, queryRows } from '#src/core/db/statements.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Course, framers, type SignUpDates } from '#src/courses/rules/course.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { COURSE_COLUMNS, type CourseRow, PRODUCTS } from '#src/courses/store/schema/course-columns.ts'
import type { RosterPerson, RosterSource } from '../rules/roster.ts'

interface Row extends CourseRow {
  id: number
  rosterUrl: string | null
  language: Language | null
  platformId: number | null
  consumerId: number | null
  products: Product[]
}

const findCourse = queryRow<Row, [tokenHash: string, stateHash: string, now: Date]>(
  'roster_course',
  `select c.id, coalesce(o.language, o.launch_language) as language, ${COURSE_COLUMNS}, c.roster_url as "rosterUrl",
     d.platform_id as "platformId", c.consumer_id as "consumerId", ${PRODUCTS} as products
   from launch_tokens t join courses c on c.id = t.course_id join people o on o.id = t.person_id left join deployments d on d.id = c.deployment_id
   where t.token_hash = $1 and t.state_hash = $2 and t.expires_at > $3 and t.app = 'teacher'`,
)

export interface RosterCourse extends SignUpDates, Pick<Course, 'isMoving'> {
  id: number
  /** The language of the teacher, if it is known. */
  language: Language | null
  contextId: string
  title: string | null
  label: string | null
  framers: string[]
  /** Source of the LMS's class list; null when the LMS offers none. */
  list: RosterSource | null
  products: Pick<Product, 'id' | 'name' | 'isFree'>[]
}

/** Returns the course of a teacher's launch. Null when the launch is unknown or expired. */
export const findRosterCourse = async (
  db: Queryable,
  { tokenHash, stateHash, now }: LaunchLinkHashes,
): Promise<RosterCourse | null> => {
  const row = await findCourse(db, tokenHash, stateHash, now)
  return row ? { ...row, framers: framers(row, null), list: sourceOf(row) } : null
}

const sourceOf = ({ rosterUrl: url, platformId, consumerId }: Row) => {
  if (url === null) return null
  if (platformId !== null) return { version: '1.3' as const, platformId, url }
  return consumerId === null ? null : { version: '1.1' as const, consumerId, url }
}

type PersonRow = Omit<RosterPerson, 'needs'> & { byCode: string[]; paid: string[] }

export const MOST_PEOPLE = 2000

/**
 * Everyone who opened the course, and teachers of LTI 1.1, who have no entitlement: an LMS may list them as learners. A
 * person who opened the course as a teacher is no learner: a teacher who switches roles in Moodle launches as one.
 */
const listPeople = queryRows<PersonRow, [courseId: number]>(
  'roster_people',
  `select p.lti_user_id as "ltiUserId", ${PERSON_NAME} as name,
     e.role = 'learner' and not exists (select from course_teachers t where t.course_id = e.course_id and t.person_id = e.person_id) as "isLearner",
     e.is_test as "isTest", e.agreed_at as "agreedAt", e.processed_at as "processedAt", e.access_ends_at as "accessEndsAt",
     e.unprocessed_at as "unprocessedAt",
     array(select u.product_id from coupon_uses u where u.entitlement_id = e.id and u.voided_at is null) as "byCode",
     array(select l.product_id from checkout_lines l join checkouts x on x.id = l.checkout_id where x.entitlement_id = e.id and l.covers) as paid,
     exists (select from checkouts x where x.entitlement_id = e.id and (x.status = 'pending' or x.status = 'flagged' and exists (
       select from payment_flags f where f.checkout_id = x.id and f.closed_at is null and f.kind like 'wrong%'))) as "isPaying"
   from entitlements e join people p on p.id = e.person_id where e.course_id = $1 and p.erased_at is null
   union all
   select p.lti_user_id, null, false, false, null, null, null, null, '{}'::bigint[], '{}'::bigint[], false
   from course_teachers t join people p on p.id = t.person_id where t.course_id = $1
   limit ${MOST_PEOPLE}`,
)

/** Lists everyone who opened a course, without emails, amounts and codes. At most MOST_PEOPLE. */
export const listRosterPeople = async (
  db: Queryable,
  { id, products }: Pick<RosterCourse, 'id' | 'products'>,
): Promise<RosterPerson[]> =>
  (await listPeople(db, id)).map(({ byCode, paid, ...person }) => ({
    ...person,
    needs: products
      .filter(p => !p.isFree)
      .map(p => ({
        product: p.name,
        code: byCode.map(Number).includes(p.id) ? 'code' : null,
        paid: paid.map(Number).includes(p.id),
      })),
  }))
