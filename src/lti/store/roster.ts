import type { LaunchLinkHashes } from '#src/access/index.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { framers, type SignUpDates } from '#src/courses/rules/course.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { COURSE_COLUMNS, type CourseRow, PRODUCTS } from '#src/courses/store/schema/course-columns.ts'
import type { RosterPerson, RosterSource } from '../rules/roster.ts'

interface Row extends CourseRow {
  id: number
  roster_url: string | null
  language: Language | null
  platform_id: number | null
  consumer_id: number | null
  products: Product[]
}

const course = prepared<Row>(
  'roster_course',
  `select c.id, coalesce(o.language, o.launch_language) as language, ${COURSE_COLUMNS}, c.roster_url, d.platform_id, c.consumer_id, ${PRODUCTS} as products
   from launch_tokens t join courses c on c.id = t.course_id join people o on o.id = t.person_id left join deployments d on d.id = c.deployment_id
   where t.token_hash = $1 and t.state_hash = $2 and t.expires_at > $3 and t.app = 'teacher'`,
)

export interface RosterCourse extends SignUpDates {
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
  const [row] = await course(db, [tokenHash, stateHash, now])
  if (!row) return null
  return {
    id: row.id,
    language: row.language,
    contextId: row.contextId,
    title: row.title,
    label: row.label,
    framers: framers(row, null),
    list: sourceOf(row),
    expiresAt: row.expiresAt,
    termEndsAt: row.termEndsAt,
    accessUntil: row.accessUntil,
    products: row.products,
  }
}

const sourceOf = ({ roster_url: url, platform_id: platformId, consumer_id: consumerId }: Row) => {
  if (url === null) return null
  if (platformId !== null) return { version: '1.3' as const, platformId, url }
  return consumerId === null ? null : { version: '1.1' as const, consumerId, url }
}

interface PersonRow {
  lti_user_id: string | null
  name: string | null
  is_learner: boolean
  is_test: boolean
  agreed_at: Date | null
  processed_at: Date | null
  access_ends_at: Date | null
  unprocessed_at: Date | null
  by_code: number[]
  paid: number[]
  is_paying: boolean
}

const MOST = 2000

const opened = (table: 'enrollments' | 'memberships', key: string, isLearner: string) => `
select p.lti_user_id, ${PERSON_NAME} as name, ${isLearner} as is_learner, e.is_test,
  e.agreed_at, e.processed_at, e.access_ends_at, e.unprocessed_at,
  array(select u.product_id from coupon_uses u where u.${key} = e.id and u.voided_at is null) as by_code,
  array(select l.product_id from checkout_lines l join checkouts x on x.id = l.checkout_id where x.${key} = e.id and l.covers) as paid,
  exists (select from checkouts x where x.${key} = e.id and (x.status = 'pending' or x.status = 'flagged' and exists (
    select from payment_flags f where f.checkout_id = x.id and f.closed_at is null and f.kind like 'wrong%'))) as is_paying
from ${table} e join people p on p.id = e.person_id where e.course_id = $1 and p.erased_at is null`

/**
 * SQL condition for a person who never opened the course as a teacher. A teacher who switches roles in Moodle launches as
 * a learner.
 */
const NEVER_TAUGHT =
  'not exists (select from course_teachers t where t.course_id = e.course_id and t.person_id = e.person_id)'

/** SQL for LTI 1.1 teachers, who have no enrollment. An LMS may list them as learners. */
const TEACHERS = `
select p.lti_user_id, null, false, false, null, null, null, null, '{}'::bigint[], '{}'::bigint[], false
from course_teachers t join people p on p.id = t.person_id where t.course_id = $1`

const people = prepared<PersonRow>(
  'roster_people',
  `${opened('enrollments', 'enrollment_id', NEVER_TAUGHT)} union all ${opened('memberships', 'membership_id', `e.role = 'learner' and ${NEVER_TAUGHT}`)} union all ${TEACHERS} limit ${MOST}`,
)

/** Lists everyone who opened a course, without emails, amounts and codes. At most 2000. */
export const listRosterPeople = async (
  db: Queryable,
  { id, products }: Pick<RosterCourse, 'id' | 'products'>,
): Promise<RosterPerson[]> =>
  (await people(db, [id])).map(row => ({
    ltiUserId: row.lti_user_id,
    name: row.name,
    isLearner: row.is_learner,
    isTest: row.is_test,
    agreedAt: row.agreed_at,
    processedAt: row.processed_at,
    accessEndsAt: row.access_ends_at,
    unprocessedAt: row.unprocessed_at,
    needs: products
      .filter(p => !p.isFree)
      .map(p => ({
        product: p.name,
        code: row.by_code.map(Number).includes(p.id) ? 'code' : null,
        paid: row.paid.map(Number).includes(p.id),
      })),
    isPaying: row.is_paying,
  }))
